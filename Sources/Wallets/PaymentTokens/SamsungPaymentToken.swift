import CardSecrets
import Crypto
import CryptoExtras
import Foundation

/// The payment token that Samsung Pay gives a merchant in place of a card: the JWE in `3DS.data`.
///
/// It is not quite RFC 7516: AES-GCM does not authenticate the header, so the header is not trusted. The key is
/// encrypted with PKCS #1 v1.5, which leaks its contents to an attacker who can recognise a bad padding (Bleichenbacher
/// 1998). So a key that cannot be decrypted is replaced by one derived from the message, and decryption then fails as
/// with any wrong key. Source: Samsung Pay, "Payment data in 3DS".
public struct SamsungPaymentToken: Sendable {
    private let message: CompactJWE
    private let header: Header

    package struct Header: Codable {
        let alg: String
        let enc: String
        let kid: String
        var typ: String?
        var channelSecurityContext: String?

        package init(alg: String, enc: String, kid: String, typ: String?, channelSecurityContext: String?) {
            (self.alg, self.enc, self.kid) = (alg, enc, kid)
            (self.typ, self.channelSecurityContext) = (typ, channelSecurityContext)
        }
    }

    private struct Envelope: Decodable {
        struct Content: Decodable {
            let data: String
        }
        let content: Content

        enum CodingKeys: String, CodingKey {
            case content = "3DS"
        }
    }

    package static let contentKeyLength = 16

    /// - Parameter text: the JWE, or the JSON around it; other members of the JSON are ignored.
    public init(_ text: String) throws(PaymentTokenFailure) {
        guard text.utf8.count <= 2 * CompactJWE.limitBytes else { throw .malformed("The token is too long.") }
        let envelope = text.utf8.first == UInt8(ascii: "{") ? Secret(Array(text.utf8)).decoded(as: Envelope.self) : nil
        guard let message = CompactJWE(envelope?.content.data ?? text), let header = message.header(as: Header.self)
        else { throw .malformed("The token is not a compact JWE of five parts, nor has one in 3DS.data.") }
        guard header.alg == "RSA1_5", header.enc == "A128GCM" else {
            throw .unsupported("The token is not under RSA1_5 and A128GCM.")
        }
        (self.message, self.header) = (message, header)
    }

    public func open(with merchant: SamsungMerchantKey) throws(PaymentTokenFailure) -> SamsungPaymentData {
        guard header.kid == EncodedBytes.base64(merchant.publicKeyHash) else { throw .anotherRecipient }
        let key = merchant.contentKey(from: message.encryptedKey)
        guard let plaintext = message.open(under: key, authenticatingHeader: false),
            let data = plaintext.decoded(as: SamsungPaymentData.self)
        else { throw .doesNotOpen }
        return data
    }
}

/// A merchant's RSA key, to which tokens are sealed.
public struct SamsungMerchantKey: Sendable {
    private let privateKey: Secret
    /// The public key in DER, as the wallet receives it.
    public let publicKeySPKI: [UInt8]
    /// The SHA-256 of the public key's SubjectPublicKeyInfo; a token names it in Base64.
    public let publicKeyHash: [UInt8]

    public init?(privateKeyPKCS8: Secret) {
        guard let key = privateKeyPKCS8.rsaDecryptionKey else { return nil }
        privateKey = privateKeyPKCS8
        publicKeySPKI = Array(key.publicKey.derRepresentation)
        publicKeyHash = Array(SHA256.hash(data: publicKeySPKI))
    }

    /// Always returns a key, but the right one only for a message that was sealed to this merchant.
    func contentKey(from encryptedKey: [UInt8]) -> SymmetricKey {
        let secret = privateKey.withBytes { SymmetricKey(data: SHA256.hash(data: Data($0))) }
        let substitute = HMAC<SHA256>.authenticationCode(for: encryptedKey, using: secret)
            .withUnsafeBytes { SymmetricKey(data: $0.prefix(SamsungPaymentToken.contentKeyLength)) }
        let key = try? privateKey.rsaDecryptionKey?.decrypt(encryptedKey, padding: ._WEAK_AND_INSECURE_PKCS_V1_5)
        return key?.count == SamsungPaymentToken.contentKeyLength ? SymmetricKey(data: key ?? Data()) : substitute
    }
}

/// The contents of Samsung's token.
public struct SamsungPaymentData: Codable, Equatable, Sendable {
    /// In the currency's smallest unit.
    public let amount: String
    /// ISO 4217, three letters.
    public let currencyCode: String
    /// Milliseconds since 1970.
    public let utc: String
    public let eciIndicator: String
    public let tokenPAN: String
    /// MMYY.
    public let tokenPanExpiration: String
    /// Base64.
    public let cryptogram: String
    public var cardholderName: String?

    enum CodingKeys: String, CodingKey {
        case amount, utc, tokenPAN, tokenPanExpiration, cryptogram
        case currencyCode = "currency_code"
        case eciIndicator = "eci_indicator"
        case cardholderName = "cardholder_name"
    }

    public init(
        amount: Int64, currencyCode: String, at time: Date, eciIndicator: String, token: PAN,
        tokenPanExpiration: String, cryptogram: String
    ) {
        (self.amount, self.currencyCode, utc) = (String(amount), currencyCode, time.millis)
        self.eciIndicator = eciIndicator
        tokenPAN = token.reveal { $0 }
        (self.tokenPanExpiration, self.cryptogram) = (tokenPanExpiration, cryptogram)
    }
}

extension SamsungPaymentData: Redacted {}
