/// The spelling of the host and the port of a URL, as far as a pattern of their characters cannot check it.
public enum HostSpelling {
    /// Whether a host looks like an IPv4 address but is none, because one of its four numbers is above 255 (RFC 3986,
    /// section 3.2.2). Any other host may be a name.
    public static func isNoAddress(_ host: some StringProtocol) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let areNumbers = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
        return parts.count == 4 && areNumbers && !parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether a text of digits is a port from 1 to 65535.
    public static func isPort(_ text: some StringProtocol) -> Bool { Int(text).map((1...65535).contains) ?? false }
}
