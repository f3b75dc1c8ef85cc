/// The runs of digits in a text, and the characters between them. The digits of a UUID are left out.
struct DigitGroups {
    private static let maximumGap = 3
    private static let uuidLength = 36
    /// Visa, Mastercard, Discover and JCB; American Express; Diners Club; numbers of 19 digits.
    private static let printedGroups = [[4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3]]
    /// Of those in front.
    private static let shortestPrintedGroup = 4

    let scalars: [Unicode.Scalar]
    private let digits: [UInt8?]
    /// The runs of digits.
    let groups: [Range<Int>]

    /// Nil for a text with too few digits for a card number.
    init?(_ text: String) {
        guard text.utf8.count >= CardNumber.minimumLength, Self.mayHoldNumber(text) else { return nil }
        scalars = Array(text.unicodeScalars)
        var digits = scalars.map(\.decimalDigit)
        for start in Self.starts(ofUUIDsIn: scalars) {
            for index in start..<start + Self.uuidLength { digits[index] = nil }
        }
        self.digits = digits
        var groups: [Range<Int>] = []
        for index in digits.indices where digits[index] != nil {
            if let last = groups.last, last.upperBound == index {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        self.groups = groups
    }

    /// Whether the text has enough bytes for a card number that are digits, or parts of characters that may be digits.
    private static func mayHoldNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var digits = 0
            for byte in bytes where byte.isASCIIDigit || byte >= 0x80 { digits += 1 }
            return digits >= CardNumber.minimumLength
        }
    }

    private static func starts(ofUUIDsIn scalars: [Unicode.Scalar]) -> [Int] {
        guard scalars.count >= uuidLength else { return [] }
        return (0...scalars.count - uuidLength).filter { start in
            scalars[start + 8] == "-" && scalars[start + 13] == "-" && scalars[start + 18] == "-"
                && scalars[start + 23] == "-"
                && scalars[start..<start + uuidLength].allSatisfy { $0 == "-" || $0.properties.isASCIIHexDigit }
        }
    }

    /// The number of groups of the longest number that begins with a group and fits a rule; 0 if none does.
    func groupsOfNumber(from first: Int, _ isOne: (_ groups: Int, _ digits: [UInt8]) -> Bool) -> Int {
        let printed = printedNumbers(from: first).first { isOne($0.groups, $0.digits) }?.groups ?? 0
        return max(printed, mayBegin(first) ? separateGroups(from: first, isOne) : 0)
    }

    /// The same for numbers that no letter touches: the group alone, or with some of the next ones as long as the
    /// characters between all of them are the same.
    private func separateGroups(from first: Int, _ isOne: (_ groups: Int, _ digits: [UInt8]) -> Bool) -> Int {
        let connected = connected(first...)
        guard let start = connected.first, !isLetter(start.lowerBound - 1) else { return 0 }
        var longest = 0
        var between: ArraySlice<Unicode.Scalar>?
        var number: [UInt8] = []
        for (count, group) in zip(1..., connected) {
            if count > 1 {
                let gap = scalars[groups[first + count - 2].upperBound..<group.lowerBound]
                guard between.map({ $0.elementsEqual(gap) }) != false else { break }
                between = gap
            }
            number += run(group)
            guard number.count <= CardNumber.maximumLength else { break }
            guard number.count >= CardNumber.minimumLength, !isLetter(group.upperBound) else { continue }
            if followsPlus(first), number.count <= CardNumber.telephoneNumberLength { continue }
            if isOne(count, number) { longest = count }
        }
        return longest
    }

    /// The numbers that begin in a group and are divided as on cards. Further digits and letters may touch the outer
    /// groups.
    func printedNumbers(from first: Int) -> [(groups: Int, digits: [UInt8])] {
        guard groups[first].count >= Self.shortestPrintedGroup else { return [] }
        return Self.printedGroups.compactMap { lengths in
            let asked = connected(first...).prefix(lengths.count)
            guard asked.count == lengths.count, let head = asked.first, let tail = asked.last,
                let headLength = lengths.first, let tailLength = lengths.last,
                head.count >= headLength, tail.count >= tailLength,
                zip(asked.dropFirst().dropLast(), lengths.dropFirst()).allSatisfy({ $0.count == $1 })
            else { return nil }
            let inner = asked.dropFirst().dropLast().flatMap { run($0) }
            return (lengths.count, Array(run(head).suffix(headLength) + inner + run(tail).prefix(tailLength)))
        }
    }

    private func isLetter(_ index: Int) -> Bool {
        scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
    }

    /// The groups from this one on that are separated only by gaps. There are at most as many as one number can have.
    func connected(_ range: PartialRangeFrom<Int>) -> ArraySlice<Range<Int>> {
        let limit = min(groups.count, range.lowerBound + CardNumber.maximumLength + 1)
        var end = range.lowerBound + 1
        while end < limit, isGap(groups[end - 1].upperBound..<groups[end].lowerBound) { end += 1 }
        return groups[range.lowerBound..<end]
    }

    private func isGap(_ range: Range<Int>) -> Bool {
        range.count <= Self.maximumGap
            && !scalars[range].contains { $0.isASCII && $0.properties.isAlphabetic }
    }

    func followsPlus(_ index: Int) -> Bool {
        let start = groups[index].lowerBound
        return start > 0 && scalars[start - 1] == "+"
    }

    /// Whether the first digit of a group is one with which a card number can begin.
    private func mayBegin(_ index: Int) -> Bool { digits[groups[index].lowerBound].map { 2...6 ~= $0 } == true }

    func run(_ range: Range<Int>) -> [UInt8] { digits[range].compactMap(\.self) }
}

extension Unicode.Scalar {
    /// Its value as a digit of any script.
    fileprivate var decimalDigit: UInt8? {
        if isASCII { return "0"..."9" ~= self ? UInt8(value - 0x30) : nil }
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.flatMap { UInt8(exactly: $0) }
    }
}
