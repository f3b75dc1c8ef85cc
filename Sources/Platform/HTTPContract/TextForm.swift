/// The forms of text in a request, as regular expressions for JSON Schema.
///
/// They are for clients. The server uses the rules of the domain, which give better messages.
public enum TextForm {
    public static let identifier = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    /// A query parameter without a value counts as absent.
    public static let identifierOrNothing = "^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$"
    public static let base64url = "^[A-Za-z0-9_-]+$"
    public static let visibleASCII = "^[!-~]+$"
    /// RFC 4648, section 4, with its padding.
    public static let base64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$"
    /// The value of a header field (RFC 9110, section 5.5).
    public static let headerValue = #"^[^\u0000-\u0008\u000A-\u001F\u007F]*$"#

    /// A text of this many characters, without U+0000, which Postgres cannot store.
    public static func any(_ lengths: ClosedRange<Int>) -> String {
        #"^[^\u0000]{\#(lengths.lowerBound),\#(lengths.upperBound)}$"#
    }

    /// A printable text: this many characters, without control characters.
    public static func printable(_ lengths: ClosedRange<Int>) -> String {
        #"^[^\u0000-\u001F\u007F-\u009F]{\#(lengths.lowerBound),\#(lengths.upperBound)}$"#
    }
}
