import Foundation
import HTTPContract
import Identifiers
import Payments
import Testing

@testable import Stitch

@Suite("Preauthorized transactions of Stitch")
struct PreauthorizationTests {
    private static let enabled: JSONValue = ["preAuthorization": ["enabled": true]]
    private static let scope = "transaction_initiate transaction_cancel"
    private static let state = """
        amount state {
          __typename
          ... on TransactionPending { reason } ... on TransactionSuccess { date } ... on TransactionCancelled { date }
        }
        """

    private static func continuing(_ id: String, _ quantity: String) -> JSONValue {
        ["input": ["transactionId": .string(id), "amount": ["quantity": .number(quantity), "currency": "ZAR"]]]
    }

    private static let capture = """
        mutation($input: TransactionContinueInput!) { continueTransaction(input: $input) { \(state) } }
        """
    private static let cancel = """
        mutation($input: TransactionCancelInput!) { cancelTransaction(input: $input) { \(state) } }
        """

    @Test("A preauthorization waits for its capture, which is made once and for at most its amount")
    func capture() async throws {
        let stitch = try await StitchFixture.make()
        let made = try await stitch.pay("12.34", minorUnits: 1234, selecting: Self.state, Self.enabled)
        let id = try #require(made["id"]?.text)
        #expect(made["state"] == ["__typename": "TransactionPending", "reason": "authorizationNotFinalised"])
        let tooMuch = try await stitch.ask(Self.capture, Self.continuing(id, "12.35"))
        #expect(tooMuch.firstMessage == "At most 12.34 ZAR of the payment is left to capture or void.")
        let captured = try await stitch.ask(Self.capture, Self.continuing(id, "10"))
        let transaction = captured["data"]?["continueTransaction"]
        #expect(transaction?["state"]?["__typename"] == "TransactionSuccess")
        #expect(transaction?["amount"] == ["quantity": .number("10.00"), "currency": "ZAR"])
        #expect(try await stitch.ask(Self.capture, Self.continuing(id, "1")).firstMessage != nil)
        let cancelled = try await stitch.ask(Self.cancel, ["input": ["transactionId": .string(id)]], scope: Self.scope)
        #expect(cancelled.firstMessage != nil, "what is captured can be refunded")
    }

    @Test("A preauthorization is cancelled with a scope of its own, and then cannot be captured")
    func cancel() async throws {
        let stitch = try await StitchFixture.make()
        let made = try await stitch.pay("5", minorUnits: 500, Self.enabled)
        let id = try #require(made["id"]?.text)
        let input: JSONValue = ["input": ["transactionId": .string(id)]]
        let forbidden = try await stitch.ask(Self.cancel, input)
        #expect(forbidden.firstMessage == "Token is missing the following scope: transaction_cancel")
        let cancelled = try await stitch.ask(Self.cancel, input, scope: Self.scope)
        let expected: JSONValue = ["__typename": "TransactionCancelled", "date": "2026-03-15T12:00:00Z"]
        #expect(cancelled["data"]?["cancelTransaction"]?["state"] == expected)
        #expect(try await stitch.ask(Self.capture, Self.continuing(id, "1")).firstMessage != nil)
    }

    @Test("The merchant chooses the time in the future at which the preauthorization ends")
    func voidAt() async throws {
        let stitch = try await StitchFixture.make()
        let soon: JSONValue = ["preAuthorization": ["enabled": true, "voidAt": "2026-03-15T13:00:00Z"]]
        let made = try await stitch.pay("5", minorUnits: 500, soon)
        let id = try #require(PaymentID(made["id"]?.text ?? ""))
        let payment = try #require(try await stitch.payments.payment(id))
        #expect(payment.expiresAt == StitchFixture.start + 3600)
        let past: JSONValue = ["preAuthorization": ["enabled": true, "voidAt": "2026-03-15T12:00:00Z"]]
        let refused = try await stitch.ask(
            StitchFixture.initiating(""), StitchFixture.input("1", "past", token: "eA==", past))
        #expect(refused.firstMessage == "The voidAt must be in the future.")
    }

    @Test("A preauthorization that is not enabled is an ordinary transaction")
    func disabled() async throws {
        let stitch = try await StitchFixture.make()
        let made = try await stitch.pay(
            "5", minorUnits: 500, selecting: Self.state, ["preAuthorization": ["enabled": false]])
        #expect(made["state"]?["__typename"] == "TransactionSuccess")
    }
}
