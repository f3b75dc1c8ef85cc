import CardAPI
import CardClient
import Cards
import CardSecrets
import CardServer
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Testing

@testable import Sandbox
@testable import SandboxServer

@Suite("Scenarios over HTTP")
struct ScenarioStoryTests {
    private struct Made: Decodable {
        let programs: [String]
        let customers, cards: [String: String]
    }

    @Test("A scenario creates its items, and the answer has their ids", arguments: [
        "application/yaml", "text/yaml; charset=utf-8", "application/json", "application/json ; charset=utf-8",
    ])
    func story(mediaType: String) async throws {
        try await withSandboxService { service in
            let body = """
                {"customers": {"anna": {"country": "PL", "firstName": "Anna", "lastName": "Nowak",
                                        "mobile": "+48 500100200"}},
                 "cards": {"first": {"customer": "anna", "program": "SKRILL-VIRTUAL-MC-EEA", "status": "LOCKED"}},
                 "tokenizations": {"pixel": {"card": "first", "wallet": "GOOGLE_PAY", "dpanRef": "DPAN-1"}}}
                """
            let answer = try await service.ask(
                "POST", "/sandbox/scenarios", body, headers: [("Content-Type", mediaType)], on: .sandbox)
            #expect(answer.status == 201)
            let made: Made = try answer.decoded()
            #expect(made.programs == [] && answer.text.contains(#""dpanRef":"DPAN-1""#))
            let customer = try #require(made.customers["anna"])
            let card = try await service.cards(of: customer).get(try #require(made.cards["first"]))
            #expect(card.status == "LOCKED" && card.customerId == customer)
        }
    }

    @Test("A scenario changes a merchant's settings at its gateways, or nothing if one is invalid")
    func merchants() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            func play(_ scenario: String) async throws -> RawAnswer {
                let yaml = [("Content-Type", "application/yaml")]
                return try await service.ask("POST", "/sandbox/scenarios", scenario, headers: yaml, on: .sandbox)
            }
            func site() async throws -> Bool {
                try await shop.cardPointe("GET", "/cardconnect/rest/inquireMerchant/\(shop.id)").text
                    .contains(#""site":"corner""#)
            }
            let wrong = try await play("""
                merchants:
                  \(shop.id):
                    cardpointe: {sites: [corner]}
                    stitch: {redirectUris: ["http://shop.example/"]}
                  nobody: {stitch: {isScopeStrict: true}}
                """)
            let field = "merchants.\(shop.id).stitch.redirectUris"
            #expect(wrong.status == 400 && wrong.text.contains(field), "\(wrong.text)")
            #expect(wrong.text.contains(#""field":"merchants.nobody","error":"must be the number of an existing"#))
            #expect(try await !site(), "nothing was changed")
            let played = try await play("""
                merchants:
                  \(shop.id): {cardpointe: {sites: [corner], takesPart: true}, stitch: {requiresSecure3d: true}}
                """)
            #expect(played.status == 201 && played.text.contains(#""merchants":["\#(shop.id)"]"#), "\(played.text)")
            #expect(try await site())
        }
    }

    @Test("Errors have path, line and column; other media types are refused")
    func refusals() async throws {
        try await withSandboxService { service in
            let wrong = try await service.ask(
                "POST", "/sandbox/scenarios", "cards:\n  a: {customer: 1, program: X, status: GONE}",
                headers: [("Content-Type", "application/yaml")], on: .sandbox)
            #expect(wrong.status == 400)
            #expect(wrong.text.contains(
                #"{"field":"cards.a.status","error":"must be one of ACTIVE, PENDING, APPLIED, REJECTED, "#
                    + #"ISSUED, DIGITAL, LOCKED, SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST (line 2, column 40)"}"#))
            #expect(wrong.text.contains(
                #"{"field":"cards.a.customer","error":"must be a customer of this scenario, or the number of an "#
                    + #"existing customer (line 2, column 17)"}"#))
            let unreadable = try await service.ask(
                "POST", "/sandbox/scenarios", "cards: [", headers: [("Content-Type", "application/yaml")], on: .sandbox)
            #expect(unreadable.status == 400)
            #expect(unreadable.text.contains("The scenario cannot be read. line 2, column 1: the text is not YAML: "))
            let other = try await service.ask(
                "POST", "/sandbox/scenarios", "a,b", headers: [("Content-Type", "text/csv")], on: .sandbox)
            #expect(other.status == 415)
            let types = "application/json, application/yaml, application/x-yaml, text/yaml"
            #expect(other.text.contains("Content-Type text/csv is not supported; accepted: \(types)."))
        }
    }

    @Test("If the service fails, the caller learns no more than from any other failure")
    func failures() {
        let failure = ScenarioFailure.stopped(
            at: "cards.a", made: PlayedScenario(), because: .vault(.cipherUnavailable("AES")))
        #expect(Problem(failure) == .failed)
        let refusal = ScenarioFailure.stopped(
            at: "cards.a", made: PlayedScenario(), because: .refused(.card(.notFound)))
        #expect(Problem(refusal).message.hasPrefix("cards.a could not be created: There is no such card."))
    }
}
