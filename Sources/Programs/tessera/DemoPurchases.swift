import CardAPI
import CardClient
import HTTPContract
import Ledger
import Simulators

/// The part of the demonstration in which a card pays: with money, without, and after it was locked.
struct DemoPurchases: Sendable {
    let service: RunningService
    let customer: String
    let cards: CustomerOperations
    let card: CardBody
    /// The card's token on the iPhone.
    let token: WalletToken

    /// - Parameter lock: locks the card for as long as its body runs.
    func tell(_ lock: (() async throws -> Void) async throws -> Void) async throws {
        let _: TransactionBody = try await service.sandbox(
            "POST", "/customers/\(customer)/load", #"{"amount": 5000, "currencyCode": "EUR"}"#)
        try await show("50.00 EUR are loaded", total: 5000, available: 5000)

        let coffee = try await pay("12.34 EUR in a café with the iPhone", "00", """
            {"amount": 1234, "dpanRef": "\(token.issuerTokenId)", "merchant": {"name": "Kawiarnia", "mcc": "5814", \
            "city": "Warszawa", "country": "PL"}}
            """)
        try await show("the money is held", total: 5000, available: 3766)
        try await payInApp()
        _ = try await pay("99.99 EUR on the internet", "51", #"{"amount": 9999}"#)
        try await lock {
            _ = try await pay("5.00 EUR while the card is locked", "62", #"{"amount": 500}"#)
        }
        _ = try await pay("the café collects", "00", #"{"kind": "CLEARING", "authorizationId": "\#(coffee)"}"#)
        try await show("it is paid", total: 3766, available: 1766)
        let refund = #"{"kind": "REFUND", "authorizationId": "\#(coffee)"}"#
        _ = try await pay("the café gives 12.34 EUR back", "00", refund)
        try await show("it is refunded", total: 5000, available: 3000)
        try await cards.printStatement()
    }

    /// The iPhone gives the app a token that only the merchant can open. The token's contents go to the network.
    private func payInApp() async throws {
        let (merchant, stranger) = (try ApplePayMerchant(), try ApplePayMerchant())
        let iPhone = try await PhonePurse(of: card, at: service).choosing(token.issuerTokenId)
        let price = Money.euros(2000)
        let sealed = try await iPhone.token(paying: price, to: merchant.recipient)
        let now = try await service.sandboxClock()()
        let opened = try merchant.open(sealed, at: now)
        guard (try? stranger.open(sealed, at: now)) == nil else {
            throw RunningService.Failure(description: "Another merchant has opened the token; only one should.")
        }
        print("  20.00 EUR in an app with the iPhone: its token opens with the merchant's key, and with no other one")
        for (what, expected) in [("the merchant sends what was in it", "00"), ("the same cryptogram again", "82")] {
            let answer = try await merchant.charge(opened, in: price.currency, at: service)
            print("  \(what): \(answer.responseCode), \(answer.meaning)")
            guard answer.responseCode == expected else {
                throw RunningService.Failure(description: "The answer should be \(expected).")
            }
        }
    }

    /// - Returns: the id of the authorization.
    private func pay(_ what: String, _ expected: String, _ body: String) async throws -> String {
        let played: PlayedPayment = try await service.sandbox("POST", "/cards/\(card.cardId)/payments", body)
        print("  \(what): \(played.result)")
        guard played.responseCode == expected else {
            throw RunningService.Failure(description: "The answer should be \(expected).")
        }
        return played.authorizationId ?? ""
    }

    private func show(_ what: String, total: Int64, available: Int64) async throws {
        try await cards.show(.euros(total, available: available), after: what)
    }
}
