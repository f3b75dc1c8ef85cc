/// The data of a card's chip (field 55): tags in BER-TLV (ISO/IEC 8825-1, EMV book 3, annex B), one after another.
///
/// A tag that contains others stays whole, because field 55 has the tags next to one another.
public struct ChipData: Hashable, Sendable {
    /// The values, each by its tag, such as 0x9F26.
    public let values: [Int: [UInt8]]

    /// Nil if a tag or a length is wrong, or a tag occurs twice. Lengths have at most 2 bytes, as the field has at most
    /// 999.
    public init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var values: [Int: [UInt8]] = [:]
        while !rest.isEmpty {
            guard let tag = Self.takeTag(&rest), let length = Self.takeLength(&rest), let value = rest.take(length),
                values.updateValue(Array(value), forKey: tag) == nil
            else { return nil }
        }
        self.values = values
    }

    public subscript(_ tag: Int) -> [UInt8]? { values[tag] }

    /// EMV has tags of one and two bytes.
    private static func takeTag(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x1F == 0x1F else { return Int(first) }
        guard let second = rest.popFirst(), second & 0x80 == 0 else { return nil }
        return Int(first) << 8 | Int(second)
    }

    private static func takeLength(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        guard (1...2).contains(first & 0x7F), let bytes = rest.take(Int(first & 0x7F)) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
