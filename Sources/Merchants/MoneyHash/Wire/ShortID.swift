import CardSecrets
import Crypto

/// The short names of MoneyHash's objects, such as `ePgw3gN`: seven letters and digits, without those that look alike.
enum ShortID {
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    static let length = 7

    static func draw(from entropy: Entropy) -> String { make(of: entropy.bytes(8)) }

    /// The same name for the same words.
    static func of(_ words: String...) -> String {
        make(of: SHA256.hash(data: Array(words.joined(separator: " ").utf8)))
    }

    /// The first eight bytes say which.
    static func make(of bytes: some Sequence<UInt8>) -> String {
        var number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var letters: [UInt8] = []
        for _ in 0..<length {
            letters.append(alphabet[Int(number % 58)])
            number /= 58
        }
        return String(decoding: letters, as: UTF8.self)
    }

    static func isOne(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
    }
}
