/// The forms that text in a request has, as regular expressions that JSON Schema knows.
///
/// They are for those who write requests; the rules themselves are the domain's, which says better what is wrong.
public enum TextForm {
    public static let identifier = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    /// A query parameter without a value counts as absent.
    public static let identifierOrNothing = "^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$"
    public static let base64url = "^[A-Za-z0-9_-]+$"
    public static let visibleASCII = "^[!-~]+$"

    /// So many characters, but for the one that Postgres does not keep.
    public static func any(_ lengths: ClosedRange<Int>) -> String {
        #"^[^\u0000]{\#(lengths.lowerBound),\#(lengths.upperBound)}$"#
    }

    /// Text that can be printed: so many characters, none of them a control character.
    public static func printable(_ lengths: ClosedRange<Int>) -> String {
        #"^[^\u0000-\u001F\u007F-\u009F]{\#(lengths.lowerBound),\#(lengths.upperBound)}$"#
    }
}
