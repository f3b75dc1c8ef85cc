/// The spelling of the host and the port of a URL, as far as a pattern of their characters cannot check it.
public enum HostSpelling {
    /// Whether a host looks like an IPv4 address but is none, because one of its four numbers is above 255 (RFC 3986,
    /// section 3.2.2). Any other host may be a name.
    public static func isNoAddress(_ host: some StringProtocol) -> Bool {
        var host = String(host)
        return host.withUTF8 { isNoAddress($0.span) }
    }

    /// The same for a host in UTF-8. Every request has a host, so this reads its bytes once and makes nothing of them.
    public static func isNoAddress(_ host: Span<UInt8>) -> Bool {
        var numbers = 1
        var digits = 0
        var number = 0
        var isTooLarge = false
        for index in host.indices {
            let byte = host[index]
            if byte == UInt8(ascii: "."), digits > 0 {
                numbers += 1
                digits = 0
                number = 0
            } else if byte.isASCIIDigit {
                digits += 1
                number = min(number * 10 + Int(byte - UInt8(ascii: "0")), 256)
                isTooLarge = isTooLarge || number > 255
            } else {
                return false
            }
        }
        return numbers == 4 && digits > 0 && isTooLarge
    }

    /// Whether a text of digits is a port from 1 to 65535.
    public static func isPort(_ text: some StringProtocol) -> Bool { Int(text).map((1...65535).contains) ?? false }
}
