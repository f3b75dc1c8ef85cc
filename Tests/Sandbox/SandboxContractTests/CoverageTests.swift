import Authorizing
import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Postgres
import Testing
import TestSupport

@Suite("Coverage of the contract", .timeLimit(.minutes(20)))
struct CoverageTests {
    struct Covered: Decodable {
        let operations: Operations
        let errorCodes: Section
        let statusTransitions: Section
        let wallets: Section
        let authentication: Section
        let responseCodes: Section

        struct Operations: Decodable {
            let seen, possible: Int
            let counts: [String: [String: Int]]
            let missing: [String]
        }

        struct Section: Decodable {
            let seen, possible: Int
            let counts: [String: Int]
            let missing: [String]
        }
    }

    @Test("At first nothing is covered, and everything is missing")
    func nothing() async throws {
        try await withSandboxService { service in
            let covered = try await service.coverage()
            #expect(covered.operations.seen == 0 && covered.operations.missing.count == Operations.all.count)
            #expect(covered.errorCodes.missing == ErrorCode.cardService.map(\.rawValue))
            let sections = [
                covered.errorCodes, covered.statusTransitions, covered.wallets, covered.authentication,
                covered.responseCodes,
            ]
            for section in sections {
                #expect(section.seen == 0 && section.counts.isEmpty && section.missing.count == section.possible)
                #expect(Set(section.missing).count == section.possible, "no name stands for two")
            }
            #expect(covered.wallets.possible == 12)
            #expect(covered.statusTransitions.missing.contains("CUSTOMER UPDATE ACTIVE -> LOCKED"))
            #expect(covered.statusTransitions.possible == TransitionMatrix.cells.count)
        }
    }

    @Test("Operations, error codes, status transitions and wallets are counted")
    func cards() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.physical)
            let plastic = try await service.plastic(of: card)
            _ = try await cards.activate(card.cardId, .showing(plastic))
            _ = try await cards.update(card.cardId, .status("LOCKED"))
            _ = try? await cards.update(card.cardId, .status("LOCKED"))
            _ = try await cards.update(card.cardId, .status("ACTIVE"))
            for event in ["SUSPEND", "RESUME"] { _ = try await service.happens(event, to: card) }
            _ = try await cards.replace(card.cardId, .because("DAMAGED"))
            let virtual = try await cards.create(.virtual)
            _ = try await cards.tokenize(virtual.cardId, .push())
            _ = try await cards.updateTokenizationStatus(virtual.cardId, .completed("ref-1", in: "GOOGLE_PAY"))
            let ended = try await service.ask(
                "PATCH", "\(customerCardsPath(.ivana))/\(virtual.cardId)", token: service.businessToken(),
                #"{"status":"CANCELLED","statusReason":"Closed"}"#)
            #expect(ended.status == 200)
            try await service.advance(seconds: 5 * 366 * 86_400)

            let covered = try await service.coverage()
            #expect(covered.operations.counts["updateCard"] == ["200": 2, "403": 1])
            #expect(covered.operations.counts["createCard"] == ["201": 2])
            #expect(covered.operations.seen == 8)
            #expect(!covered.operations.missing.contains("updateCard"))
            #expect(covered.errorCodes.counts == ["DW-OPERATION-NOT-ALLOWED": 1])
            #expect(covered.statusTransitions.counts == [
                "CUSTOMER ACTIVATION ISSUED -> ACTIVE": 1, "CUSTOMER UPDATE ACTIVE -> LOCKED": 1,
                "CUSTOMER UPDATE LOCKED -> ACTIVE": 1, "ISSUER EVENT ACTIVE -> SUSPENDED": 1,
                "BUSINESS UPDATE SUSPENDED -> ACTIVE": 1, "CUSTOMER REPLACEMENT ACTIVE -> DAMAGED": 1,
                "BUSINESS UPDATE ACTIVE -> CANCELLED": 1, "ISSUER EVENT DAMAGED -> EXPIRED": 1,
                "ISSUER EVENT ISSUED -> EXPIRED": 1,
            ])
            #expect(covered.wallets.counts == ["GOOGLE_PAY MC INITIATED": 1, "GOOGLE_PAY MC COMPLETED": 1])
            #expect(try await service.sandbox("DELETE", "/coverage").status == 204)
            #expect(try await service.coverage().operations.seen == 0)
        }
    }

    @Test("Requests that prepare a test are not counted: scenarios, provider states and marked requests")
    func setUp() async throws {
        try await withSandboxService { service in
            let scenario = "cards:\n  one: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: LOCKED}\n"
            let played = try await service.ask(
                "POST", "/sandbox/scenarios", scenario, headers: [("Content-Type", "application/yaml")], on: .sandbox)
            #expect(played.status == 201, "\(played.text)")
            let state = #"{"state":"a customer has a card","params":{"status":"LOCKED"}}"#
            #expect(try await service.sandbox("POST", "/provider-states", state).status == 200)
            let token = try await service.token(of: .ivana)
            #expect(try await service.sandbox("DELETE", "/coverage").status == 204)
            let mark = ("Tessera-Set-Up", "true")
            let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            let made = try await service.ask("POST", cardsPath, token: token, order, headers: [mark])
            let card: CardBody = try made.decoded(expecting: 201)
            let path = "\(cardsPath)/\(card.cardId)"
            let lock = #"{"status":"LOCKED","statusReason":"Mislaid"}"#
            #expect(try await service.ask("PATCH", path, token: token, lock, headers: [mark]).status == 200)
            let resumed = try await service.ask(
                "POST", "/sandbox/cards/\(card.cardId)/events", #"{"type":"SUSPEND"}"#, headers: [mark], on: .sandbox)
            #expect(resumed.status == 200, "\(resumed.text)")
            var covered = try await service.coverage()
            #expect(covered.operations.seen == 0 && covered.statusTransitions.seen == 0)
            #expect(covered.errorCodes.seen == 0)
            let other = try await service.ask("GET", path, token: token, headers: [("Tessera-Set-Up", "no")])
            #expect(other.status == 200)
            covered = try await service.coverage()
            #expect(covered.operations.counts == ["getCard": ["200": 1]])
            _ = try await service.happens("RESUME", to: card)
            #expect(try await service.coverage().statusTransitions.seen == 1)
        }
    }

    @Test("Answers to the card network are counted, from the sandbox and through the network's listeners")
    func responseCodes() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            func play(_ body: String) async throws {
                #expect(try await service.sandbox("POST", "/cards/\(card.cardId)/payments", body).status == 201)
            }
            try await play(#"{"amount":1234,"networkReference":"R1"}"#)
            try await play(#"{"amount":1235,"networkReference":"R1"}"#)
            try await play(#"{"amount":6000}"#)
            try await play(#"{"amount":6000,"partialApprovalCapable":true}"#)
            try await play(#"{"kind":"ACCOUNT_VERIFICATION"}"#)
            let unknown = """
                {"networkReference":"R2","kind":"AUTHORIZATION","pan":"4761730000000003","amount":1,\
                "currencyCode":"EUR","merchant":{"name":"Café","mcc":"5812","city":"Berlin","country":"DE"}}
                """
            #expect(try await service.network(unknown).status == 200)
            let malformed = unknown.replacing("R2", with: "R3").replacing("EUR", with: "XXZ")
            #expect(try await service.network(malformed).status == 200)
            let codes = try await service.coverage().responseCodes
            #expect(codes.counts == ["00": 1, "94": 1, "51": 1, "10": 1, "85": 1, "14": 1, "12": 1])
            #expect(codes.seen == 7 && codes.possible == ResponseCode.allCases.count { $0.isGivenByRules })
            #expect(codes.missing.contains("62") && !codes.missing.contains("59"), "only a partner suspects fraud")
        }
    }

    @Test("Strong customer authentication is counted, and a reset keeps the counts")
    func authentication() async throws {
        try await withSandboxService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            _ = try await app.challenge(event)
            #expect(try await app.attempt(event, otp: app.code().wrong).status == "REJECTED")
            #expect(try await app.attempt(event, otp: app.code().right).status == "VERIFIED")
            #expect(try await app.lock(card, presenting: event).status == 200)
            let other = try await app.lock(card).event
            _ = try await app.challenge(other, .push)
            try await service.advance(seconds: 301)
            #expect(try await app.attempting(other, nil, .push).status == 200)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await service.coverage().authentication.counts == [
                "DEMANDED EMBEDDED": 2, "CHALLENGED OTP by SMS": 1, "CHALLENGED OTP by PUSH_NOTIFICATION": 1,
                "REJECTED OTP by SMS": 1, "VERIFIED OTP by SMS": 1, "USED": 1, "EXPIRED": 1,
                "FAILED OTP by PUSH_NOTIFICATION": 1,
            ])
        }
    }

    @Test("Used-up challenges and blocked verifications are counted")
    func hardships() async throws {
        try await withSandboxService(asking: [.updateCard]) { service in
            let policy = #"{"allowableChallenges":1,"allowableAttempts":100}"#
            #expect(try await service.sandbox("PUT", "/brands/demo/authentication", policy).status == 200)
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            _ = try await app.challenge(event)
            #expect(try await app.challenging(event).status == 429)
            for _ in 1...10 { _ = try await app.attempt(event, otp: app.code().wrong) }
            #expect(try await app.attempting(event, #""otp":"000000""#).status == 429)
            let counts = try await service.coverage().authentication.counts
            #expect(counts["CHALLENGES USED UP"] == 1 && counts["BLOCKED"] == 1)
        }
    }
}

extension LiveService {
    func coverage() async throws -> CoverageTests.Covered {
        try await sandbox("GET", "/coverage").decoded(expecting: 200)
    }
}
