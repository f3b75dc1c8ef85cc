import Testing

@testable import Webhooks

@Suite("Public addresses")
struct PublicAddressTests {
    /// Each line is an address, and whether it is public.
    static let ipv4 = table("""
        0.0.0.0            → no
        0.255.255.255      → no
        1.0.0.0            → yes
        9.255.255.255      → yes
        10.0.0.0           → no
        10.255.255.255     → no
        11.0.0.0           → yes
        100.63.255.255     → yes
        100.64.0.0         → no
        100.127.255.255    → no
        100.128.0.0        → yes
        126.255.255.255    → yes
        127.0.0.1          → no
        127.255.255.255    → no
        128.0.0.0          → yes
        169.253.255.255    → yes
        169.254.169.254    → no
        169.255.0.0        → yes
        172.15.255.255     → yes
        172.16.0.0         → no
        172.31.255.255     → no
        172.32.0.0         → yes
        192.0.0.1          → no
        192.0.1.0          → yes
        192.0.2.1          → no
        192.88.99.1        → no
        192.167.255.255    → yes
        192.168.0.1        → no
        192.169.0.0        → yes
        198.17.255.255     → yes
        198.18.0.1         → no
        198.19.255.255     → no
        198.51.100.7       → no
        203.0.113.7        → no
        223.255.255.255    → yes
        224.0.0.1          → no
        240.0.0.1          → no
        255.255.255.255    → no
        """)

    @Test("IPv4 addresses are public outside the reserved ranges", arguments: ipv4)
    func ipv4Addresses(address: String, expected: [String]) {
        let bytes = address.split(separator: ".").compactMap { UInt8($0) }
        #expect(bytes.count == 4)
        #expect(PublicAddress.isPublic(bytes) == (expected == ["yes"]))
    }

    /// Eight groups of hexadecimal digits without abbreviations, so that the test needs no IPv6 parser.
    static let ipv6 = table("""
        2606 4700 4700 0 0 0 0 1111          → yes
        2a00 1450 4001 80b 0 0 0 200e        → yes
        3ffe ffff ffff ffff 0 0 0 1          → yes
        3fff 0fff ffff ffff 0 0 0 1          → no
        3fff 1000 0 0 0 0 0 1                → yes
        0 0 0 0 0 0 0 0                      → no
        0 0 0 0 0 0 0 1                      → no
        0 0 0 0 0 0 808 808                  → no
        0 0 0 0 0 ffff 7f00 1                → no
        0 0 0 0 0 ffff 808 808               → no
        64 ff9b 0 0 0 0 808 808              → yes
        64 ff9b 0 0 0 0 7f00 1               → no
        64 ff9b 0 0 0 0 a9fe a9fe            → no
        64 ff9b 0 0 0 1 808 808              → no
        64 ff9b 1 0 0 0 808 808              → no
        100 0 0 0 0 0 0 1                    → no
        2001 0 7f00 1 0 0 0 1                → no
        2001 1ff ffff 0 0 0 0 1              → no
        2001 200 0 0 0 0 0 1                 → yes
        2001 db8 0 0 0 0 0 1                 → no
        2001 db9 0 0 0 0 0 1                 → yes
        2002 7f00 1 0 0 0 0 1                → no
        2002 808 808 0 0 0 0 1               → no
        2003 0 0 0 0 0 0 1                   → yes
        4000 0 0 0 0 0 0 1                   → no
        5f00 0 0 0 0 0 0 1                   → no
        fc00 0 0 0 0 0 0 1                   → no
        fd12 3456 789a 1 0 0 0 1             → no
        fe80 0 0 0 0 0 0 1                   → no
        fec0 0 0 0 0 0 0 1                   → no
        ff02 0 0 0 0 0 0 1                   → no
        """)

    @Test("IPv6 addresses are public outside the reserved ranges", arguments: ipv6)
    func ipv6Addresses(address: String, expected: [String]) {
        let groups = address.split(separator: " ").compactMap { UInt16($0, radix: 16) }
        #expect(groups.count == 8)
        let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(PublicAddress.isPublic(bytes) == (expected == ["yes"]))
    }

    @Test("Bytes of another length are not a public address", arguments: [0, 3, 5, 15, 17])
    func otherLengths(count: Int) {
        #expect(!PublicAddress.isPublic(Array(repeating: 8, count: count)))
    }
}
