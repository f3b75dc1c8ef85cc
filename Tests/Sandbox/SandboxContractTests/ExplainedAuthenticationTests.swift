import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing

@Suite("Reasons for refusing a proof of authentication")
struct ExplainedAuthenticationTests {
    private struct Journal: Decodable {
        let requests: [Entry]

        struct Entry: Decodable {
            let explanation: String?
        }
    }

    @Test("The journal says why an event did not let a request through; the responses do not differ")
    func events() async throws {
        try await withSandboxService(asking: [.updateCard, .replaceCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            let (other, foreign) = try await App(of: .jonas, at: service).begin()

            #expect(try await explanation(of: app.lock(card), at: service) == nil, "there was no proof")
            #expect(try await explanation(of: app.lock(card, presenting: event), at: service)?
                .hasPrefix("The event is OPEN: ") == true)
            #expect(try await explanation(of: app.lock(card, presenting: foreign), at: service)?
                .hasPrefix("This customer has no event") == true)
            #expect(other.customerId != card.customerId)

            try await app.verify(event)
            let cancelling = try await app.ask(
                "PATCH", "\(cardsPath)/\(card.cardId)", #"{"status":"CANCELLED","statusReason":"Mislaid"}"#,
                presenting: event)
            #expect(try await explanation(of: cancelling, at: service)?
                .hasPrefix("The event is for another method, path or body") == true)
            let second = try await app.lock(app.newCard(), presenting: event)
            #expect(try await explanation(of: second, at: service)?.contains("another card") == true)
            let replacing = try await app.ask(
                "POST", "\(cardsPath)/\(card.cardId)/replace", #"{"reason":"LOST"}"#, presenting: event)
            #expect(try await explanation(of: replacing, at: service)?
                .hasPrefix("The event is for UPDATE_CARD, and this request is REPLACE_CARD") == true)

            #expect(try await app.lock(card, presenting: event).status == 200)
            #expect(try await explanation(of: app.lock(card, presenting: event), at: service)?
                .hasPrefix("The event is USED: ") == true)
            let (last, late) = try await app.begin()
            try await service.advance(seconds: 900)
            let renewed = try await App(at: service)
            #expect(try await explanation(of: renewed.lock(last, presenting: late), at: service)?
                .hasPrefix("This customer has no event") == true, "an expired event is deleted")
        }
    }

    @Test("The journal says when an event for a page was used, and how long its request could be repeated")
    func pages() async throws {
        try await withSandboxService(asking: [.secureDetails]) { service in
            let (app, card) = (try await App(at: service), try await service.cards(of: .ivana).create(.virtual))
            let event = try await service.askForView(of: card, #"{"type":"PAN"}"#).event
            try await app.verify(event)
            func ask(_ body: String) async throws -> RawAnswer {
                try await service.askForView(of: card, body, headers: [("SCA-Authorization", event.pass)])
            }
            #expect(try await ask(#"{"type":"PAN"}"#).status == 201)
            #expect(try await explanation(of: ask(#"{"type":"PIN"}"#), at: service)?
                .hasPrefix("The event is for another method, path or body") == true)
            try await service.advance(seconds: 60)
            #expect(
                try await explanation(of: ask(#"{"type":"PAN"}"#), at: service)
                    == "The event is USED: it let its request through at 2026-03-15T12:00:00Z, and could let the same "
                    + "request through again until 2026-03-15T12:01:00Z; answer the new one in WWW-Authenticate.")
        }
    }

    /// The journal's explanation of a refused request. The response itself is the same for every cause.
    private func explanation(of answer: RawAnswer, at service: LiveService) async throws -> String? {
        _ = try answer.event
        #expect(answer.problem == Problem(.scaRequired, AuthenticationRefusal.examples[0].message))
        let journal: Journal = try await service.sandbox("GET", "/requests?limit=1").decoded(expecting: 200)
        return journal.requests.first?.explanation
    }
}
