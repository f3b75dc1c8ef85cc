import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

/// Each tenant is a complete service, and all run in one process.
@Suite("Tenants over HTTP")
struct TenantStoryTests {
    @Test("One call makes a tenant, which is a complete service")
    func newTenant() async throws {
        try await withSandboxService { service in
            let made = try await service.sandbox("POST", "/tenants", #"{"name": "blue"}"#)
            #expect(made.status == 201)
            let answer = try made.decoded(as: TenantAnswer.self)
            #expect(answer.baseUrl == "http://tessera.localhost:\(service.publicPort)/tenants/blue")
            #expect(answer.brand == "demo")
            #expect(answer.clients.map(\.clientId) == ["demo-app", "demo-backend"])
            #expect(answer.customers == ["10000001", "10000002", "20000001"])

            let blue = service.tenant("blue")
            let card = try await blue.cards(of: .ivana).create(.virtual)
            #expect(try await blue.cards(of: .ivana).getAll().cards.map(\.cardId) == [card.cardId])
            #expect(try await service.cards(of: .ivana).getAll().cards.isEmpty)
            #expect(try await blue.sandbox("GET", "/cards/\(card.cardId)/plastic").status == 200)
            #expect(try await service.sandbox("GET", "/cards/\(card.cardId)/plastic").status == 404)
            #expect(try await blue.ask("GET", "/readyz").status == 200)
        }
    }

    @Test("A token of one tenant is refused by another")
    func otherTenantsToken() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["red", "green"])
            let token = try await service.tenant("red").token(of: .ivana)
            let cards = "/digitalwallets/v1/profile/prepaid/cards"
            #expect(try await service.tenant("red").ask("GET", cards, token: token).status == 200)
            for other in [service, service.tenant("green")] {
                let answer = try await other.ask("GET", cards, token: token)
                #expect(answer.status == 401)
            }
        }
    }

    @Test("Each tenant has its own clock and its own reset")
    func clockAndReset() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["early", "late"])
            let (early, late) = (service.tenant("early"), service.tenant("late"))
            let old = try await early.cards(of: .ivana).create(.virtual)
            let other = try await late.cards(of: .ivana).create(.virtual)
            let moved = try await late.sandbox("PUT", "/clock", #"{"now": "2031-01-01T00:00:00Z", "frozen": true}"#)
            #expect(moved.status == 200)
            #expect(try await late.cards(of: .ivana).get(other.cardId).status == "EXPIRED")
            #expect(try await early.cards(of: .ivana).get(old.cardId).status == "ACTIVE")
            #expect(try await late.sandbox("POST", "/reset").status == 204)
            #expect(try await late.cards(of: .ivana).getAll().cards.isEmpty)
            #expect(try await early.cards(of: .ivana).getAll().cards.count == 1)
        }
    }

    @Test("A dropped tenant is gone, and its name can be used again")
    func droppedTenant() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["brief"])
            _ = try await service.tenant("brief").cards(of: .ivana).create(.virtual)
            #expect(try await service.sandbox("GET", "/tenants").text == #"{"tenants":["brief"]}"#)
            #expect(try await service.sandbox("DELETE", "/tenants/brief").status == 204)
            #expect(try await service.sandbox("DELETE", "/tenants/brief").status == 404)
            #expect(try await service.tenant("brief").ask("GET", "/healthz").problem?.code == .entityNotFound)
            try await service.makeTenants(["brief"])
            #expect(try await service.tenant("brief").cards(of: .ivana).getAll().cards.isEmpty)
        }
    }

    @Test("An invalid request for a tenant is refused and makes nothing", arguments: [
        #"{"name": "-blue"}"#, #"{"name": "Blue"}"#, #"{"name": ""}"#, #"{"name": "a/b"}"#,
        #"{"name": "a234567890123456789012345678901"}"#, #"{"seed": -1}"#, #"{"seed": "7"}"#,
        #"{"now": "tomorrow"}"#, #"{"nome": "blue"}"#, #"{"brand": ""}"#, #"{"brand": ".."}"#, #"{"brand": "a/b"}"#,
    ])
    func invalidRequest(_ body: String) async throws {
        try await withSharedSandboxService { service in
            let answer = try await service.sandbox("POST", "/tenants", body)
            #expect(answer.status == 400)
            #expect(try await service.sandbox("GET", "/tenants").text == #"{"tenants":[]}"#)
        }
    }

    @Test("Of simultaneous requests for one name, one succeeds")
    func simultaneousCreation() async throws {
        try await withSandboxService { service in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask { try await service.sandbox("POST", "/tenants", #"{"name": "wanted"}"#).status }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201, 403, 403, 403])
        }
    }

    @Test("Tenants can be made neither in a tenant nor on the public port")
    func availability() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            #expect(try await service.tenant("blue").sandbox("POST", "/tenants", "{}").status == 404)
            #expect(try await service.ask("POST", "/sandbox/tenants", "{}").status == 404)
            #expect(try await service.tenant("blue").ask("GET", "/sandbox/clock").status == 404)
        }
    }

    @Test("The answer for an unknown tenant says how to make one", arguments: ["none", "No!"])
    func unknownTenant(_ name: String) async throws {
        try await withSandboxService { service in
            let advice = "There is no tenant '\(name)'; POST /sandbox/tenants makes one, on the sandbox's port."
            let open = try await service.tenant(name).ask(
                "GET", "/healthz?a=b", headers: [("X-Request-Id", "mine")])
            #expect(open.status == 404 && open.problem?.code == .entityNotFound && open.problem?.message == advice)
            #expect(open["X-Request-Id"] == "mine")
            let sandbox = try await service.tenant(name).sandbox("GET", "/clock")
            #expect(sandbox.status == 404 && sandbox["Content-Type"] == "application/problem+json")
            #expect(sandbox.text.contains(#""detail":"\#(advice)""#))
            let id = try #require(sandbox["X-Request-Id"])
            #expect(sandbox.text.contains(#""requestId":"\#(id)""#) && service.log.text.contains(id))
            #expect(try await service.sandbox("GET", "/tenants/none").text.contains("POST /sandbox/tenants makes one"))
        }
    }
}

/// The answer about a new tenant.
private struct TenantAnswer: Decodable {
    let baseUrl: String
    let sandboxUrl: String
    let brand: String
    let clients: [Client]
    let customers: [String]

    struct Client: Decodable {
        let clientId: String
    }
}

extension LiveService {
    func makeTenants(_ names: [String]) async throws {
        for name in names {
            let made = try await sandbox("POST", "/tenants", #"{"name": "\#(name)"}"#)
            guard made.status == 201 else { throw NoAnswer(received: made.text) }
        }
    }
}
