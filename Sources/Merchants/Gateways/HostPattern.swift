import HTTPService

/// The host names at which a gateway's clients call it: one name, or all names one level below a domain.
public struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    /// As certificates write it, such as `api.stitch.money` or `*.cardconnect.com`.
    public let description: String

    /// - Parameter text: a host name in lower case, or `*.` and the name of a domain.
    public init(_ text: String) { description = text }

    /// Whether the pattern matches a name. A wildcard stands for exactly one label, as in a certificate (RFC 9525,
    /// section 6.3).
    package func contains(_ host: HostName) -> Bool {
        guard description.hasPrefix("*.") else { return host.text == description }
        guard let dot = host.text.firstIndex(of: ".") else { return false }
        return dot != host.text.startIndex && host.text[dot...] == description.dropFirst()
    }
}
