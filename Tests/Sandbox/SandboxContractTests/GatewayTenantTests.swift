import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Merchants of tenants, snapshots and resets", .timeLimit(.minutes(20)))
struct GatewayTenantTests {
    private static let demoLogin = (
        name: "Authorization", value: "Basic \(Data("testing:testing123".utf8).base64EncodedString())"
    )
    private static let merchant = "/merchants/496160873888"

    private func inquire(_ service: LiveService) async throws -> RawAnswer {
        try await service.ask(
            "GET", "/cardpointe/cardconnect/rest/inquireMerchant/496160873888", headers: [Self.demoLogin],
            on: .merchants)
    }

    @Test("A tenant has its own merchants, its demo merchant, and its own clock that settles")
    func tenant() async throws {
        try await withSandboxService { service in
            struct Made: Decodable { let merchantsUrl: String }
            let made = try await service.sandbox("POST", "/tenants", #"{"name":"blue"}"#)
            let port = try #require(service.merchantsPort)
            #expect(try made.decoded(as: Made.self, expecting: 201).merchantsUrl
                == "http://tessera.localhost:\(port)/tenants/blue")
            let tenant = service.tenant("blue")
            #expect(try await inquire(tenant).status == 200)
            #expect(try await inquire(service).status == 401, "the service itself has no demo merchant")

            let shop = try await Shop(at: tenant)
            #expect(shop.paths.count > 1 && shop.paths.allSatisfy { $1 == "/tenants/blue/\($0)" })
            #expect(try await service.sandbox("GET", "/merchants/\(shop.id)").status == 404)
            let token = try await shop.stitchToken()
            #expect(try await shop.graphQL("{ __typename }", token: token).text == #"{"data":{"__typename":"Query"}}"#)
            #expect(try await shop.authorize("10.00", capture: "Y").code == "FNOR 00")
            try await service.advance(seconds: 86_400)
            #expect(try await shop.posted() == 5000, "another clock")
            try await tenant.advance(seconds: 86_400)
            #expect(try await shop.posted() == 4000)
            #expect(try await tenant.journal("?gateway=cardpointe").text.contains(#""operation":"authorize""#))
            #expect(!(try await service.journal().text.contains(#""operation":"authorize""#)))
        }
    }

    @Test("The merchants' listener names the gateways of a tenant, and says if there is no such tenant")
    func addresses() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let listed = try await service.tenant("blue").ask("GET", "/", on: .merchants)
            #expect(listed.status == 404)
            #expect(listed.text.contains(#""baseUrl":"http://tessera.localhost/tenants/blue/cardpointe""#))
            let none = try await service.tenant("red").ask("GET", "/cardpointe/", on: .merchants)
            #expect(none.status == 404 && none["Content-Type"] == "application/problem+json")
            #expect(none.text.contains("There is no tenant 'red'"))
        }
    }

    @Test("A snapshot restores merchants, payments and keys, so later payments can be made again")
    func snapshot() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let kept = try await shop.authorize("10.00", order: "before")
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"paid"}"#).status == 201)
            let keys = try await service.sandbox("GET", "/merchants/\(shop.id)").text
            for _ in 1...2 {
                let paid = try await shop.authorize("20.00", order: "after", capture: "Y")
                let merchant = try await service.sandbox("POST", "/merchants", #"{"merchantId":"700000000009"}"#)
                #expect(paid.code == "FNOR 00" && merchant.status == 201)
                try await service.advance(seconds: 86_400)
                #expect(try await shop.posted() == 3000)
                #expect(try await service.sandbox("POST", "/snapshots/paid/restore").status == 204)
                #expect(try await shop.posted() == 5000)
                #expect(try await shop.available() == 4000)
                let order = try await shop.cardPointe(
                    "GET", "/cardconnect/rest/inquireByOrderid/after/\(shop.id)")
                #expect(order.text.contains(#""respcode":"29""#), "\(order.text)")
            }
            #expect(try await service.sandbox("GET", "/merchants/\(shop.id)").text == keys)
            let reference = try #require(kept.retref)
            let captured = try await shop.cardPointe(
                "PUT", "/cardconnect/rest/capture", #"{"merchid":"\#(shop.id)","retref":"\#(reference)"}"#)
            #expect(captured.text.contains("Queued for Capture"), "\(captured.text)")
        }
    }

    @Test("A reset brings the demo merchant back with the same keys, and deletes the others")
    func reset() async throws {
        try await withSandboxService { service in
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            let demo = try await service.sandbox("GET", Self.merchant)
            #expect(demo.status == 200)
            #expect(try await service.sandbox("POST", "/merchants", #"{"merchantId":"700000000009"}"#).status == 201)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await service.sandbox("GET", Self.merchant).text == demo.text)
            #expect(try await inquire(service).status == 200)
            #expect(try await service.sandbox("GET", "/merchants/700000000009").status == 404)
        }
    }

    @Test("After time travel and a reset, the demo merchant's webhooks begin in the present")
    func present() async throws {
        struct Subscriptions: Decodable {
            struct Subscription: Decodable { let createdDate: String }
            let subscriptions: [Subscription]
        }
        try await withSandboxService { service in
            let future = (IssuingFixture.now + 7 * 86_400).ISO8601Format()
            #expect(try await service.sandbox("PUT", "/clock", #"{"now":"\#(future)"}"#).status == 200)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            let found: Subscriptions = try await service.sandbox("GET", "/webhooks/subscriptions")
                .decoded(expecting: 200)
            #expect(!found.subscriptions.isEmpty)
            #expect(found.subscriptions.allSatisfy { $0.createdDate < future })
        }
    }
}
