/// The forms that text in a request has, as regular expressions that JSON Schema knows.
///
/// They are for those who write requests; the rules themselves are the domain's, which says better what is wrong.
public enum TextForm {
    public static let currency = "^[A-Z]{3}$"
    public static let countryCode = "^[A-Z]{2}$"
    public static let mobile = "^[+][0-9]{1,22}[0-9 ]?[0-9]{1,16}$"
    public static let threeDigits = "^[0-9]{3}$"
    public static let fourDigits = "^[0-9]{4}$"
    public static let sixDigits = "^[0-9]{6}$"
    public static let identifier = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    /// A query parameter without a value counts as absent.
    public static let identifierOrNothing = "^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$"
    public static let customerID = "^[1-9][0-9]{0,17}$"
    public static let base64url = "^[A-Za-z0-9_-]+$"
    public static let base64OrHexadecimal = "^[A-Za-z0-9+/=]+$"
    /// 32 bytes; the last digit has but four bits of them.
    public static let coordinate = "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"
    public static let walletName = "^[A-Za-z0-9_-]{1,24}$"
    public static let visibleASCII = "^[!-~]+$"
    /// Letters of any alphabet, spaces, hyphens and periods, as far as it can be said without the properties of
    /// characters, which few dialects of regular expressions know.
    public static let city = #"^[^\u0000-\u001F!-,/-@\[-`{-\u009F]{1,30}$"#
    /// No digit and nothing invisible, as far as it can be said.
    public static let separator = #"^[^\u0000-\u001F0-9\u007F-\u009F]{0,3}$"#

    /// So many characters, but for the one that Postgres does not keep.
    public static func any(_ lengths: ClosedRange<Int>) -> String {
        #"^[^\u0000]{\#(lengths.lowerBound),\#(lengths.upperBound)}$"#
    }

    /// Text that can be printed: so many characters, none of them a control character.
    public static func printable(_ lengths: ClosedRange<Int>) -> String {
        #"^[^\u0000-\u001F\u007F-\u009F]{\#(lengths.lowerBound),\#(lengths.upperBound)}$"#
    }
}
