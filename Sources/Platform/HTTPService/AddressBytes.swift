import NIOCore

extension SocketAddress {
    /// The 4 bytes of an IPv4 address, or the 16 of an IPv6 address, in network order; empty for any other kind.
    ///
    /// They are taken by their place in the C structure (bytes 4 to 7 of `sockaddr_in`, 8 to 23 of `sockaddr_in6`):
    /// which module declares the structure's members depends on the order in which modules are built.
    package var addressBytes: [UInt8] {
        switch self {
        case .v4(let address): withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
        case .v6(let address): withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
        case .unixDomainSocket: []
        }
    }
}
