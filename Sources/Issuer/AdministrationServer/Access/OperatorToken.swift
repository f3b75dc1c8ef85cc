import CardSecrets
import Crypto

/// The bearer tokens of operators: 256 random bits in Base64url. Only their hashes are kept.
///
/// The hash needs no key and no slowness, because nobody can guess so many bits.
public enum OperatorToken {
    private static let randomBytes = 32
    /// The characters of 32 bytes in Base64url, which has no padding.
    static let length = 43
    /// Of SHA-256.
    static let hashBytes = 32

    /// A token that nobody has. It is stored nowhere.
    public static func fresh(from entropy: Entropy) -> String { Base64url.encode(entropy.bytes(randomBytes)) }

    static func hash(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }

    /// The operator's object in the file of operators. It does not have the token.
    ///
    /// - Parameter name: one that ``isName(_:)`` accepts, so that JSON needs no escapes for it.
    public static func entry(of name: String, _ role: OperatorRole, bearing token: String) -> String {
        let digits = EncodedBytes.hexadecimal(Self.hash(of: token))
        return #"{"name": "\#(name)", "role": "\#(role.rawValue)", "tokenHash": "\#(digits)"}"#
    }

    /// What a name must be, as the end of a sentence that begins with it.
    public static let nameRule = "must be 1 to 60 of the characters A-Z, a-z, 0-9, ., _, - and @"

    public static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z0-9._@-]{1,60}/) != nil
    }
}
