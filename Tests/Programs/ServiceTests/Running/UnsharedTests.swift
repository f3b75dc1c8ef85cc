import Testing

@Suite("Unshared hosts")
struct UnsharedTests {
    @Test("A process takes any number of hosts, each an address of this machine and none twice among 254")
    func hosts() {
        let taken = (0..<1_000).map { Unshared.host($0, of: 70_000) }
        for host in taken {
            let bytes = host.split(separator: ".").compactMap { UInt8($0) }
            #expect(bytes.count == 4 && bytes.first == 127 && (1...254).contains(bytes.last ?? 0), "\(host)")
        }
        for begin in stride(from: 0, to: 1_000 - Unshared.hosts, by: 97) {
            #expect(Set(taken[begin..<begin + Unshared.hosts]).count == Unshared.hosts)
        }
        #expect(Unshared.host(0, of: 70_001) != taken[0])
    }
}
