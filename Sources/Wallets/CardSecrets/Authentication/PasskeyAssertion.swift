import Crypto
import Foundation

/// A passkey's answer to a challenge. It proves that the owner was present, with a key that never left the
/// authenticator.
///
/// Verified as W3C Web Authentication, section 7.2 describes, for ES256, which every authenticator supports.
public struct PasskeyAssertion: Sendable {
    public let credentialID: [UInt8]
    public let authenticatorData: [UInt8]
    public let clientDataJSON: [UInt8]
    public let signature: [UInt8]

    /// The longest part that is accepted. Real ones have a few hundred bytes; the specification allows a credential id
    /// 1023.
    public static let limitBytes = 4096

    public init(
        credentialID: [UInt8], authenticatorData: [UInt8], clientDataJSON: [UInt8], signature: [UInt8]
    ) {
        self.credentialID = credentialID
        self.authenticatorData = authenticatorData
        self.clientDataJSON = clientDataJSON
        self.signature = signature
    }

    /// The stored data of a passkey, from its registration and its last use.
    public struct Credential: Sendable {
        public let id: [UInt8]
        public let publicKey: DevicePublicKey
        public let signatureCount: UInt32

        public init(id: [UInt8], publicKey: DevicePublicKey, signatureCount: UInt32) {
            (self.id, self.publicKey, self.signatureCount) = (id, publicKey, signatureCount)
        }
    }

    /// The relying party: the domain that the passkey belongs to, and its pages and apps that may use it.
    public struct RelyingParty: Sendable {
        /// A domain, such as `wallet.example`.
        public let id: String
        /// Such as `https://wallet.example`, or `android:apk-key-hash:…` for an app.
        public let origins: Set<String>
        /// Origins whose pages may show our page in a frame that asks for the passkey; by default none.
        public let topOrigins: Set<String>

        public init(id: String, origins: Set<String>, topOrigins: Set<String> = []) {
            (self.id, self.origins, self.topOrigins) = (id, origins, topOrigins)
        }
    }

    /// Makes every check that the specification requires of an assertion.
    ///
    /// The caller must ensure that the challenge is used once, and store the returned count with the credential.
    ///
    /// - Parameter challenge: the bytes that were sent to the passkey.
    /// - Returns: the credential's new signature count.
    public func verify(
        challenge: [UInt8], by credential: Credential, for party: RelyingParty
    ) throws(PasskeyFailure) -> UInt32 {
        for part in [credentialID, authenticatorData, clientDataJSON, signature] {
            guard part.count <= Self.limitBytes else { throw .tooLong }
        }
        guard credentialID == credential.id else { throw .anotherCredential }
        try CollectedClientData(json: clientDataJSON).verify(challenge: challenge, for: party)
        let data = try AuthenticatorData(authenticatorData)
        guard data.relyingPartyHash == Array(SHA256.hash(data: Array(party.id.utf8))) else {
            throw .anotherRelyingParty
        }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard data.flags.contains(.userVerified) else { throw .userNotVerified }
        let signed = authenticatorData + SHA256.hash(data: clientDataJSON)
        guard credential.publicKey.verifies(signature, of: signed) else { throw .signatureWrong }
        // An authenticator that counts never reports the same number twice, unless it was cloned.
        guard data.signatureCount > credential.signatureCount
            || (data.signatureCount == 0 && credential.signatureCount == 0)
        else { throw .signatureCountNotGrown(from: credential.signatureCount, to: data.signatureCount) }
        return data.signatureCount
    }
}

/// The client data: the browser's or the system's report about the ceremony (section 5.8.1). The signature covers its
/// hash.
private struct CollectedClientData: Decodable {
    let type: String
    let challenge: String
    let origin: String
    let crossOrigin: Bool?
    let topOrigin: String?

    init(json: [UInt8]) throws(PasskeyFailure) {
        guard let data = try? JSONDecoder().decode(Self.self, from: Data(json)) else { throw .clientDataUnreadable }
        self = data
    }

    func verify(
        challenge expected: [UInt8], for party: PasskeyAssertion.RelyingParty
    ) throws(PasskeyFailure) {
        guard type == "webauthn.get" else { throw .anotherCeremony(type) }
        guard let given = Base64url.decode(challenge), Secret(given) == Secret(expected) else {
            throw .anotherChallenge
        }
        guard party.origins.contains(origin) else { throw .anotherOrigin(origin) }
        if crossOrigin == true || topOrigin != nil {
            guard let topOrigin, party.topOrigins.contains(topOrigin) else { throw .framedByAnotherOrigin(topOrigin) }
        }
    }
}

/// The authenticator data, which the signature covers (section 6.1): a hash, a byte of flags, a count and perhaps
/// extensions.
private struct AuthenticatorData {
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        static let backupEligible = Flags(rawValue: 1 << 3)
        static let backedUp = Flags(rawValue: 1 << 4)
        static let hasCredentialData = Flags(rawValue: 1 << 6)
        static let hasExtensions = Flags(rawValue: 1 << 7)
    }

    let relyingPartyHash: [UInt8]
    let flags: Flags
    let signatureCount: UInt32

    init(_ bytes: [UInt8]) throws(PasskeyFailure) {
        guard bytes.count >= 37 else { throw .authenticatorDataUnreadable }
        relyingPartyHash = Array(bytes[0..<32])
        flags = Flags(rawValue: bytes[32])
        signatureCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        // Credential data belongs to a registration. Extensions are a CBOR map (major type 5) and are ignored.
        let hasMap = bytes.count > 37 && bytes[37] >> 5 == 5
        guard !flags.contains(.hasCredentialData), flags.contains(.hasExtensions) ? hasMap : bytes.count == 37 else {
            throw .authenticatorDataUnreadable
        }
        guard !flags.contains(.backedUp) || flags.contains(.backupEligible) else { throw .backupStateImpossible }
    }
}
