import Testing

@testable import Cards

@Suite struct PublicAddressTests {
    /// An address, and whether it is everybody's.
    static let table = Example.table(over: ["address": "absent"], """
        address: 0.0.0.0            → no
        address: 0.255.255.255      → no
        address: 1.0.0.0            → yes
        address: 9.255.255.255      → yes
        address: 10.0.0.0           → no
        address: 10.255.255.255     → no
        address: 11.0.0.0           → yes
        address: 100.63.255.255     → yes
        address: 100.64.0.0         → no
        address: 100.127.255.255    → no
        address: 100.128.0.0        → yes
        address: 126.255.255.255    → yes
        address: 127.0.0.1          → no
        address: 127.255.255.255    → no
        address: 128.0.0.0          → yes
        address: 169.253.255.255    → yes
        address: 169.254.169.254    → no
        address: 169.255.0.0        → yes
        address: 172.15.255.255     → yes
        address: 172.16.0.0         → no
        address: 172.31.255.255     → no
        address: 172.32.0.0         → yes
        address: 192.0.0.1          → no
        address: 192.0.1.0          → yes
        address: 192.0.2.1          → no
        address: 192.88.99.1        → no
        address: 192.167.255.255    → yes
        address: 192.168.0.1        → no
        address: 192.169.0.0        → yes
        address: 198.17.255.255     → yes
        address: 198.18.0.1         → no
        address: 198.19.255.255     → no
        address: 198.51.100.7       → no
        address: 203.0.113.7        → no
        address: 223.255.255.255    → yes
        address: 224.0.0.1          → no
        address: 240.0.0.1          → no
        address: 255.255.255.255    → no
        """)

    @Test(arguments: table)
    func ofIPv4(example: Example) throws {
        let bytes = try #require(example["address"]).split(separator: ".").compactMap { UInt8($0) }
        #expect(bytes.count == 4)
        #expect(PublicAddress.isPublic(bytes) == (example.expected == ["yes"]))
    }

    /// Eight groups of hexadecimal digits, so that the test reads nothing that it does not say.
    static let table6 = Example.table(over: ["address": "absent"], """
        address: 2606 4700 4700 0 0 0 0 1111          → yes
        address: 2a00 1450 4001 80b 0 0 0 200e        → yes
        address: 3ffe ffff ffff ffff 0 0 0 1          → yes
        address: 3fff 0fff ffff ffff 0 0 0 1          → no
        address: 3fff 1000 0 0 0 0 0 1                → yes
        address: 0 0 0 0 0 0 0 0                      → no
        address: 0 0 0 0 0 0 0 1                      → no
        address: 0 0 0 0 0 0 808 808                  → no
        address: 0 0 0 0 0 ffff 7f00 1                → no
        address: 0 0 0 0 0 ffff 808 808               → no
        address: 64 ff9b 0 0 0 0 808 808              → yes
        address: 64 ff9b 0 0 0 0 7f00 1               → no
        address: 64 ff9b 0 0 0 0 a9fe a9fe            → no
        address: 64 ff9b 0 0 0 1 808 808              → no
        address: 64 ff9b 1 0 0 0 808 808              → no
        address: 100 0 0 0 0 0 0 1                    → no
        address: 2001 0 7f00 1 0 0 0 1                → no
        address: 2001 1ff ffff 0 0 0 0 1              → no
        address: 2001 200 0 0 0 0 0 1                 → yes
        address: 2001 db8 0 0 0 0 0 1                 → no
        address: 2001 db9 0 0 0 0 0 1                 → yes
        address: 2002 7f00 1 0 0 0 0 1                → no
        address: 2002 808 808 0 0 0 0 1               → no
        address: 2003 0 0 0 0 0 0 1                   → yes
        address: 4000 0 0 0 0 0 0 1                   → no
        address: 5f00 0 0 0 0 0 0 1                   → no
        address: fc00 0 0 0 0 0 0 1                   → no
        address: fd12 3456 789a 1 0 0 0 1             → no
        address: fe80 0 0 0 0 0 0 1                   → no
        address: fec0 0 0 0 0 0 0 1                   → no
        address: ff02 0 0 0 0 0 0 1                   → no
        """)

    @Test(arguments: table6)
    func ofIPv6(example: Example) throws {
        let groups = try #require(example["address"]).split(separator: " ").compactMap { UInt16($0, radix: 16) }
        #expect(groups.count == 8)
        let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(PublicAddress.isPublic(bytes) == (example.expected == ["yes"]))
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func nothingElseIsAnAddress(count: Int) {
        #expect(!PublicAddress.isPublic(Array(repeating: 8, count: count)))
    }
}
