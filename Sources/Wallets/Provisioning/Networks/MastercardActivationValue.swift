import CardSecrets
import Crypto
import CryptoExtras
import Foundation

/// The issuer's signed statement to Mastercard that this card may be tokenized: the tokenization authentication value,
/// version 3.
///
/// The signature is RSASSA-PKCS1-v1_5 with SHA-256 over the named fields, in the named order, joined with `|`. Of these
/// fields, the value itself holds only the time. Source: developer.mastercard.com, MDES Pre-digitization,
/// issuer-initiated tokenization.
public struct MastercardActivationValue: Codable, Equatable, Sendable {
    let version: String
    let signatureAlgorithm: String
    /// RFC 3339, at most 30 days ahead; Mastercard recommends 30 minutes.
    public let dataValidUntilTimestamp: String
    let includedFieldsInOrder: String
    let signature: String

    public static let validitySeconds = 30 * 60.0
    private static let fields = ["accountNumber", "accountExpiry", "dataValidUntilTimestamp"]

    init(of card: WalletCard, signedBy key: _RSA.Signing.PrivateKey, at now: Date) throws(VaultFailure) {
        version = "3"
        signatureAlgorithm = "RSA-SHA256"
        dataValidUntilTimestamp = timestamp(now.addingTimeInterval(Self.validitySeconds))
        includedFieldsInOrder = Self.fields.joined(separator: "|")
        let message = Self.message(of: card.pan, expiry: card.month + card.year, validUntil: dataValidUntilTimestamp)
        let made = message.withBytes { bytes in
            try? key.signature(for: SHA256.hash(data: Data(bytes)), padding: .insecurePKCS1v1_5)
        }
        guard let made else { throw .cipherUnavailable("RSASSA-PKCS1-v1_5") }
        signature = EncodedBytes.base64(made.rawRepresentation)
    }

    var json: [UInt8] { plaintextJSON(self).withBytes(Array.init) }

    /// - Parameter json: the bytes of `activationData`, or those that `tokenizationAuthenticationValue` holds as
    ///   Base64.
    public init(json: [UInt8]) throws(SealedFailure) {
        guard json.count <= 4096, let value = Secret(json).decoded(as: Self.self) else {
            throw .malformed("The tokenization authentication value is not the JSON of one.")
        }
        guard value.version == "3", value.signatureAlgorithm == "RSA-SHA256",
            value.includedFieldsInOrder == Self.fields.joined(separator: "|")
        else {
            throw .notForUs(
                "The tokenization authentication value is not of version 3, RSA-SHA256, over \(Self.fields).")
        }
        self = value
    }

    /// Whether the issuer signed this value for this card, and it is still valid.
    ///
    /// - Parameter expiry: MMYY.
    public func isValid(for pan: PAN, expiry: String, at now: Date, under keys: MastercardNetworkKeys) -> Bool {
        guard let validUntil else { return false }
        return isSigned(for: pan, expiry: expiry, under: keys) && now <= validUntil
    }

    public func isSigned(for pan: PAN, expiry: String, under keys: MastercardNetworkKeys) -> Bool {
        guard let key = try? _RSA.Signing.PublicKey(derRepresentation: keys.activationPublicKeySPKI),
            let signature = EncodedBytes.base64(signature)
        else { return false }
        let message = Self.message(of: pan, expiry: expiry, validUntil: dataValidUntilTimestamp)
        return message.withBytes { bytes in
            key.isValidSignature(
                .init(rawRepresentation: signature), for: SHA256.hash(data: Data(bytes)), padding: .insecurePKCS1v1_5)
        }
    }

    /// The end of the validity; nil if the text is not a time.
    public var validUntil: Date? { try? Date(dataValidUntilTimestamp.uppercased(), strategy: .iso8601) }

    private static func message(of pan: PAN, expiry: String, validUntil: String) -> Secret {
        pan.digits.withBytes { Secret(Array($0) + Array("|\(expiry)|\(validUntil)".utf8)) }
    }
}
