import Testing

@testable import ISO8583

@Suite("Bytes of any kind")
struct ISO8583RobustnessTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]

    /// A message with fields of every kind, fixed and variable, in both bitmaps.
    private static func rich() throws -> ISO8583Message {
        try ISO8583Message(
            "0100",
            [
                3: .text("000000"), 28: .text("D00000012"), 35: .text("5100=29"), 39: .text("00"),
                48: .text("63021A"), 52: .bytes([UInt8](0..<16)), 55: .bytes([0x9F, 0x36, 2, 0, 1]),
                102: .text("account"),
            ])
    }

    @Test("Every beginning of a message is refused")
    func truncated() throws {
        let bytes = try Self.rich().encoded()
        for count in bytes.indices {
            #expect(throws: ISO8583Failure.self) { try ISO8583Message(decoding: Array(bytes[..<count])) }
        }
    }

    @Test("A message with one changed byte is refused, or is another message that is written with the same bytes")
    func mutated() throws {
        let message = try Self.rich()
        let bytes = try message.encoded()
        var (refused, read, unlike) = (0, 0, 0)
        for index in bytes.indices {
            for value in UInt8.min...UInt8.max where value != bytes[index] {
                var changed = bytes
                changed[index] = value
                guard let other = try? ISO8583Message(decoding: changed) else {
                    refused += 1
                    continue
                }
                read += 1
                if try other == message || other.encoded() != changed { unlike += 1 }
            }
        }
        #expect(refused > 0 && read > 0 && refused + read == bytes.count * 255 && unlike == 0)
    }

    @Test("Random bytes after a type and a bitmap are refused, or read and written unchanged", arguments: seeds)
    func random(seed: UInt64) throws {
        var numbers = Numbers(seed: seed)
        for _ in 0..<2_000 {
            let count = Int(numbers.next() % 200)
            // Half of the bytes are digits, so that lengths are often right.
            let tail = (0..<count).map { _ in
                let number = numbers.next()
                return number & 1 == 0 ? 0x30 + UInt8(number >> 8 & 7) : UInt8(truncatingIfNeeded: number >> 8)
            }
            let bytes = Array("0100".utf8) + tail
            guard let message = try? ISO8583Message(decoding: bytes) else { continue }
            #expect(try ISO8583Message(decoding: message.encoded()) == message)
        }
    }

    @Test("Random fields that the table allows are read as they were written", arguments: seeds)
    func roundTrip(seed: UInt64) throws {
        var numbers = Numbers(seed: seed)
        for _ in 0..<500 {
            var message = try ISO8583Message("0200")
            for field in ISO8583Field.all where numbers.next() % 4 == 0 {
                let range = field.length.range
                let longest = min(range.upperBound, range.lowerBound + 40)
                let length = range.lowerBound + Int(numbers.next() % UInt64(longest - range.lowerBound + 1))
                message.fields[field.number] = field.example(length: length)
            }
            #expect(try ISO8583Message(decoding: message.encoded()) == message)
        }
    }

    @Test("Sub-elements and chip data of any bytes are refused or read", arguments: seeds)
    func inside(seed: UInt64) {
        var numbers = Numbers(seed: seed)
        for _ in 0..<2_000 {
            let bytes = (0..<numbers.next() % 40).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 16) }
            let values = ChipData(bytes)?.values.values.reduce(0) { $0 + $1.count } ?? 0
            #expect(values <= bytes.count)
            let text = String(decoding: bytes.map { 0x30 + $0 % 10 }, as: UTF8.self)
            let texts = SubElements(text)?.texts.values.reduce(0) { $0 + $1.utf8.count } ?? 0
            #expect(texts <= text.utf8.count)
        }
    }
}

/// Numbers that look random and are the same in every run (Sebastiano Vigna's SplitMix64).
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
