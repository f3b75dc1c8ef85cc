import CardSecrets
import Foundation

/// The issuer's statement to Visa that this device may receive the card without asking the cardholder again: MBPAC.
///
/// The form is `MBPAC-1-FK-<key set>--TDEA-<hexadecimal>`: type, version, key scheme, key set, no ephemeral key,
/// algorithm, and `nonce=<nonce>;authcode=<six characters>` under Triple-DES. The form comes from real answers of
/// issuers. How Visa pads the text is not published. Tessera uses PKCS #7, and it is not known whether Visa can read
/// it.
public struct VisaActivationData: Equatable, Sendable {
    /// Binds the activation data to its pass.
    public let nonce: [UInt8]
    /// Six letters and digits, new for every pass.
    public let authorizationCode: String

    private static let prefix = "MBPAC-1-FK-"
    private static let algorithm = "--TDEA-"
    static let codeAlphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

    public init(nonce: [UInt8], using entropy: Entropy) {
        self.nonce = nonce
        let letters = entropy.bytes(6).map { Self.codeAlphabet[Int($0) % Self.codeAlphabet.count] }
        authorizationCode = String(decoding: letters, as: UTF8.self)
    }

    public func seal(with keys: VisaKeys) throws(VaultFailure) -> String {
        let text = Secret(Array("nonce=\(EncodedBytes.hexadecimal(nonce));authcode=\(authorizationCode)".utf8))
        let sealed = try TripleDES.encrypt(text, under: keys.activationKey)
        return Self.prefix + keys.activationKeySet + Self.algorithm + EncodedBytes.hexadecimal(sealed).uppercased()
    }

    public init(opening text: String, with keys: VisaKeys) throws(SealedFailure) {
        let (expected, digits) = (Self.prefix + keys.activationKeySet + Self.algorithm, Self.digits(of: text))
        guard text.utf8.count <= 1024, text.hasPrefix(Self.prefix), let digits else {
            throw .malformed("activationData is not of the form MBPAC-1-FK-<key set>--TDEA-<hexadecimal>.")
        }
        guard text.hasPrefix(expected) else {
            throw .notForUs("activationData is under another key set than \(keys.activationKeySet).")
        }
        let plain = TripleDES.decrypt(digits, under: keys.activationKey)
        guard let plain = plain?.revealText({ $0 }),
            let match = plain.wholeMatch(of: /nonce=([0-9a-f]{2,64});authcode=([0-9A-Za-z]{6})/),
            let nonce = EncodedBytes.hexadecimal(match.1)
        else { throw .doesNotOpen }
        self.nonce = nonce
        authorizationCode = String(match.2)
    }

    private static func digits(of text: String) -> [UInt8]? {
        text.firstRange(of: algorithm).flatMap { EncodedBytes.hexadecimal(text[$0.upperBound...]) }
    }
}
