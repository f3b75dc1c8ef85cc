import NIOCore

/// The client at an address: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one subscriber.
struct ClientAddress: Hashable, Sendable {
    private let network: [UInt8]

    init(_ address: SocketAddress?) {
        let bytes = address?.unmappedBytes ?? []
        network = bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }
}

extension SocketAddress {
    /// The bytes of the address. A listener for both protocols sees an IPv4 client with a mapped address (RFC 4291,
    /// section 2.5.5.2), which is the same client as the one with the IPv4 address.
    var unmappedBytes: [UInt8] {
        let bytes = addressBytes
        let isMapped = bytes.count == 16
            && bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }
}
