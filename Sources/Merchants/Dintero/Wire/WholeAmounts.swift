import Foundation
import HTTPContract

/// Amounts as servers in PHP send them. They count in major units and multiply by 100, so 19.99 becomes
/// 1998.9999999999998. An amount that is so near to a whole number is read, kept and shown as this number.
enum WholeAmounts {
    private static let names: Set = ["amount", "vat_amount"]
    /// The error of one multiplication is far below it, and half a minor unit far above.
    private static let tolerance = 0.000_001
    /// Above, a number of 64 bits has no such digits.
    private static let limit = 1e12

    /// The body with whole amounts; the same bytes if none has to be changed, or if they are no JSON.
    static func read(_ bytes: [UInt8]) -> [UInt8] {
        guard let json = try? JSONValue(parsing: bytes) else { return bytes }
        let whole = rounded(json)
        return whole == json ? bytes : whole.jsonBytes
    }

    private static func rounded(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(rounded))
        case .object(let object):
            .object(
                object.map { name, value in
                    guard names.contains(name), case .number(let digits) = value else { return (name, rounded(value)) }
                    return (name, .number(whole(digits) ?? digits))
                })
        default: value
        }
    }

    /// Nil for a number that is whole already, or not nearly so. No product is nearly 0 and not 0.
    private static func whole(_ digits: String) -> String? {
        guard digits.contains(where: { ".eE".contains($0) }), let value = Double(digits), abs(value) < limit,
            abs(value - value.rounded()) < tolerance, value == 0 || value.rounded() != 0
        else { return nil }
        return String(Int(value.rounded()))
    }
}
