/// Why a text does not decode to the expected bytes.
public enum EncodingFailure: Error, Equatable, Sendable {
    case tooLong(characters: Int, limitBytes: Int)
    case unreadable
    case notCanonical
    case base64url
    case ambiguous
    case unexpected(hexadecimalBytes: Int?, base64Bytes: Int?, expected: String)

    public var name: String {
        switch self {
        case .tooLong: "tooLong"
        case .unreadable: "unreadable"
        case .notCanonical: "notCanonical"
        case .base64url: "base64url"
        case .ambiguous: "ambiguous"
        case .unexpected: "unexpected"
        }
    }

    /// The problem, as the end of a sentence that begins with the value's name.
    public var predicate: String {
        switch self {
        case .tooLong(let characters, let limit):
            "has \(characters) characters, which is more than \(limit) bytes in any encoding."
        case .unreadable: "is neither hexadecimal digits nor Base64."
        case .notCanonical: "is Base64 with characters that do not belong there, or not as an encoder writes it."
        case .base64url: "is Base64url (RFC 4648, section 5), or Base64 without its padding."
        case .ambiguous: "is valid both as hexadecimal digits and as Base64, so its meaning is ambiguous."
        case .unexpected(let hexadecimal, let base64, let expected):
            "has "
                + [
                    hexadecimal.map { "\($0) bytes read as hexadecimal digits" },
                    base64.map { "\($0) bytes read as Base64" },
                ].compactMap(\.self).joined(separator: " and ") + "; \(expected) are expected."
        }
    }

    public var fix: String {
        switch self {
        case .tooLong: "Send this one value alone, encoded once."
        case .unreadable, .unexpected:
            "Send the bytes as PassKit gave them, encoded once, as hexadecimal digits or as Base64."
        case .notCanonical: "Leave out line breaks and spaces, and send what a standard encoder writes."
        case .base64url: "Use the alphabet with + and / and pad with = (RFC 4648, section 4)."
        case .ambiguous: "Send it in the other of the two encodings."
        }
    }
}
