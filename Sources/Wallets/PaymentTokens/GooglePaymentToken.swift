import CardSecrets
import Crypto
import CryptoExtras
import Foundation

/// The payment token that Google Pay gives a merchant or a gateway in place of a card.
///
/// The signatures cover the inner texts as they were received, so these stay texts and are never encoded again. Source:
/// Google, "Payment data cryptography for merchants". The caller must ensure that a message is used only once.
public struct GooglePaymentToken: Sendable {
    public enum Version: String, Sendable, CaseIterable {
        case ecV1 = "ECv1"
        case ecV2 = "ECv2"
        /// Signed but not encrypted, for recipients that do not need to hide the contents in transit.
        case ecV2SigningOnly = "ECv2SigningOnly"

        /// The length in bytes of each half of the derived key.
        package var keyLength: Int { self == .ecV1 ? 16 : 32 }
    }

    public let version: Version
    private let signedMessage: String
    private let signature: [UInt8]
    private let intermediate: Intermediate?

    static let limitBytes = 32 * 1024
    package static let sender = "Google"

    package struct Wire: Codable {
        let protocolVersion: String
        package var intermediateSigningKey: Intermediate?
        let signature: String
        let signedMessage: String

        package init(
            protocolVersion: String, intermediateSigningKey: Intermediate? = nil, signature: String,
            signedMessage: String
        ) {
            (self.protocolVersion, self.intermediateSigningKey) = (protocolVersion, intermediateSigningKey)
            (self.signature, self.signedMessage) = (signature, signedMessage)
        }
    }

    package struct Intermediate: Codable {
        let signedKey: String
        let signatures: [String]

        package init(signedKey: String, signatures: [String]) {
            (self.signedKey, self.signatures) = (signedKey, signatures)
        }
    }

    package struct SignedKey: Codable {
        let keyValue: String
        /// Milliseconds since 1970.
        let keyExpiration: String

        package init(keyValue: String, keyExpiration: String) {
            (self.keyValue, self.keyExpiration) = (keyValue, keyExpiration)
        }
    }

    package struct Encrypted: Codable {
        let encryptedMessage: String
        let ephemeralPublicKey: String
        let tag: String

        package init(encryptedMessage: String, ephemeralPublicKey: String, tag: String) {
            (self.encryptedMessage, self.ephemeralPublicKey, self.tag) = (encryptedMessage, ephemeralPublicKey, tag)
        }
    }

    public init(json: [UInt8]) throws(PaymentTokenFailure) {
        guard json.count <= Self.limitBytes,
            let members = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
            let wire = Secret(json).decoded(as: Wire.self)
        else { throw .malformed("The token is not the JSON of a Google Pay token.") }
        guard let version = Version(rawValue: wire.protocolVersion) else {
            throw .unsupported("The token is not of version ECv1, ECv2 or ECv2SigningOnly.")
        }
        let needed = version == .ecV1
            ? ["protocolVersion", "signature", "signedMessage"]
            : ["protocolVersion", "signature", "signedMessage", "intermediateSigningKey"]
        guard Set(members.keys) == Set(needed) else {
            throw .malformed("The token has other members than \(needed.joined(separator: ", ")).")
        }
        guard wire.intermediateSigningKey.map({ 1...8 ~= $0.signatures.count }) != false else {
            throw .malformed("The token's intermediateSigningKey must have 1 to 8 signatures.")
        }
        guard let signature = EncodedBytes.base64(wire.signature) else {
            throw .malformed("The token's signature is not Base64.")
        }
        (self.version, self.signature, signedMessage) = (version, signature, wire.signedMessage)
        intermediate = wire.intermediateSigningKey
    }
}

/// A key from Google's published list. Google signs tokens with it, or the intermediate keys that sign tokens.
public struct GoogleRootKey: Sendable {
    let key: P256.Signing.PublicKey
    let version: GooglePaymentToken.Version
    /// Only a key for ECv1 may have no expiration.
    let expiration: Date?

    /// - Parameter spki: DER.
    public init?(spki: [UInt8], version: GooglePaymentToken.Version, expiration: Date?) {
        guard let key = try? P256.Signing.PublicKey(derRepresentation: spki), expiration != nil || version == .ecV1
        else { return nil }
        (self.key, self.version, self.expiration) = (key, version, expiration)
    }

    /// Reads Google's published list and leaves out keys for other versions.
    public static func keys(fromJSON json: [UInt8]) -> [GoogleRootKey]? {
        guard json.count <= GooglePaymentToken.limitBytes, let list = Secret(json).decoded(as: List.self) else {
            return nil
        }
        return list.keys.compactMap { key in
            guard let version = GooglePaymentToken.Version(rawValue: key.protocolVersion),
                let spki = EncodedBytes.base64(key.keyValue)
            else { return nil }
            let expiration = key.keyExpiration.flatMap { Date(millis: $0) }
            return GoogleRootKey(spki: spki, version: version, expiration: expiration)
        }
    }

    /// The published list.
    package struct List: Codable {
        package struct Key: Codable {
            let keyValue: String
            let protocolVersion: String
            /// Milliseconds since 1970.
            let keyExpiration: String?
        }

        let keys: [Key]

        package init(_ keys: [GoogleRootKey]) {
            self.keys = keys.map { key in
                Key(
                    keyValue: EncodedBytes.base64(key.key.derRepresentation), protocolVersion: key.version.rawValue,
                    keyExpiration: key.expiration?.millis)
            }
        }
    }
}

/// Who a token is for.
public struct GoogleRecipient: Sendable {
    let id: String
    let gatewayMerchantID: String?
    let keys: [P256.KeyAgreement.PrivateKey]

    /// - Parameters:
    ///   - id: `merchant:<id>` or `gateway:<id>`.
    ///   - gatewayMerchantID: the merchant that the message must name, if a gateway receives for several merchants.
    ///   - privateKeysPKCS8: P-256, DER; several while one replaces another, none if messages are not encrypted.
    /// - Returns: nil if one of them is not such a key.
    public init?(id: String, gatewayMerchantID: String? = nil, privateKeysPKCS8: [Secret]) {
        let keys = privateKeysPKCS8.compactMap { key in
            key.withBytes { try? P256.KeyAgreement.PrivateKey(derRepresentation: Array($0)) }
        }
        guard keys.count == privateKeysPKCS8.count else { return nil }
        (self.id, self.gatewayMerchantID, self.keys) = (id, gatewayMerchantID, keys)
    }
}

extension GooglePaymentToken {
    /// Verifies the signatures, decrypts, and checks the expiration and the recipient that the message names.
    public func open(
        for recipient: GoogleRecipient, rootKeys: [GoogleRootKey], at now: Date
    ) throws(PaymentTokenFailure) -> GooglePaymentData {
        let message = try verifiedMessage(for: recipient, rootKeys: rootKeys, at: now)
        guard let data = message.decoded(as: GooglePaymentData.self),
            let expiration = Date(millis: data.messageExpiration)
        else { throw .doesNotOpen }
        guard expiration > now else { throw .expired("message", at: expiration) }
        guard recipient.gatewayMerchantID == nil || recipient.gatewayMerchantID == data.gatewayMerchantId else {
            throw .anotherRecipient
        }
        return data
    }

    func verifiedMessage(
        for recipient: GoogleRecipient, rootKeys: [GoogleRootKey], at now: Date
    ) throws(PaymentTokenFailure) -> Secret {
        let signers = try signers(among: rootKeys, at: now)
        let signed = Self.lengthValues([Self.sender, recipient.id, version.rawValue, signedMessage])
        guard signers.contains(where: { Self.verifies(signature, of: signed, by: $0) }) else { throw .signatureWrong }
        if version == .ecV2SigningOnly { return Secret(Array(signedMessage.utf8)) }
        guard let encrypted = Secret(Array(signedMessage.utf8)).decoded(as: Encrypted.self) else {
            throw .malformed("The token's signedMessage is not that of an encrypted token.")
        }
        for key in recipient.keys {
            if let message = decrypt(encrypted, with: key) { return message }
        }
        throw .doesNotOpen
    }

    /// The keys that may sign the message: Google's root keys, or the intermediate key that they signed.
    private func signers(
        among rootKeys: [GoogleRootKey], at now: Date
    ) throws(PaymentTokenFailure) -> [P256.Signing.PublicKey] {
        let ofVersion = rootKeys.filter { $0.version == version }
        let roots = ofVersion.filter { ($0.expiration ?? .distantFuture) > now }
        if roots.isEmpty, let expiration = ofVersion.compactMap(\.expiration).max() {
            throw .expired("root key", at: expiration)
        }
        guard let intermediate else { return roots.map(\.key) }
        let signed = Self.lengthValues([Self.sender, version.rawValue, intermediate.signedKey])
        let isSigned = intermediate.signatures.compactMap { EncodedBytes.base64($0) }.contains { signature in
            roots.contains { Self.verifies(signature, of: signed, by: $0.key) }
        }
        guard isSigned else { throw .signerNotTrusted }
        guard let key = Secret(Array(intermediate.signedKey.utf8)).decoded(as: SignedKey.self),
            let spki = EncodedBytes.base64(key.keyValue), let expiration = Date(millis: key.keyExpiration),
            let publicKey = try? P256.Signing.PublicKey(derRepresentation: spki)
        else { throw .malformed("The token's intermediateSigningKey holds no key with an expiration.") }
        guard expiration > now else { throw .expired("intermediate signing key", at: expiration) }
        return [publicKey]
    }

    private func decrypt(_ encrypted: Encrypted, with key: P256.KeyAgreement.PrivateKey) -> Secret? {
        guard let point = EncodedBytes.base64(encrypted.ephemeralPublicKey),
            let ephemeral = try? P256.KeyAgreement.PublicKey(x963Representation: point), point.count == 65,
            let ciphertext = EncodedBytes.base64(encrypted.encryptedMessage),
            let tag = EncodedBytes.base64(encrypted.tag),
            let shared = try? key.sharedSecretFromKeyAgreement(with: ephemeral)
        else { return nil }
        let keys = Self.derivedKeys(ephemeral: point, shared, length: version.keyLength)
        guard HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: ciphertext, using: keys.authentication),
            var plaintext = Self.stream(ciphertext, under: keys.encryption)
        else { return nil }
        defer { plaintext.wipe() }
        return Secret(Array(plaintext))
    }

    package static func derivedKeys(
        ephemeral: [UInt8], _ shared: SharedSecret, length: Int
    ) -> (encryption: SymmetricKey, authentication: SymmetricKey) {
        let material = shared.withUnsafeBytes { SymmetricKey(data: ephemeral + Array($0)) }
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, info: Array(sender.utf8), outputByteCount: 2 * length)
        return derived.withUnsafeBytes { bytes in
            (SymmetricKey(data: bytes.prefix(length)), SymmetricKey(data: bytes.suffix(length)))
        }
    }

    /// AES in counter mode, starting at zero, which is safe because a key seals one message. Encrypts and decrypts.
    package static func stream(_ bytes: [UInt8], under key: SymmetricKey) -> [UInt8]? {
        guard let nonce = try? AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16)) else { return nil }
        return (try? AES._CTR.encrypt(bytes, using: key, nonce: nonce)).map { Array($0) }
    }

    /// Each text, preceded by its length in bytes as four little-endian bytes.
    package static func lengthValues(_ texts: [String]) -> [UInt8] {
        texts.flatMap { withUnsafeBytes(of: UInt32($0.utf8.count).littleEndian, Array.init) + Array($0.utf8) }
    }

    private static func verifies(_ signature: [UInt8], of message: [UInt8], by key: P256.Signing.PublicKey) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}

extension Date {
    /// Milliseconds since 1970, in decimal digits.
    package init?(millis text: String) {
        guard let millis = Int64(text), 0...253_402_300_799_000 ~= millis else { return nil }
        self.init(timeIntervalSince1970: Double(millis) / 1000)
    }

    package var millis: String { String(Int64(timeIntervalSince1970 * 1000)) }
}
