/// The caller's place in a distributed trace: the header `traceparent` (W3C Trace Context, section 3.2).
///
/// The service makes no spans of its own, so it passes on the caller's unchanged, as a proxy does.
package struct TraceParent: Sendable, Equatable {
    /// The trace that the present task works for. Tasks that it starts have it, too.
    @TaskLocal package static var current: TraceParent?

    /// The header's value for a call that belongs to the request, always in version 00.
    package let text: String

    /// - Returns: nil for a value that is not valid, which is ignored (section 3.2.2).
    package init?(_ header: String) {
        let bytes = Array(header.utf8)
        guard bytes.count >= Self.length, [2, 35, 52].allSatisfy({ bytes[$0] == Self.dash }),
            [0..<2, 3..<35, 36..<52, 53..<55].allSatisfy({ bytes[$0].allSatisfy(Self.isHex) }),
            bytes[3..<35].contains(where: { $0 != Self.zero }), bytes[36..<52].contains(where: { $0 != Self.zero })
        else { return nil }
        switch header.prefix(2) {
        case "ff": return nil
        case "00":
            guard bytes.count == Self.length else { return nil }
            text = header
        default:
            // Of a later version, only these fields are known, and of the flags only the one for sampling.
            guard bytes.count == Self.length || bytes[Self.length] == Self.dash else { return nil }
            let isSampled = Self.oddDigits.contains(bytes[54])
            text = "00" + header.dropFirst(2).prefix(51) + (isSampled ? "01" : "00")
        }
    }

    /// The 32 hexadecimal digits that all calls of the trace share.
    package var traceID: String { String(text.dropFirst(3).prefix(32)) }

    private static let length = 55
    private static let dash = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")
    private static let oddDigits = Array("13579bdf".utf8)

    /// Capital letters are not valid.
    private static func isHex(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
