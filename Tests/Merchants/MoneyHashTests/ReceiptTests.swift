import CardSecrets
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing

@testable import MoneyHash

@Suite("Receipts of wallets at MoneyHash")
struct ReceiptTests {
    /// The forms in which a merchant's app may send the wallet's PaymentData.
    enum Envelope: CaseIterable {
        case plain, base64, token, tokenInBase64, paymentToken

        func wrap(_ data: String) -> String {
            let token = #"{"token": {"paymentData": \#(data), "transactionIdentifier": "00"}}"#
            return switch self {
            case .plain: data
            case .base64: EncodedBytes.base64(data.utf8)
            case .token: token
            case .tokenInBase64: EncodedBytes.base64(token.utf8)
            case .paymentToken: #"{"paymentData": \#(data)}"#
            }
        }
    }

    @Test("Apple's PaymentData is accepted in every form that MoneyHash's guide and demonstration have",
        arguments: Envelope.allCases)
    func apple(envelope: Envelope) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        let answer = try await fixture.submit(envelope.wrap(fixture.paymentData()), id)
        #expect(answer.outcome == "INTENT_PROCESSED 6000", "\(answer.body)")
        #expect(answer.object["count"] == 1 && answer.data?["state_details"] == .null)
        #expect(answer.data?.object("intent")?.text("status") == "PROCESSED")
        let transaction = try #require(answer.data?.object("transaction"))
        #expect(transaction.text("status") == "SUCCESSFUL" && transaction.text("payment_method") == "APPLE_PAY")
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
        #expect(fixture.issuer.asked.count == 1)
    }

    @Test("Google's token is accepted alone, in Base64, and inside the wallet's whole answer", arguments: 0..<3)
    func google(form: Int) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "GOOGLE_PAY"])
        let token = try await fixture.googleToken()
        let whole: JSONValue = ["paymentMethodData": ["tokenizationData": ["token": .string(token)]]]
        let receipt = [token, EncodedBytes.base64(token.utf8), whole.jsonText][form]
        #expect(try await fixture.submit(receipt, id).outcome == "INTENT_PROCESSED 6000")
    }

    /// The beginning and the end of the receipt in the guide, which is an App Store receipt of 2015.
    @Test("The guide's own example is refused, and the answer says why")
    func sample() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        let receipt = EncodedBytes.base64(
            #"{"signature" = "Ahq0";"purchase-info" = "ewoJ";"environment" = "Sandbox";"pod" = "100";}"#.utf8)
        let answer = try await fixture.submit(receipt, id)
        #expect(
            answer.words
                == "400 | receipt: The receipt is one of a purchase in the App Store, not PaymentData of Apple Pay.")
        #expect(try await fixture.details(id).state == "NATIVE_PAY", "and the customer can pay")
    }

    @Test("An invalid token is refused, naming its member", arguments: [
        ("", "This field may not be blank."),
        ("?", "The receipt is neither JSON nor Base64 of JSON."),
        ("AAAA", "The receipt in Base64 does not contain JSON."),
        ("{}", "The receipt has no paymentData of Apple Pay."),
        (#"{"token": "x"}"#, "The receipt has no paymentData of Apple Pay."),
        ("[1]", "The receipt is neither JSON nor Base64 of JSON."),
    ])
    func malformed(receipt: String, problem: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        #expect(try await fixture.submit(receipt, id).words == "400 | receipt: \(problem)")
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("A token for another merchant, another amount, an old one and a used one are refused")
    func wrongTokens() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        let stranger = try await fixture.submit(fixture.paymentData(to: "M2"), id)
        #expect(stranger.status == 400 && stranger.words.contains("receipt: "), "\(stranger.words)")
        let other = try await fixture.submit(fixture.paymentData(4999), id)
        #expect(other.words == "400 | receipt: The wallet's token is for another amount: 49.99 USD.")
        let old = try await fixture.paymentData()
        fixture.clock.move(seconds: 301)
        #expect(try await fixture.submit(old, id).status == 400)
        let data = try await fixture.paymentData(seed: 8)
        #expect(try await fixture.submit(data, id).outcome == "INTENT_PROCESSED 6000")
        let second = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        #expect(try await fixture.submit(data, second).words.contains("was opened before"))
        #expect(fixture.issuer.asked.count == 1)
    }

    @Test("A receipt needs a selected wallet")
    func states() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        let data = try await fixture.paymentData()
        #expect(
            try await fixture.submit(data, id).words
                == "400 | intent: The intent's state is METHOD_SELECTION; select a method first.")
        _ = try await fixture.select("CARD", id)
        #expect(
            try await fixture.submit(data, id).words
                == "400 | receipt: The intent's state is FORM_FIELDS; select APPLE_PAY or GOOGLE_PAY first.")
        let missing = try await fixture.ask(.post, "/payments/intent/\(id)/receipt/", [:])
        #expect(missing.words == "400 | receipt: This field is required.")
        _ = try await fixture.select("APPLE_PAY", id)
        #expect(try await fixture.submit(data, id).outcome == "INTENT_PROCESSED 6000")
        #expect(
            try await fixture.submit(fixture.paymentData(seed: 9), id).words
                == "400 | intent: The intent is processed; no further attempts are allowed.")
        #expect(
            try await fixture.select("CARD", id).words
                == "400 | intent: The intent is processed; no further attempts are allowed.")
    }

    @Test("The transaction has the customer's data from the wallet")
    func billing() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        func body(_ email: JSONValue) async throws -> JSONValue {
            ["receipt": .string(try await fixture.paymentData()), "receipt_billing_data": ["email": email]]
        }
        let path = "/payments/intent/\(id)/receipt/"
        let wrong = try await fixture.ask(.post, path, try await body(7))
        #expect(wrong.words == "400 | receipt_billing_data.email: Not a valid string.")
        let answer = try await fixture.ask(.post, path, try await body("ivana@shop.example"))
        let billing = answer.data?.object("transaction")?.object("billing_data")
        #expect(billing?.text("email") == "ivana@shop.example", "\(answer.body)")
    }

    @Test("The merchant's own form charges a card")
    func card() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "CARD"])
        let path = "/direct/payments/intents/\(id)/card/"
        let wrong = try await fixture.ask(
            .post, path,
            ["card_number": "4111111111111112", "expiry_month": "13", "expiry_year": "31", "cvv": "1x3"])
        #expect(
            wrong.words
                == "400 | card_number: Invalid card number. | expiry_month: Invalid expiry date. | "
                + "cvv: Invalid security code.")
        let answer = try await fixture.ask(
            .post, path,
            ["card_number": "4111 1111 1111 1111", "expiry_month": "03", "expiry_year": "31", "cvv": "123"])
        #expect(answer.outcome == "INTENT_PROCESSED 6000", "\(answer.body)")
        let details = answer.data?.object("transaction")?.object("payment_method_details")
        #expect(details?.text("type") == "CARD" && details?.object("data")?.text("last_4") == "1111")
    }
}
