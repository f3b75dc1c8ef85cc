import CardSecrets
import Crypto
import Foundation
import PaymentTokens

/// The side of Google Pay that makes payment tokens, with root and intermediate keys of its own.
public struct SimulatedGooglePay: Sendable {
    private let rootKeys: [GooglePaymentToken.Version: P256.Signing.PrivateKey]
    private let intermediateKey: P256.Signing.PrivateKey
    private let rootExpiration: Date
    private let keyExpiration: Date

    public init(at now: Date, using entropy: Entropy) {
        self.init(
            rootedIn: entropy, until: now + 372 * SimulatedAuthority.daySeconds, at: now, using: entropy)
    }

    /// - Parameters:
    ///   - root: the entropy that the root keys are drawn from; it may differ from the intermediate key's.
    ///   - expiration: of the root keys.
    init(rootedIn root: Entropy, until expiration: Date, at now: Date, using entropy: Entropy) {
        var keys: [GooglePaymentToken.Version: P256.Signing.PrivateKey] = [:]
        for version in GooglePaymentToken.Version.allCases { keys[version] = root.signingKey() }
        rootKeys = keys
        rootExpiration = expiration
        intermediateKey = entropy.signingKey()
        keyExpiration = now + 7 * SimulatedAuthority.daySeconds
    }

    /// The list of root keys that this simulated Google would publish.
    public var publishedKeys: [GoogleRootKey] {
        GooglePaymentToken.Version.allCases.compactMap { version in
            rootKeys[version].flatMap { key in
                GoogleRootKey(
                    spki: Array(key.publicKey.derRepresentation), version: version, expiration: rootExpiration)
            }
        }
    }

    /// The same list as JSON, in the form of Google's `keys.json`.
    public var publishedKeysJSON: String {
        plaintextJSON(GoogleRootKey.List(publishedKeys)).revealText { $0 }
    }

    /// - Parameter recipientKeySPKI: P-256, DER; nil to encrypt nothing.
    /// - Returns: the JSON of the token; nil if the recipient's key is not valid.
    public func token(
        paying data: GooglePaymentData, version: GooglePaymentToken.Version = .ecV2, to recipientID: String,
        recipientKeySPKI: [UInt8]?, using entropy: Entropy
    ) -> [UInt8]? {
        let plaintext = plaintextJSON(data)
        var message = plaintext.revealText { $0 }
        if version != .ecV2SigningOnly {
            guard let spki = recipientKeySPKI,
                let encrypted = try? Self.seal(plaintext, version, to: spki, using: entropy.bound(to: plaintext))
            else { return nil }
            message = plaintextJSON(encrypted).revealText { $0 }
        }
        return signed(message, version: version, to: recipientID)
    }

    /// Signs any message as Google or as another sender, which only the holder of the keys can do.
    func signed(
        _ message: String, from sender: String = GooglePaymentToken.sender, version: GooglePaymentToken.Version,
        to recipientID: String
    ) -> [UInt8]? {
        guard let rootKey = rootKeys[version] else { return nil }
        let signer = version == .ecV1 ? rootKey : intermediateKey
        var wire = GooglePaymentToken.Wire(
            protocolVersion: version.rawValue,
            signature: Self.signature(of: [sender, recipientID, version.rawValue, message], by: signer),
            signedMessage: message)
        if version != .ecV1 {
            let signedKey = plaintextJSON(
                GooglePaymentToken.SignedKey(
                    keyValue: EncodedBytes.base64(intermediateKey.publicKey.derRepresentation),
                    keyExpiration: keyExpiration.millis)
            ).revealText { $0 }
            wire.intermediateSigningKey = .init(
                signedKey: signedKey,
                signatures: [Self.signature(of: [sender, version.rawValue, signedKey], by: rootKey)])
        }
        return plaintextJSON(wire).withBytes(Array.init)
    }

    private static func seal(
        _ plaintext: Secret, _ version: GooglePaymentToken.Version, to spki: [UInt8], using entropy: Entropy
    ) throws -> GooglePaymentToken.Encrypted? {
        let ephemeral = entropy.agreementKey()
        let point = Array(ephemeral.publicKey.x963Representation)
        let shared = try ephemeral.sharedSecretFromKeyAgreement(with: .init(derRepresentation: spki))
        let keys = GooglePaymentToken.derivedKeys(ephemeral: point, shared, length: version.keyLength)
        guard let ciphertext = plaintext.withBytes({ GooglePaymentToken.stream(Array($0), under: keys.encryption) })
        else { return nil }
        let tag = HMAC<SHA256>.authenticationCode(for: ciphertext, using: keys.authentication)
        return GooglePaymentToken.Encrypted(
            encryptedMessage: EncodedBytes.base64(ciphertext), ephemeralPublicKey: EncodedBytes.base64(point),
            tag: EncodedBytes.base64(tag))
    }

    private static func signature(of texts: [String], by key: P256.Signing.PrivateKey) -> String {
        do {
            let signature = try key.signature(for: GooglePaymentToken.lengthValues(texts))
            return EncodedBytes.base64(signature.derRepresentation)
        } catch {
            preconditionFailure("A key of P-256 signs anything.")
        }
    }
}
