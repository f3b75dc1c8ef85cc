import NIOCore

/// The name in a `Host` header.
package struct HostName {
    /// The name in lower case, without the port and without the dot of the root.
    package let text: String

    package init(_ authority: String) {
        let name = authority.replacing(/:[0-9]*$/, with: "").lowercased()
        text = name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// Whether the host is an address or a name that cannot be registered: a name without a dot, or one in a reserved
    /// domain (RFC 6761, section 6; `internal` by ICANN's resolution 2024.07.29.06).
    package var isNobodys: Bool {
        let address = text.hasPrefix("[") ? String(text.dropFirst().dropLast()) : text
        return !text.contains(".") || Self.reserved.contains { text.hasSuffix($0) }
            || (try? SocketAddress(ipAddress: address, port: 0)) != nil
    }

    private static let reserved = [".localhost", ".test", ".example", ".invalid", ".internal"]
}
