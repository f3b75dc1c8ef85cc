import HTTPContract
import HTTPTypes
import NIOCore

/// The proxies whose word on a client's address is believed.
public struct TrustedProxies: Sendable {
    /// The addresses whose first bits are these.
    private struct Block: Sendable {
        let bytes: [UInt8]
        let bits: Int

        func contains(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            let whole = bits / 8
            guard address.prefix(whole) == bytes.prefix(whole) else { return false }
            let rest = bits % 8
            return rest == 0 || (address[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
        }
    }

    private let blocks: [Block]

    public static let none = TrustedProxies()

    private init() { blocks = [] }

    /// - Parameter texts: IP addresses, and blocks of them such as `10.0.0.0/8`.
    /// - Throws: for the first text that is neither.
    public init(_ texts: [String]) throws(Unreadable) {
        var blocks: [Block] = []
        for text in texts {
            guard let block = Self.block(text) else { throw Unreadable(text: text) }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    /// A text that is no address and no block of addresses.
    public struct Unreadable: Error {
        public let text: String
    }

    private static func block(_ text: String) -> Block? {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = address(halves[0])?.unmappedBytes else { return nil }
        guard halves.count == 2 else { return Block(bytes: bytes, bits: bytes.count * 8) }
        guard halves[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(halves[1]),
            (0...bytes.count * 8).contains(bits)
        else { return nil }
        return Block(bytes: bytes, bits: bits)
    }

    private static func address(_ text: Substring) -> SocketAddress? {
        try? SocketAddress(ipAddress: String(text), port: 0)
    }

    /// The client's address according to the proxies in front of the service; nil if the connection is not a trusted
    /// proxy's.
    ///
    /// Each proxy adds the address that it sees to the end of `X-Forwarded-For`, so from the end, the first one that is
    /// not a trusted proxy's is the client's. What stands before it is the client's own word. `Forwarded` (RFC 7239) is
    /// not read: a proxy that writes one of the two fields passes the other on as the client has sent it.
    func client(of channel: any Channel, _ headers: HTTPFields) -> SocketAddress? {
        guard !blocks.isEmpty, let connection = channel.remoteAddress, isTrusted(connection) else { return nil }
        var client = connection
        for entry in headers[values: .forwardedFor].joined(separator: ",").split(separator: ",").reversed() {
            // A proxy that does not say whom it has seen hides everything before it.
            guard let address = Self.forwarded(entry) else { return client }
            client = address
            guard isTrusted(address) else { return client }
        }
        return client
    }

    /// An entry may have a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func forwarded(_ entry: Substring) -> SocketAddress? {
        let text = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") { return address(text.dropFirst().prefix { $0 != "]" }) }
        return address(text) ?? address(text.prefix { $0 != ":" })
    }

    private func isTrusted(_ address: SocketAddress) -> Bool {
        let bytes = address.unmappedBytes
        return blocks.contains { $0.contains(bytes) }
    }
}
