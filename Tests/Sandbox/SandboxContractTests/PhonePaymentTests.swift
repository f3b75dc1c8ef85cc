import Authorizing
import CardAPI
import CardClient
import Cards
import CardSecrets
import ContractTestSupport
import Ledger
import Sandbox
import Testing
import TestSupport

@Suite("Payments with simulated phones, over HTTP")
struct PhonePaymentTests {
    struct Payment: Decodable {
        struct Expiry: Decodable, Equatable {
            let month, year: Int
        }

        let dpan, unpredictableNumber, cryptogram, requestorId, wallet: String
        let expiry: Expiry
        let counter: Int
        let eci: String?

        /// The network's findings about the payment of 12.50 EUR.
        func presented(
            by entryMode: EntryMode, in message: String, to service: LiveService
        ) async throws -> DetokenizedToken? {
            let presented = PresentedToken(
                dpan: try #require(PAN(dpan)), expiry: Cards.Expiry(month: expiry.month, year: expiry.year),
                requestorID: requestorId,
                cryptogram: try EncodedBytes.decodeBase64(cryptogram, limitBytes: 20),
                amount: Money(minorUnits: 1250, currency: .euro), entryMode: entryMode,
                message: try #require(NetworkReference(message)))
            return try await service.fixture.sandbox.detokenize(presented)
        }
    }

    @Test("A phone's payment has everything that the network needs", arguments: [
        ("DEMO-VIRTUAL-VISA-EEA", "489537", "07"), ("SKRILL-VIRTUAL-MC-EEA", "535375", "02"),
    ])
    func payment(program: String, prefix: String, indicator: String) async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering(program))
            let phone = try await RemotePhone("PIXEL", at: service)
            let token = try #require(try await phone.push(card, of: cards).push.token)
            let app: Payment = try await phone.pay(token, #"{"amount":1250,"currencyCode":"EUR"}"#)
                .decoded(expecting: 201)
            #expect(app.dpan.hasPrefix(prefix) && app.dpan.suffix(4) == token.dpanLastFour)
            #expect(app.counter == 1 && app.cryptogram.count == 28 && app.unpredictableNumber.count == 8)
            #expect(app.eci == indicator && app.wallet == "GOOGLE_PAY" && app.requestorId == "90000000002")
            #expect(app.expiry == Payment.Expiry(month: 3, year: 2030))
            let shop: Payment = try await phone.pay(token, #"{"amount":1250,"currencyCode":"EUR","inStore":true}"#)
                .decoded(expecting: 201)
            #expect(shop.dpan == app.dpan && shop.counter == 2 && shop.eci == nil)

            let found = try #require(try await shop.presented(by: .contactless, in: "M2", to: service))
            #expect(found.cryptogram == .valid && found.pan.lastFour == card.lastFour)
            #expect(found.isExpiryRight && found.isRequestorRight)
            #expect(try await app.presented(by: .ecommerce, in: "M1", to: service)?.cryptogram == .valid)
            #expect(try await app.presented(by: .ecommerce, in: "N1", to: service)?.cryptogram == .replayed)
        }
    }

    @Test("A token that is not ACTIVE does not pay, and the error names its state")
    func states() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let phone = try await RemotePhone("PIXEL", at: service)
            let body = #"{"amount":1250,"currencyCode":"EUR"}"#
            let waiting: RemotePhone.Token = try await phone.begin(card).decoded(expecting: 201)
            try await expect("NEEDS_IDENTITY_VERIFICATION", phone.pay(waiting, body))
            _ = try await phone.complete(waiting, of: cards)
            #expect(try await phone.happens("SUSPEND", to: waiting).status == 200)
            try await expect("SUSPENDED", phone.pay(waiting, body))
            #expect(try await phone.happens("DELETE", to: waiting).status == 200)
            try await expect("DELETED", phone.pay(waiting, body))
            let stranger = try await RemotePhone("GALAXY", at: service)
            let elsewhere = try await stranger.pay(waiting, body)
            #expect(elsewhere.status == 404 && elsewhere.text.contains("TAP_AND_PAY_TOKEN_NOT_FOUND"))
            #expect(try await phone.ask("DELETE").status == 204)
            let gone = try await phone.pay(waiting, body)
            #expect(gone.status == 404 && gone.text.contains("There is no such phone"))
        }
    }

    private struct Listed: Decodable {
        struct Entry: Decodable {
            let phone: RemotePhone.Phone
            let token: RemotePhone.Token
        }

        let tokens: [Entry]
    }

    @Test("A card's tokens are listed with their phones, without deleted ones; an unknown card is 404")
    func tokensOfCard() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let (card, other) = (try await cards.create(.virtual), try await cards.create(.virtual))
            let (pixel, galaxy) = (
                try await RemotePhone("PIXEL", at: service), try await RemotePhone("GALAXY", at: service)
            )
            let first = try #require(try await pixel.push(card, of: cards).push.token)
            let second = try #require(try await galaxy.push(card, of: cards).push.token)
            _ = try await pixel.push(other, of: cards)
            let path = "/cards/\(card.cardId)/tokens"
            let both: Listed = try await service.sandbox("GET", path).decoded(expecting: 200)
            #expect(both.tokens.count == 2)
            #expect(both.tokens.contains { $0.phone == pixel.phone && $0.token == first })
            #expect(both.tokens.contains { $0.phone == galaxy.phone && $0.token == second })
            #expect(try await pixel.happens("DELETE", to: first).status == 200)
            let one: Listed = try await service.sandbox("GET", path).decoded(expecting: 200)
            #expect(one.tokens.map(\.token) == [second])
            #expect(try await galaxy.ask("DELETE").status == 204)
            let none: Listed = try await service.sandbox("GET", path).decoded(expecting: 200)
            #expect(none.tokens.isEmpty)
            for id in ["00000000-0000-4000-8000-000000000000", "x"] {
                #expect(try await service.sandbox("GET", "/cards/\(id)/tokens").status == 404)
            }
        }
    }

    private func expect(_ state: String, _ answer: RawAnswer) {
        #expect(answer.status == 409 && answer.text.contains("TAP_AND_PAY_INVALID_TOKEN_STATE"))
        #expect(answer.text.contains("This token is \(state); a token that is ACTIVE is accepted."))
    }

    @Test("All errors of a payment's body are reported together, and a refused one uses no counter")
    func fields() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let phone = try await RemotePhone("PIXEL", at: service)
            let token = try #require(try await phone.push(cards.create(.virtual), of: cards).push.token)
            let empty = try await phone.pay(token, "{}")
            #expect(empty.status == 400 && empty.text.contains("amount") && empty.text.contains("currencyCode"))
            for body in [
                #"{"amount":-1,"currencyCode":"EUR"}"#, #"{"amount":1000000000000,"currencyCode":"EUR"}"#,
                #"{"amount":1.5,"currencyCode":"EUR"}"#, #"{"amount":1,"currencyCode":"EUX"}"#,
                #"{"amount":1,"currencyCode":"EUR","inStore":"yes"}"#, #"{"amount":1,"currencyCode":"EUR","pin":1}"#,
            ] {
                #expect(try await phone.pay(token, body).status == 400, "\(body)")
            }
            let free: Payment = try await phone.pay(token, #"{"amount":0,"currencyCode":"JPY"}"#)
                .decoded(expecting: 201)
            #expect(free.counter == 1)
        }
    }
}

extension RemotePhone {
    func pay(_ token: Token, _ body: String) async throws -> RawAnswer {
        try await ask("POST", "/tokens/\(token.issuerTokenId)/cryptograms", body)
    }
}
