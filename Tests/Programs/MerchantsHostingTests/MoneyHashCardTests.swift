import Authorizing
import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import Gateways
import HTTPContract
import IssuingTestSupport
import Ledger
import Payments
import Sandbox
import Testing
import TestSupport

@Suite("Cards at MoneyHash are authenticated and charged by the issuer", .timeLimit(.minutes(5)))
struct MoneyHashCardTests {
    /// The card data that the merchant's own form collects from a shopper.
    private static func card(
        of shopper: Shopper, in place: Marketplace
    ) async throws -> (body: JSONValue, code: String) {
        let plastic = try await place.fixture.sandbox.plastic(of: shopper.card.id)
        let (expiry, code) = (plastic.card.expiry, plastic.cvv.reveal { $0 })
        let body: JSONValue = [
            "card_number": .string(plastic.pan.reveal { $0 }), "cvv": .string(code),
            "expiry_month": .string(String(String(100 + expiry.month).suffix(2))),
            "expiry_year": .string(String(expiry.year)),
        ]
        return (body, code)
    }

    private static func press(_ form: String, _ answer: RawAnswer, in place: Marketplace) async throws -> RawAnswer {
        let url = try #require(answer.json?["data"]?["state_details"]?["url"]?.text, "\(answer.text)")
        let target = try #require(url.range(of: "/moneyhash/")).lowerBound
        return try await place.send(
            RawRequest(
                method: "POST", target: String(url[target...]),
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)))
    }

    @Test("A code confirms the payment and saves the card, which then pays with its security code and by installments")
    func code() async throws {
        try await withMarketplace { place in
            let shop = try await Shop(place, named: "Bread & Butter")
            let (till, shopper) = (try shop.moneyHash, try await Shopper(place.fixture))
            let (card, code) = try await Self.card(of: shopper, in: place)
            let customer: JSONValue = ["customer": "ivana"]
            let id = try await till.intent(
                of: .euros(1000), named: "order-1",
                ["customer": "ivana", "payment_method": "CARD", "threeds": ["enabled": true], "tokenize_card": true])
            let asked = try await till.send("POST", "/direct/payments/intents/\(id)/card/", card)
            #expect(asked.json?["data"]?["state"]?.text == "URL_TO_RENDER", "\(asked.text)")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            #expect(try await Self.press("answer=sms", asked, in: place).text.contains("The code that we sent to"))
            let messages = try await place.fixture.sandbox.messages(to: shopper.card.customer)
            let sms = try #require(messages.first?.code)
            #expect(messages.first?.about == "10.00 EUR to Bread & Butter")
            let done = try await Self.press("answer=code&code=\(sms)", asked, in: place)
            #expect(done.text.contains("Your payment is done."), "\(done.text)")
            #expect(try await shopper.balance() == .init(posted: 5000, available: 4000))
            #expect(try await place.fixture.authorization(of: shopper.card).payment.challenge == .threeDSecure)

            let list = try await till.send("GET", "/tokens/cards/?customer=ivana")
            let token = try #require(list.json?["data"]?[0]?["hashid"]?.text, "\(list.text)")
            let second = try await till.intent(
                of: .euros(500), named: "order-2", customer.adding("card_token", .string(token)))
            let wrong: JSONValue = ["cvv": .string(code == "000" ? "001" : "000")]
            let declined = try await till.send("POST", "/direct/payments/intents/\(second)/cvv/", wrong)
            #expect(declined.moneyHashWords == "7000 WRONG_CVV2")
            let again = try await till.send(
                "POST", "/direct/payments/intents/\(second)/update-method/",
                ["payment_method": "CARD", "card_token": .string(token)])
            #expect(again.json?["data"]?["state"]?.text == "SAVED_CARD_CVV")
            let paid = try await till.send("POST", "/direct/payments/intents/\(second)/cvv/", ["cvv": .string(code)])
            #expect(paid.moneyHashWords == "6000")
            let third = try await till.intent(
                of: .euros(600), named: "order-3", ["payment_method": "BANK_INSTALLMENTS"])
            let plans = try await till.send("POST", "/direct/payments/intents/\(third)/card/", card)
            let plan = try #require(plans.json?["data"]?["state_details"]?["plans"]?[1]?["id"]?.text, "\(plans.text)")
            let taken = try await till.send(
                "POST", "/direct/payments/intents/\(third)/installment-plan/",
                ["plan_id": .string(plan), "cvv": .string(code)])
            #expect(taken.moneyHashWords == "6000")
            #expect(try await shopper.balance().available == 2900)
        }
    }

    @Test("The bank's app answers, and the payment goes on without the page", arguments: [true, false])
    func app(isApproved: Bool) async throws {
        try await withMarketplace { place in
            let shop = try await Shop(place, named: "Bread & Butter")
            let (till, shopper) = (try shop.moneyHash, try await Shopper(place.fixture))
            let (card, _) = try await Self.card(of: shopper, in: place)
            let id = try await till.intent(
                of: .euros(1000), named: "order-1", ["payment_method": "CARD", "threeds": ["enabled": true]])
            let asked = try await till.send("POST", "/direct/payments/intents/\(id)/card/", card)
            #expect(try await Self.press("answer=app", asked, in: place).text.contains("Open your app"))
            let details = "/payments/external/intents/\(id)/"
            #expect(
                try await till.send("GET", details).json?["data"]?["state"]?.text == "TRANSACTION_WAITING_USER_ACTION")
            let message = try #require(try await place.fixture.sandbox.messages(to: shopper.card.customer).first)
            _ = try await place.fixture.sandbox.answerPush(message.id, approving: isApproved)
            try await place.side.settleWhatIsDue()
            let ended = try await till.send("GET", details)
            #expect(ended.moneyHashWords == (isApproved ? "6000" : "7000 NOT_AUTHENTICATED"), "\(ended.text)")
            #expect(try await shopper.balance().available == (isApproved ? 4000 : 5000))
        }
    }
}
