import CardSecrets
import GraphQL
import HTTPContract
import Ledger
import Payments
import Testing

@testable import Stitch

@Suite("Payment methods of a Stitch transaction")
struct WalletMethodTests {
    private static let cryptogram = "AgAAAAAABk4DWZ4C28yUQAAAAAA="

    private static func methods(_ name: String, _ input: JSONValue) throws -> JSONObject {
        guard case .object = input else { throw FieldFailure("no object") }
        return JSONObject([(name, input)])
    }

    @Test("Exactly one payment method is accepted")
    func exactlyOne() throws {
        #expect(throws: FieldFailure.self) { try WalletMethod(nil) }
        #expect(throws: FieldFailure.self) { try WalletMethod(JSONObject()) }
        let both = JSONObject([("applePay", [:]), ("googlePay", [:])])
        #expect(throws: FieldFailure.self) { try WalletMethod(both) }
        #expect(try WalletMethod(JSONObject([("samsungPay", [:]), ("applePay", .null)])).wallet == .samsung)
    }

    @Test("Each wallet has its own members for an opened token")
    func decrypted() throws {
        let number: JSONValue = "4111111111111111"
        let proof: JSONValue = ["onlinePaymentCryptogram": .string(Self.cryptogram), "eciIndicator": "07"]
        let apple: JSONValue = [
            "applicationPrimaryAccountNumber": number, "applicationExpirationDate": "301231",
            "secure3DPaymentData": proof,
        ]
        let google: JSONValue = [
            "primaryAccountNumber": number, "expirationYear": 2030, "expirationMonth": 12,
            "cryptogram": .string(Self.cryptogram), "eciIndicator": "07",
        ]
        let samsung: JSONValue = [
            "tokenPrimaryAccountNumber": number, "tokenExpirationDate": "3012",
            "cryptogram": .string(Self.cryptogram), "eciIndicator": "07",
        ]
        for (name, input) in [("applePay", apple), ("googlePay", google), ("samsungPay", samsung)] {
            let found = try WalletMethod(Self.methods(name, input)).decrypted()
            let instrument = try #require(found, "\(name)")
            #expect(instrument.pan.lastFour == "1111" && instrument.expiry?.year == 2030, "\(name)")
            #expect(instrument.expiry?.month == 12, "\(name)")
            guard case .token(_, let cryptogram, let indicator) = instrument.kind else {
                Issue.record("\(name) is no token")
                continue
            }
            #expect(cryptogram?.count == 20 && indicator == "07", "\(name)")
        }
    }

    @Test("Google's card without a cryptogram is refused")
    func panOnly() throws {
        let input: JSONValue = [
            "primaryAccountNumber": "4111111111111111", "expirationYear": 2030, "expirationMonth": 12,
        ]
        #expect(throws: FieldFailure.self) { try WalletMethod(Self.methods("googlePay", input)).decrypted() }
    }

    @Test(
        "An amount is read without rounding",
        arguments: [
            ("1", "ZAR", 100), ("1.0", "ZAR", 100), ("1.01", "ZAR", 101), ("12.340000", "ZAR", 1234),
            ("5.0", "JPY", 5), ("0.001", "KWD", 1),
        ])
    func amounts(_ digits: String, _ currency: String, _ minorUnits: Int64) throws {
        let input = JSONObject([("quantity", .number(digits)), ("currency", .string(currency))])
        #expect(try Money(input).minorUnits == minorUnits)
    }

    @Test(
        "An amount that cannot be charged is refused",
        arguments: [("0", "ZAR"), ("-1", "ZAR"), ("1.001", "ZAR"), ("1e2", "ZAR"), ("1", "ABC"), ("1.5", "JPY")])
    func badAmounts(_ digits: String, _ currency: String) {
        let input = JSONObject([("quantity", .number(digits)), ("currency", .string(currency))])
        #expect(throws: FieldFailure.self) { try Money(input) }
    }

    @Test("The test token is the one of Stitch's guide")
    func testToken() throws {
        let method = try WalletMethod(JSONObject([("googlePay", [:])]))
        guard case .google(let bytes) = try method.token(InitiateTransaction.testToken) else {
            Issue.record("The token is not Google's.")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "'examplePaymentMethodToken'")
    }
}
