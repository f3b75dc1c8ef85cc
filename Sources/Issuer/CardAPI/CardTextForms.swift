import HTTPContract

/// The forms of text that only the Card service uses.
extension TextForm {
    public static let currency = "^[A-Z]{3}$"
    public static let countryCode = "^[A-Z]{2}$"
    public static let mobile = "^[+][0-9]{1,22}[0-9 ]?[0-9]{1,16}$"
    public static let threeDigits = "^[0-9]{3}$"
    public static let fourDigits = "^[0-9]{4}$"
    public static let sixDigits = "^[0-9]{6}$"
    public static let accountID = "^[1-9][0-9]{0,11}$"
    public static let transactionID = "^[1-9][0-9]{0,17}$"
    public static let responseCode = "^[0-9A-Z]{2}$"
    public static let customerID = "^[1-9][0-9]{0,17}$"
    /// 32 bytes in Base64url. The last digit has only four bits of them.
    public static let coordinate = "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"
    public static let walletName = "^[A-Za-z0-9_-]{1,24}$"
    /// A printable name of at most 100 characters, without the signs that stand between the parts of a path.
    public static let fileName =
        #"^[^\u0000-\u001F\u007F-\u009F./\\:][^\u0000-\u001F\u007F-\u009F/\\:]{0,99}$"#
    /// Letters of any alphabet, spaces, hyphens and periods. It is approximate, because few dialects of regular
    /// expressions know the properties of characters.
    public static let city = #"^[^\u0000-\u001F!-,/-@\[-`{-\u009F]{1,30}$"#
    /// No digits and no invisible characters; approximate for the same reason.
    public static let separator = #"^[^\u0000-\u001F0-9\u007F-\u009F]{0,3}$"#
    /// Red, green and blue, and perhaps the opacity, in two hexadecimal digits each.
    public static let color = "^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$"
    /// Latin letters, spaces, single quotes and hyphens; approximate for the same reason.
    public static let latinName = #"^[^!-&(-,.-@\[-`{-\u009F\u0000-\u001F]{1,50}$"#
    public static let email = #"^[^\u0000-\u0020\u007F-\u009F@]+@[^\u0000-\u0020\u007F-\u009F@]+$"#
    public static let internetAddress = "^(\(octet)\\.){3}\(octet)$"
    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    /// A day in the years 1900 to 2099, and some that no calendar has.
    public static let date = "^(19|20)[0-9]{2}-\(monthAndDay)$"
    public static let moment =
        "^[0-9]{4}-\(monthAndDay)[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?([Zz]|[+-]00:00)$"
    private static let monthAndDay = "(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    public static let stateOrNothing = "^([A-Z]{2})?$"
    public static let base64OrHexadecimal = "^[A-Za-z0-9+/=]+$"
}
