import Foundation
import Identifiers

/// The digits of base 58.
private let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
/// How many digits 128 bits have.
private let length = 22

/// The id of a session or of a transaction: the account, a dot, and a UUID in base 58, as in
/// `P12345678.465UfBENeLpkBvwmqfTC4k`.
struct DinteroID<Kind>: Hashable, Sendable, CustomStringConvertible {
    let account: String
    /// The id of the session or of the payment itself.
    let object: ID<Kind>

    init(_ account: String, _ object: ID<Kind>) { (self.account, self.object) = (account, object) }

    /// Nil for a text of another form.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == length, DinteroClient.isAccount(String(Substring(parts[0])))
        else { return nil }
        var number: UInt128 = 0
        for character in parts[1] {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 58)
            let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt128(digit))
            guard !isTooLarge, !isStillTooLarge else { return nil }
            number = sum
        }
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * (15 - $0))) }
        let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        self.init(String(Substring(parts[0])), ID(rawValue: uuid))
    }

    var description: String {
        var number = withUnsafeBytes(of: object.rawValue.uuid) { $0.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } }
        var digits: [UInt8] = []
        for _ in 0..<length {
            digits.append(alphabet[Int(number % 58)])
            number /= 58
        }
        return "\(account).\(String(decoding: digits.reversed(), as: UTF8.self))"
    }
}
