import Foundation
import Testing

@testable import CardSecrets

@Suite("Entropy")
struct EntropyTests {
    @Test("The same seed gives the same bytes")
    func seededBytes() {
        let (one, same, other) = (Entropy.seeded(1), Entropy.seeded(1), Entropy.seeded(2))
        for count in [1, 12, 32, 4096] {
            let bytes = one.bytes(count)
            #expect(bytes.count == count)
            #expect(bytes == same.bytes(count))
            #expect(count == 1 || bytes != other.bytes(count))
        }
    }

    @Test("Copies of a source share one stream")
    func copiedSource() {
        let entropy = Entropy.seeded(1)
        let copy = entropy
        #expect(entropy.bytes(16) != copy.bytes(16))
    }

    @Test("The system's source returns the requested length and does not repeat")
    func systemSource() {
        let draws = (0..<64).map { _ in Entropy.system.bytes(17) }
        #expect(draws.allSatisfy { $0.count == 17 })
        #expect(Set(draws).count == 64)
    }

    /// A million digits: 100 000 of each, with a standard deviation of 300. Reducing every byte modulo 10 would favour
    /// 0…5, each of which would occur 101 562 times.
    @Test("Digits are distributed evenly")
    func digitDistribution() {
        let entropy = Entropy.seeded(42)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<250 {
            for digit in entropy.digits(4_000).utf8 { counts[Int(digit - UInt8(ascii: "0"))] += 1 }
        }
        #expect(counts.allSatisfy { 99_000...101_000 ~= $0 })
    }

    @Test("The number of digits is the requested one", arguments: [1, 7, 15, 100])
    func digitCount(count: Int) {
        let digits = Entropy.seeded(5).digits(count)
        #expect(digits.count == count && digits.allSatisfy { $0.isASCII && $0.isNumber })
    }

    @Test("A generated UUID has version 4")
    func uuidVersion() {
        let entropy = Entropy.seeded(9)
        let identifiers = (0..<100).map { _ in entropy.uuid().uuidString }
        #expect(Set(identifiers).count == 100)
        for text in identifiers {
            let characters = Array(text)
            #expect(characters[14] == "4" && "89AB".contains(characters[19]))
        }
    }

    @Test("Simultaneous draws from one source never return the same bytes")
    func simultaneousDraws() async {
        let entropy = Entropy.seeded(11)
        let draws = await withTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<8 { group.addTask { (0..<100).map { _ in entropy.bytes(16) } } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.formUnion($1) }
        }
        #expect(draws.count == 800)
    }
}
