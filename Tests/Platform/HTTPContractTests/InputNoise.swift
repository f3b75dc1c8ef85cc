import TestSupport

/// Changed copies of some inputs, drawn from a seed.
struct InputNoise {
    private let inputs: [[UInt8]]
    private let limitBytes: Int
    private var numbers: SeededNumbers

    /// - Parameters:
    ///   - inputs: at least one, and none is empty.
    ///   - limitBytes: the longest copy.
    init(of inputs: [[UInt8]], upTo limitBytes: Int, seed: UInt64) {
        (self.inputs, self.limitBytes, numbers) = (inputs, limitBytes, SeededNumbers(seed: seed))
    }

    mutating func next() -> [UInt8] {
        var input = numbers.one(of: inputs)
        for _ in 0..<numbers.below(6) { change(&input) }
        // Many faults need an input that ends too early, and no other change.
        let end = numbers.below(3) == 0 ? numbers.below(input.count + 1) : input.count
        return Array(input.prefix(min(end, limitBytes)))
    }

    private mutating func change(_ input: inout [UInt8]) {
        guard !input.isEmpty else { return input = numbers.one(of: inputs) }
        let range = self.range(in: input)
        switch numbers.below(9) {
        case 0: input[range.lowerBound] ^= 1 << UInt8(numbers.below(8))
        case 1: input[range.lowerBound] = UInt8(truncatingIfNeeded: numbers.next())
        case 2: input.removeSubrange(range)
        case 3: input.insert(contentsOf: input[range], at: numbers.below(input.count + 1))
        case 4: input.insert(contentsOf: piece(), at: range.lowerBound)
        case 5: input.replaceSubrange(range, with: piece())
        case 6:
            let other = numbers.one(of: inputs)
            input.replaceSubrange(range, with: other[self.range(in: other)])
        case 7: replaceNumber(in: &input, from: range.lowerBound)
        default:
            let times = 1 << numbers.below(9)
            let part = input[range].prefix(16)
            input.insert(contentsOf: (0..<times).flatMap { _ in part }, at: range.lowerBound)
        }
    }

    /// At least one byte, and most often few.
    private mutating func range(in input: [UInt8]) -> Range<Int> {
        let start = numbers.below(input.count)
        let longest = min(input.count - start, 1 << numbers.below(8))
        return start..<start + 1 + numbers.below(longest)
    }

    /// Replaces the next digits by another number, because lengths and amounts are where sums overflow.
    private mutating func replaceNumber(in input: inout [UInt8], from start: Int) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard let first = input[start...].firstIndex(where: isDigit) else { return }
        let end = input[first...].firstIndex { !isDigit($0) } ?? input.count
        input.replaceSubrange(first..<end, with: numbers.one(of: Self.numbers).utf8)
    }

    private static let numbers = [
        "0", "-1", "00", "127", "128", "255", "256", "999", "32768", "65535", "65536", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "99999999999999999999", "1e999", "0.5",
    ]

    private mutating func piece() -> [UInt8] {
        numbers.below(4) == 0
            ? (0...numbers.below(8)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            : Array(numbers.one(of: Self.pieces).utf8)
    }

    /// Marks of the languages that are read, and characters that texts seldom have.
    private static let pieces = [
        "{", "}", "[", "]", "(", ")", "<", ">", "\"", "'", "\\", "/", ":", ";", ",", ".", "-", "+", "=", "&", "%", "?",
        "#", "@", "$", "*", "|", "~", " ", "\t", "\r", "\n", "\r\n", "\r\n\r\n", "\0", "...", "\"\"\"", "//", "..",
        "%00", "%2F", "\\u0000", "\\ud83d", "\\u0301", "null", "true", "\u{301}\u{316}", "\u{FEFF}", "\u{2028}",
        "é", "٣", "😀",
    ]
}
