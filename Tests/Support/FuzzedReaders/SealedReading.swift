import CardSecrets
import PaymentTokens
import Provisioning

/// Compact JWE: cards on their way into a wallet, secrets for a session's key, and Samsung's payments.
enum SealedReading {
    private struct Header: Decodable {
        let alg: String
    }

    private static let ownKey = Secret([UInt8](repeating: 7, count: 32))
    private static let visa = VisaKeys(
        apiKey: "key", sharedSecret: Secret(Array("shared".utf8)),
        activationKey: Secret([UInt8](repeating: 7, count: 16)), activationKeySet: "405551.1")

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        _ = try? SamsungPaymentToken(text)
        _ = try? VisaPaymentCard(opening: text, with: visa)
        _ = SessionKeySealing.open(text, with: ownKey)
        guard let message = CompactJWE(text) else { return nil }
        _ = message.header(as: Header.self)
        _ = message.open(under: ownKey.key, authenticatingHeader: true)
        return message.text == text ? nil : "A JWE has two spellings."
    }
}
