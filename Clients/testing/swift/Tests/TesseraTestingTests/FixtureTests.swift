import Foundation
import Synchronization
import TesseraTesting
import Testing

/// All tests have a program of their own.
private enum Shop {
    static let program: JSON = "SUITE-VIRTUAL-VISA"

    private static let made = Atomic(0)

    static let tenants = Tenants(limit: 4) { tenant in
        #expect(made.add(1, ordering: .relaxed).newValue <= 4, "Four tests at a time need four tenants.")
        try await tenant.sandbox("POST", "/programs", [
            "name": program, "cardType": "VIRTUAL", "scheme": "VISA", "region": "EEA", "currencies": ["EUR"],
        ])
    }
}

/// The fixtures' own suite. Each test changes what the others would notice, so it passes only if each is alone.
@Suite("Fixtures", .tessera(Shop.tenants))
struct FixtureTests {
    private static let cards = "/digitalwallets/v1/profile/prepaid/cards"
    private static let fault: JSON = ["fault": "STATUS", "status": 503, "operation": "createCard"]

    private let tenant: Tenant

    init() throws { tenant = try Tenant.current }

    /// The code under test.
    @discardableResult
    private func order() async throws -> JSON {
        let body: JSON = ["programName": Shop.program, "currency": "EUR"]
        return try await call("POST", tenant.url + Self.cards, body, token: tenant.token())
    }

    private func cards() async throws -> [JSON] {
        try await call("GET", tenant.url + Self.cards, token: tenant.token())["cards"]?.elements ?? []
    }

    @Test("Each test begins with the set-up and nothing else", arguments: 1...16)
    func alone(turn: Int) async throws {
        #expect(try await cards() == [])
        try await tenant.verify("createCard", times: 0)
        let card = try await order()
        #expect(try await cards().map { $0["cardId"] } == [card["cardId"]])
        // The next test has neither the fault nor the time.
        try await tenant.sandbox("PUT", "/faults", ["rules": [Self.fault]])
        try await tenant.sandbox("PUT", "/clock", ["now": "2031-01-01T00:00:00Z", "frozen": true])
    }

    @Test("A fault ends with its work, also if that fails")
    func faults() async throws {
        try await tenant.withFaults(Self.fault) {
            let refusal = await #expect(throws: Refused.self) { try await order() }
            #expect(refusal?.status == 503)
            let plan = try await tenant.faults()
            #expect(plan["rules"]?.elements.first?["strikes"] == 1)
        }
        struct Failed: Error {}
        await #expect(throws: Failed.self) { try await tenant.withFaults(Self.fault) { throw Failed() } }
        #expect(try await order()["cardId"] != nil)
        try await tenant.withPlan(["profile": "ADVERSARIAL", "seed": 1]) {
            let plan = try await tenant.faults()
            #expect(plan["rules"]?.elements.count ?? 0 > 1)
        }
    }

    @Test("The clock goes on from where it was")
    func clock() async throws {
        func now() async throws -> Date {
            try Date(try await tenant.sandbox("GET", "/clock")["now"]?.text ?? "", strategy: .iso8601)
        }
        let (before, inside): (Date, JSON) = (try await now(), ["now": "2029-12-01T00:00:00Z", "frozen": true])
        try await tenant.withClock(at: "2029-12-01T00:00:00Z") {
            try await tenant.withClock(["advanceSeconds": 86400, "frozen": false]) {
                let moved = try await tenant.sandbox("GET", "/clock")
                #expect(moved["frozen"] == false && moved["now"]?.text ?? "" >= "2029-12-02T00:00:00Z")
            }
            #expect(try await tenant.sandbox("GET", "/clock") == inside)
        }
        #expect(try await tenant.sandbox("GET", "/clock")["frozen"] == false)
        #expect(-3...300 ~= (try await now()).timeIntervalSince(before))
    }

    @Test("A verification counts only the calls of the test, and shows the difference if it fails")
    func verification() async throws {
        let none = await #expect(throws: Unexpected.self) {
            try await tenant.verify("getCard", ["atLeast": 1, "atMost": 3])
        }
        let text = "getCard was called 0 times, not at least 1 times and at most 3 times.\nNo request was similar."
        #expect(none?.description == text)
        try await order()
        #expect(try await tenant.verify("createCard", times: 1, where: ["status": 201]).count == 1)
        try await tenant.verify("issueToken", times: 0)
        let failure = await #expect(throws: Unexpected.self) {
            try await tenant.verify("createCard", times: 1, where: ["body": ["currency": "PLN"]])
        }
        let lines = try #require(failure).description.split(separator: "\n")
        #expect(lines[0] == "createCard was called 0 times, not 1 times.")
        #expect(lines[1] == #"Counted were requests with {"body":{"currency":"PLN"}}."#)
        #expect(lines[2].hasSuffix("POST \(Self.cards) was answered 201"))
        #expect(lines[3...] == ["    body.currency", #"      wanted "PLN""#, #"      found  "EUR""#])
    }

    @Test("A snapshot of the test is restored")
    func snapshot() async throws {
        try await order()
        try await tenant.snapshot("one-card")
        try await order()
        try await tenant.restore("one-card")
        #expect(try await cards().count == 1)
    }

    @Test("A refusal names the request and the reason")
    func refusal() async throws {
        let refusal = await #expect(throws: Refused.self) {
            try await tenant.sandbox("POST", "/customers", ["country": "nowhere"])
        }
        #expect("\(try #require(refusal))".contains(/POST http.* answered 400: .*country/))
        #expect(try await tenant.businessToken() != tenant.token())
        #expect(tenant.sandboxURL.hasSuffix("/tenants/\(tenant.name)/sandbox"))
    }
}

@Test("Without the trait, a test has no tenant")
func noTenant() {
    #expect(throws: (any Error).self) { try Tenant.current }
}
