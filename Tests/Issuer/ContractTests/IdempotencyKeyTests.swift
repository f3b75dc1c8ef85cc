import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Idempotency keys")
struct IdempotencyKeyTests {
    private static let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#

    @Test("The same request with the same key gets the same answer, marked as replayed")
    func replay() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let key = [(name: "Idempotency-Key", value: "b6f1")]
            let first = try await service.ask("POST", cardsPath, token: token, Self.order, headers: key)
            #expect(first.status == 201 && first["Idempotent-Replayed"] == nil)
            let again = try await service.ask("POST", cardsPath, token: token, Self.order, headers: key)
            #expect(again.status == 201 && again.body == first.body && again["Idempotent-Replayed"] == "true")
            #expect(try await service.cards(of: .ivana).getAll().meta.numberOfRecords == 1)
        }
    }

    @Test("The same content with its members in another order is the same request")
    func reordered() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let key = [(name: "Idempotency-Key", value: "b6f1")]
            let first = try await service.ask("POST", cardsPath, token: token, Self.order, headers: key)
            let reordered = #"{"currency": "EUR", "programName": "SKRILL-VIRTUAL-MC-EEA"}"#
            let again = try await service.ask("POST", cardsPath, token: token, reordered, headers: key)
            #expect(again.status == 201 && again.body == first.body && again["Idempotent-Replayed"] == "true")
            let other = reordered.replacing("{", with: #"{"mobile": null, "#)
            #expect(
                try await service.ask("POST", cardsPath, token: token, other, headers: key).problem?.code
                    == .idempotencyKeyReused)
        }
    }

    @Test("Another request with the same key is refused, but another customer may use the key")
    func reuse() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let key = [(name: "Idempotency-Key", value: "b6f1")]
            let first = try await service.ask("POST", cardsPath, token: token, Self.order, headers: key)
            let message =
                "This Idempotency-Key was used for another request in the last 24 hours; a new request needs a new key."
            let other = Self.order.replacing("EUR", with: "BGN")
            let reused = try await service.ask("POST", cardsPath, token: token, other, headers: key)
            #expect(reused.status == 409 && reused.problem == Problem(.idempotencyKeyReused, message))
            let card: CardBody = try first.decoded()
            let elsewhere = try await service.ask(
                "POST", "\(cardsPath)/\(card.cardId)/replace", token: token, #"{"reason":"RENEW"}"#, headers: key)
            #expect(elsewhere.problem == Problem(.idempotencyKeyReused, message))
            let stranger = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .jonas), Self.order, headers: key)
            #expect(stranger.status == 201 && stranger["Idempotent-Replayed"] == nil)
        }
    }

    @Test("A refused request does not use up its key")
    func refused() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let key = [(name: "Idempotency-Key", value: "b6f1")]
            #expect(try await service.ask("POST", cardsPath, token: token, "{}", headers: key).status == 400)
            #expect(try await service.ask("POST", cardsPath, token: token, Self.order, headers: key).status == 201)
        }
    }

    @Test("A wrong security code that is sent again with its key counts once")
    func wrongActivation() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.physical)
            let plastic = try await service.plastic(of: card)
            let wrong = ActivateCardBody.showing(plastic, cvv: plastic.wrongCVV)
            for _ in 1...5 {
                await expectProblem(
                    .activationDataShouldBeValid,
                    "The digits do not match the card; tries left before it is SUSPENDED: 2."
                ) { try await cards.activate(card.cardId, wrong, idempotencyKey: "lost-answer") }
            }
            #expect(try await cards.activate(card.cardId, .showing(plastic)).status == "ACTIVE")
        }
    }

    @Test("A key must be sent once and have 1 to 255 visible ASCII characters", arguments: [
        [""], [String(repeating: "k", count: 256)], ["a b"], ["schlüssel"], ["a", "a"], ["a", "b"],
    ])
    func unusable(keys: [String]) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .ivana), Self.order,
                headers: keys.map { ("Idempotency-Key", $0) })
            let message = "The Idempotency-Key header must be one key of 1 to 255 visible ASCII characters."
            #expect(answer.status == 400 && answer.problem == Problem(.idempotencyKeyShouldBeValid, message))
            #expect(try await service.cards(of: .ivana).getAll().cards == [])
        }
    }

    @Test("A key that looks like a card number is refused and not repeated; a time is accepted", arguments: [
        ("4761732583296743", 400), ("pay-4761-7325-8329-6743", 400), ("94761-7325-8329-6743", 400),
        ("1732246483637", 201), ("order-20261122034501", 201), ("f16ba382-eb42-481a-b08f-c57bdc9aae24", 201),
    ])
    func cardNumbers(key: String, status: Int) async throws {
        try await withLiveService { service in
            let answer = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .ivana), Self.order,
                headers: [("Idempotency-Key", key)])
            #expect(answer.status == status)
            guard status == 400 else { return }
            let message =
                "The Idempotency-Key header must not hold what looks like a card number; a UUID is a good key."
            #expect(answer.problem == Problem(.idempotencyKeyShouldBeValid, message))
            let code = ErrorCode.idempotencyKeyShouldBeValid
            #expect([code.meaning, code.remedy].allSatisfy { $0.contains("look") && $0.contains("like a card number") })
        }
    }

    @Test("A key of 255 characters is accepted")
    func longest() async throws {
        try await withLiveService { service in
            let answer = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .ivana), Self.order,
                headers: [("Idempotency-Key", String(repeating: "~", count: 255))])
            #expect(answer.status == 201)
        }
    }
}
