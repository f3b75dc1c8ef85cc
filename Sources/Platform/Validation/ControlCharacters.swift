/// The control characters. Text from outside must not contain them, because programs that read it later act on them.
///
/// They are those of Unicode's general category Cc: U+0000 to U+001F and U+007F to U+009F. Postgres stores all of them
/// in a `text` except U+0000.
public enum ControlCharacters {
    /// The error of a field that contains one. It continues the sentence after the field's name.
    public static let violation = "must not contain control characters"
    /// The error of a field that accepts every control character except U+0000.
    public static let nulViolation = "must not contain the character U+0000"

    /// Compares scalars, because in Swift "\r\n" is one character that equals neither "\r" nor "\n".
    public static func areIn(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    public static func nulIsIn(_ text: some StringProtocol) -> Bool { text.utf8.contains(0) }
}
