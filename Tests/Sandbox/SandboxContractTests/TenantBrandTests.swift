import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Identifiers
import Issuing
import Sandbox
import Testing
import TestSupport
import Webhooks

@testable import SandboxServer

/// Tenants whose brands have their own names.
@Suite("A tenant's brand", .timeLimit(.minutes(20)))
struct TenantBrandTests {
    @Test("A tenant's tokens and sandbox have only its own brand")
    func everywhere() async throws {
        try await withSandboxService { service in
            let acme = try await service.makeTenant("a", brand: "Acme.1")
            let other = try await service.makeTenant("b", brand: "other-brand")
            #expect(try await service.sandbox("GET", "/tenants/a").text.contains(#""brand":"Acme.1""#))

            let token = try await acme.token(of: .ivana)
            #expect(try brand(in: token) == "Acme.1")
            #expect(try await brand(in: acme.businessToken()) == "Acme.1")
            for stranger in ["demo", "other-brand"] {
                await #expect(throws: WalletError.self) {
                    try await acme.client(brand: stranger).token(.customer("10000001"), as: .app)
                }
            }
            let path = "/digitalwallets/v1/profile/prepaid/cards"
            #expect(try await other.ask("GET", path, token: token).status == 401)

            let anna = try await acme.sandbox(
                "POST", "/customers",
                #"{"country": "PL", "firstName": "Anna", "lastName": "Nowak", "mobile": "+48 500100200"}"#)
            #expect(anna.status == 201 && anna.text.contains(#""brand":"Acme.1""#))
            let program = try await acme.sandbox(
                "POST", "/programs",
                #"{"name": "ONE", "cardType": "VIRTUAL", "scheme": "VISA", "region": "EEA", "currencies": ["EUR"]}"#)
            #expect(program.status == 201)
            let card = try await acme.business().create(for: "30000001", .ordering("ONE"))
            #expect(try await acme.cards(of: .ivana).programs().programs.map(\.name).contains("ONE"))
            let reached = try await acme.business().get(card.cardId, of: "30000001")
            #expect(reached.cardId == card.cardId)
            #expect(try await acme.sandbox("GET", "/brands/Acme.1/authentication").status == 200)
            #expect(try await acme.sandbox("GET", "/brands/demo/authentication").status == 404)
        }
    }

    @Test("A tenant's brand survives a reset and works with webhooks, scenarios and provider states")
    func sandbox() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withSandboxService(webhooks: .local) { service in
                let acme = try await service.makeTenant("a", brand: "acme")
                #expect(try await acme.sandbox("POST", "/reset").status == 204)
                let token = try await acme.businessToken()
                _ = try await acme.subscribe(to: "http://127.0.0.1:\(port)/", token: token)
                let played = try await acme.sandbox(
                    "POST", "/scenarios",
                    #"{"cards": {"one": {"customer": 10000001, "program": "DEMO-VIRTUAL-VISA-EEA", "#
                        + #""status": "LOCKED"}}}"#)
                #expect(played.status == 201, "\(played.text)")
                try await acme.advance(seconds: 1)
                #expect(await receiver.received(1).map { $0.member("newStatus") } == ["LOCKED"])
                let state = try await acme.sandbox(
                    "POST", "/provider-states", #"{"state": "the brand has a webhook"}"#)
                #expect(state.status == 200, "\(state.text)")
                #expect(try brand(in: state.decoded(as: StateValues.self).businessToken) == "acme")
            }
        }
    }

    @Test("After the end of a provider state, the brand has the policy that was set last")
    func policy() async throws {
        try await withSandboxService { service in
            let acme = try await service.makeTenant("a", brand: "acme")
            let (path, states) = ("/brands/acme/authentication", "/provider-states")
            let guarded = #"{"state": "a customer has a card and must authenticate to change it", "action": "setup"}"#
            let free = #"{"state": "a customer has a card", "action": "setup"}"#
            let end = #"{"state": "a customer has a card", "action": "teardown"}"#
            let before = try await acme.sandbox("GET", path).text
            for state in [guarded, free] { #expect(try await acme.sandbox("POST", states, state).status == 200) }
            #expect(try await acme.sandbox("GET", path).text != before)
            for _ in 1...2 { #expect(try await acme.sandbox("POST", states, end).status == 200) }
            #expect(try await acme.sandbox("GET", path).text == before)

            #expect(try await acme.sandbox("POST", states, free).status == 200)
            let set = try await acme.sandbox("PUT", path, #"{"operations": ["UPDATE_CARD"]}"#)
            #expect(set.status == 200)
            #expect(try await acme.sandbox("POST", states, end).status == 200)
            #expect(try await acme.sandbox("GET", path).text == set.text)
        }
    }

    @Test("A tenant's brand survives a restart of the server")
    func restart() async throws {
        try await withSandboxService { service in
            _ = try await service.makeTenant("a", brand: "acme")
            let next = try await service.nextTenants()
            let name = try #require(TenantName("a"))
            let tenant = try #require(await next.find(name))
            #expect(tenant.sandbox.brand == "acme")
            await tenant.close()
        }
    }

    private struct StateValues: Decodable {
        let businessToken: String
    }

    private func brand(in token: String) throws -> String? { try ForgedToken(token).claims["brand"] as? String }
}

extension LiveService {
    fileprivate func makeTenant(_ name: String, brand: String) async throws -> LiveService {
        let made = try await sandbox("POST", "/tenants", #"{"name": "\#(name)", "brand": "\#(brand)"}"#)
        #expect(made.status == 201 && made.text.contains(#""brand":"\#(brand)""#), "\(made.text)")
        return tenant(name, brand: brand)
    }
}
