/// Finds digits that look like a card number, in text that must not contain one.
///
/// Payment cards have 13 to 19 digits, and the last one checks the others (ISO/IEC 7812-1). Their numbers begin with
/// 3, 4, 5, 6 or with 22 to 27, so a time in milliseconds (`1700000000000`) or a compact date (`20261122034501`) is
/// not one.
///
/// - A run of 13 or more digits counts, with any check digit, if a card number could begin within it.
/// - Digits in groups count if their check digit is right. The groups may be divided in any way, with up to three
///   characters between them that are not letters. Further digits may touch the first or the last group if the groups
///   have the sizes that are printed on cards.
/// - A UUID does not count, and neither does a telephone number: a plus sign and at most 15 digits (ITU-T E.164).
///
/// Digits of every script count.
public enum CardNumber {
    public static let minimumLength = 13
    private static let maximumLength = 19
    private static let maximumGap = 3
    private static let telephoneNumberLength = 15
    private static let uuidLength = 36
    /// Visa, Mastercard, Discover and JCB; American Express; Diners Club; numbers of 19 digits.
    private static let printedGroups = [[4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3]]

    /// The error of a field that contains a card number. It continues the sentence after the field's name.
    public static let violation = "must not hold what looks like a card number"

    public static func isIn(_ text: String) -> Bool {
        var search = Search(text)
        return search?.next() != nil
    }

    /// The same for a text that may hold an identifier. Identifiers are often long numbers, and ``isIn(_:)`` would
    /// refuse many of them. So a run of digits counts only if it has 13 to 19, begins as a card number and has a right
    /// check digit. A run of 15 digits does not count: merchants' numbers and Visa's transaction ids have that form.
    public static func isIn(identifier text: String) -> Bool {
        var search = Search(text, mayBeIdentifier: true)
        return search?.next() != nil
    }

    /// The same for digits in one run only: for JSON and for references that are made of several numbers, in which
    /// numbers that are not connected stand side by side.
    public static func isRun(in text: String) -> Bool {
        text.utf8.split { !$0.isASCIIDigit }.contains { run in isNumber(run.map { $0 - 0x30 }) }
    }

    private static func isNumber(_ run: [UInt8]) -> Bool {
        run.count != 15 && minimumLength...maximumLength ~= run.count && canBegin(run[...]) && isChecked(run)
    }

    /// The text with each card number replaced by `hidden`.
    public static func hidden(in text: String) -> String {
        guard var search = Search(text) else { return text }
        var kept = String.UnicodeScalarView()
        var shown = 0
        while let found = search.next() {
            kept += search.scalars[shown..<found.lowerBound]
            kept += "hidden".unicodeScalars
            shown = found.upperBound
        }
        return String(kept + search.scalars[shown...])
    }

    /// Walks through one text.
    private struct Search {
        let scalars: [Unicode.Scalar]
        private let digits: [UInt8?]
        /// The runs of digits.
        private let groups: [Range<Int>]
        private let mayBeIdentifier: Bool
        private var position = 0

        /// Nil for a text that is too short.
        init?(_ text: String, mayBeIdentifier: Bool = false) {
            guard text.utf8.count >= minimumLength, mayHoldNumber(text) else { return nil }
            self.mayBeIdentifier = mayBeIdentifier
            scalars = Array(text.unicodeScalars)
            var digits = scalars.map(\.decimalDigit)
            for start in Self.starts(ofUUIDsIn: scalars) {
                for index in start..<start + uuidLength { digits[index] = nil }
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

        private static func starts(ofUUIDsIn scalars: [Unicode.Scalar]) -> [Int] {
            guard scalars.count >= uuidLength else { return [] }
            return (0...scalars.count - uuidLength).filter { start in
                scalars[start + 8] == "-" && scalars[start + 13] == "-" && scalars[start + 18] == "-"
                    && scalars[start + 23] == "-"
                    && scalars[start..<start + uuidLength].allSatisfy { $0 == "-" || $0.properties.isASCIIHexDigit }
            }
        }

        /// The range of the next card number, with all digits that touch it.
        mutating func next() -> Range<Int>? {
            while position < groups.count {
                let first = position
                if let last = runHolds(first) ? first : lastGroup(of: first) {
                    position = last + 1
                    return groups[first].lowerBound..<groups[last].upperBound
                }
                position += 1
            }
            return nil
        }

        private func runHolds(_ index: Int) -> Bool {
            let run = run(groups[index])
            guard run.count >= minimumLength else { return false }
            if mayBeIdentifier { return isNumber(run) }
            if followsPlus(index), run.count <= telephoneNumberLength { return false }
            return (0...run.count - minimumLength).contains { canBegin(run[$0...]) }
        }

        /// The last group of a number that begins with this group; nil if none does.
        private func lastGroup(of first: Int) -> Int? {
            let isAfterPlus = followsPlus(first)
            if isAfterPlus, connected(first...).reduce(0, { $0 + $1.count }) <= telephoneNumberLength { return nil }
            var found: Int?
            var number: [UInt8] = []
            for (index, group) in zip(first..., connected(first...)) {
                number += run(group)
                guard number.count <= maximumLength else { break }
                // A single run has a rule of its own.
                guard !mayBeIdentifier || index > first else { continue }
                let isLongEnough = number.count > (isAfterPlus ? telephoneNumberLength : minimumLength - 1)
                if isLongEnough, canBegin(number[...]), isChecked(number) { found = index }
            }
            return found ?? printedGroups.lazy.compactMap { printed(as: $0, from: first) }.first
        }

        /// Groups of the sizes that are printed on cards. Further digits may touch the outer ones.
        private func printed(as lengths: [Int], from first: Int) -> Int? {
            let asked = connected(first...).prefix(lengths.count)
            guard asked.count == lengths.count, let head = asked.first, let tail = asked.last,
                let headLength = lengths.first, let tailLength = lengths.last,
                head.count >= headLength, tail.count >= tailLength,
                zip(asked.dropFirst().dropLast(), lengths.dropFirst()).allSatisfy({ $0.count == $1 })
            else { return nil }
            let inner = asked.dropFirst().dropLast().flatMap { run($0) }
            let number = Array(run(head).suffix(headLength) + inner + run(tail).prefix(tailLength))
            return canBegin(number[...]) && isChecked(number) ? first + lengths.count - 1 : nil
        }

        /// The groups from this one on that are separated only by gaps. There are at most as many as one number can
        /// have.
        private func connected(_ range: PartialRangeFrom<Int>) -> ArraySlice<Range<Int>> {
            let limit = min(groups.count, range.lowerBound + maximumLength + 1)
            var end = range.lowerBound + 1
            while end < limit, isGap(groups[end - 1].upperBound..<groups[end].lowerBound) { end += 1 }
            return groups[range.lowerBound..<end]
        }

        private func isGap(_ range: Range<Int>) -> Bool {
            range.count <= maximumGap
                && !scalars[range].contains { $0.isASCII && $0.properties.isAlphabetic }
        }

        private func followsPlus(_ index: Int) -> Bool {
            let start = groups[index].lowerBound
            return start > 0 && scalars[start - 1] == "+"
        }

        private func run(_ range: Range<Int>) -> [UInt8] { digits[range].compactMap(\.self) }
    }

    private static func canBegin(_ digits: ArraySlice<UInt8>) -> Bool {
        guard let first = digits.first, let second = digits.dropFirst().first else { return false }
        return 3...6 ~= first || (first == 2 && 2...7 ~= second)
    }

    /// ISO/IEC 7812-1, annex B.
    private static func isChecked(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let digit = Int(place.element) * (place.offset % 2 + 1)
            return sum + digit / 10 + digit % 10
        }
        return sum % 10 == 0
    }

    /// Whether enough of the bytes are digits, or parts of characters that may be digits.
    private static func mayHoldNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var digits = 0
            for byte in bytes where byte.isASCIIDigit || byte >= 0x80 { digits += 1 }
            return digits >= minimumLength
        }
    }

    public static func isUUID(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                let isHexadecimal = Unicode.Scalar(byte).properties.isASCIIHexDigit
                return [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexadecimal
            }
    }
}

extension Unicode.Scalar {
    /// Its value as a digit of any script.
    fileprivate var decimalDigit: UInt8? {
        if isASCII { return "0"..."9" ~= self ? UInt8(value - 0x30) : nil }
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.flatMap { UInt8(exactly: $0) }
    }
}
