import CardSecrets
import Gateways
import HTTPContract
import Payments

/// A wallet's token as a merchant's app sends it on: `receipt`.
///
/// MoneyHash's guide sends Apple's PaymentData as a text, and shows Base64; its demonstration sends
/// `{"token": {"paymentData": …}}`. All of these are accepted, each as JSON and in Base64.
enum Receipt {
    static let form = RequestForm(
        name: "MoneyHashReceipt",
        members: [
            RequestMember(
                "receipt", .text(limit: 48 * 1024), isRequired: true, isSecret: true, example: "{}",
                "The wallet's payment token: Apple's PaymentData, or Google's token."),
            RequestMember(
                "receipt_billing_data", .object(limitBytes: 2048), isNullable: true, "Who pays, as the wallet says."),
        ])

    /// A receipt of 32 KiB in Base64, in JSON.
    static let bodyLimitBytes = 128 * 1024

    /// - Parameter method: the selected wallet.
    static func token(in text: String, for method: PaymentMethod) throws(MoneyHashError) -> WalletPaymentToken {
        let decoded = EncodedBytes.base64(text.filter { !$0.isNewline })
        guard case .object(let object)? = json(Array(text.utf8)) ?? decoded.flatMap(json) else {
            throw .invalid("receipt", problem(with: decoded))
        }
        switch method {
        case .applePay:
            guard let data = paymentData(in: object) else {
                throw .invalid("receipt", "The receipt has no paymentData of Apple Pay.")
            }
            return .apple(JSONValue.object(data).jsonBytes)
        case .googlePay:
            guard let token = googleToken(in: object) else {
                throw .invalid("receipt", "The receipt has no token of Google Pay.")
            }
            return .google(token)
        default: throw .invalid("receipt", "Only a wallet has a receipt.")
        }
    }

    private static func json(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes) }

    /// The guide's own example is a receipt of the App Store, so a developer who copies it learns why it is refused.
    private static func problem(with decoded: [UInt8]?) -> String {
        guard let decoded else { return "The receipt is neither JSON nor Base64 of JSON." }
        // Bytes, because texts with many combining marks take long to compare.
        return decoded.contains("\"purchase-info\"".utf8)
            ? "The receipt is one of a purchase in the App Store, not PaymentData of Apple Pay."
            : "The receipt in Base64 does not contain JSON."
    }

    private static func paymentData(in object: JSONObject) -> JSONObject? {
        if let data = (object.object("token") ?? object).object("paymentData") { return data }
        return object.text("data") != nil && object.object("header") != nil ? object : nil
    }

    /// Google's token is JSON in a text; pages send it alone, or with all that the wallet gave.
    private static func googleToken(in object: JSONObject) -> [UInt8]? {
        if let text = object.object("paymentMethodData")?.object("tokenizationData")?.text("token") {
            return Array(text.utf8)
        }
        if let text = object.text("token") { return Array(text.utf8) }
        return object.text("signedMessage") == nil ? nil : JSONValue.object(object).jsonBytes
    }
}
