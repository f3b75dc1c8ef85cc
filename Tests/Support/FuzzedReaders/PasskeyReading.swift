import CardSecrets
import Crypto

/// A passkey's answer, and public keys of devices. The first byte of an input is the length of the authenticator data,
/// which follows, and the rest is the client data.
enum PasskeyReading {
    private static let party = PasskeyAssertion.RelyingParty(
        id: "wallet.example", origins: ["https://wallet.example"], topOrigins: ["https://shop.example"])
    private static let challenge = Array("sixteen bytes or".utf8)
    private static let key = (try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32)))
        .flatMap { DevicePublicKey(x963: Array($0.publicKey.x963Representation)) }

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        if let key = DevicePublicKey(der: bytes), DevicePublicKey(x963: key.x963) != key {
            return "A stored key reads as another key."
        }
        _ = DevicePublicKey(x963: bytes)
        guard let key, let length = bytes.first.map({ Int($0) }) else { return nil }
        let rest = bytes.dropFirst()
        _ = key.verifies(Array(rest.prefix(72)), of: challenge)
        let assertion = PasskeyAssertion(
            credentialID: [1], authenticatorData: Array(rest.prefix(length)),
            clientDataJSON: Array(rest.dropFirst(length)), signature: Array(rest.prefix(72)))
        let credential = PasskeyAssertion.Credential(id: [1], publicKey: key, signatureCount: 7)
        let count = try? assertion.verify(challenge: challenge, by: credential, for: party)
        return count == nil ? nil : "An assertion without a signature is accepted."
    }
}
