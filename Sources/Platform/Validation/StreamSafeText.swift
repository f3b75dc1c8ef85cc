/// Text that can be compared in time proportional to its length: it has at most 30 combining marks in a row
/// (Stream-Safe Text Format, Unicode Standard Annex #15, section 13).
///
/// Swift compares and hashes strings by canonical equivalence, and sorts the marks of each character for that. The time
/// grows with the square of their number: a name of 64 KiB would keep a processor busy for half a minute.
public enum StreamSafeText {
    public static let maximumMarksInARow = 30
    /// The first byte of U+0300, which comes before every combining mark.
    private static let firstMarkByte: UInt8 = 0xCC

    /// In bytes. To sort the marks of a text that is not longer takes less time than to read it from a socket.
    private static let shortLength = 256

    /// Whether a text is safe, or too short to cost time. Only long texts are read for it, so this is for texts of
    /// which every request has many.
    public static func isQuick(_ text: String) -> Bool { text.utf8.count <= shortLength || isSafe(text) }

    public static func isSafe(_ text: String) -> Bool {
        guard text.utf8.contains(where: { $0 >= firstMarkByte }) else { return true }
        var marks = 0
        for scalar in text.unicodeScalars {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks + 1 : 0
            if marks > maximumMarksInARow { return false }
        }
        return true
    }
}

extension String {
    /// The first `scalars` Unicode scalars. Characters are not counted, because one may be as long as the text.
    public func cut(to scalars: Int) -> String { String(unicodeScalars.prefix(scalars)) }
}
