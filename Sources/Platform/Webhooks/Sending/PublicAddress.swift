/// Decides which addresses are public. A URL that a subscriber chose may lead only to public ones.
///
/// Any other address may belong to a host that trusts its callers: this machine, its network, the cloud's metadata
/// service. Both lists are IANA's special-purpose registries (RFC 6890), read strictly: only globally reachable unicast
/// is public.
enum PublicAddress {
    /// - Parameter bytes: 4 of IPv4 or 16 of IPv6, in network order.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: !notPublic4.contains { $0.contains(bytes) }
        case 16: isPublic6(bytes)
        default: false
        }
    }

    private static func isPublic6(_ bytes: [UInt8]) -> Bool {
        // The address embeds an IPv4 address (RFC 6052), which a network that translates would reach.
        if translated.contains(bytes) { return isPublic(Array(bytes.suffix(4))) }
        return unicast.contains(bytes) && !notPublic6.contains { $0.contains(bytes) }
    }

    private struct Block: Sendable {
        let start: [UInt8]
        let bits: Int

        init(_ start: [UInt8], _ bits: Int) {
            self.start = start
            self.bits = bits
        }

        func contains(_ address: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let mask: UInt8 = 0x80 >> UInt8(bit % 8)
                let expected = bit / 8 < start.count ? start[bit / 8] : 0
                return address[bit / 8] & mask == expected & mask
            }
        }
    }

    private static let notPublic4 = [
        Block([0], 8),  // this network
        Block([10], 8), Block([172, 16], 12), Block([192, 168], 16),  // private, RFC 1918
        Block([100, 64], 10),  // carriers' NAT, RFC 6598
        Block([127], 8),  // this machine
        Block([169, 254], 16),  // link-local; 169.254.169.254 is the cloud's metadata
        Block([192, 0, 0], 24),  // protocol assignments
        Block([192, 0, 2], 24), Block([198, 51, 100], 24), Block([203, 0, 113], 24),  // documentation
        Block([192, 88, 99], 24),  // 6to4 relays, RFC 7526
        Block([198, 18], 15),  // benchmarks
        Block([224], 4), Block([240], 4),  // multicast; reserved and broadcast
    ]

    private static let unicast = Block([0x20], 3)
    private static let translated = Block([0x00, 0x64, 0xFF, 0x9B], 96)

    /// Inside the unicast block; loopback, mapped, unique-local, link-local and multicast are outside it.
    private static let notPublic6 = [
        Block([0x20, 0x01, 0x00], 23),  // protocol assignments, among them Teredo, which holds an IPv4 address
        Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x3F, 0xFF, 0x00], 20),  // documentation
        Block([0x20, 0x02], 16),  // 6to4, which holds an IPv4 address
    ]
}
