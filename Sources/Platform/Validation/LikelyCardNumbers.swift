/// Walks through everything in a text that could be a card number, and that nothing may log or show.
///
/// Payment cards have 13 to 19 digits, and the last one checks the others (ISO/IEC 7812-1). Their numbers begin with
/// 3, 4, 5, 6 or with 22 to 27, so a time in milliseconds (`1700000000000`) or a compact date (`20261122034501`) is
/// not one.
///
/// - A run of 13 or more digits counts, with any check digit, if a card number could begin within it.
/// - Digits in groups count if their check digit is right. The groups may be divided in any way, with up to three
///   characters between them that are not letters. Further digits may touch the first or the last group if the groups
///   have the sizes that are printed on cards.
struct LikelyCardNumbers {
    let text: DigitGroups
    private var position = 0

    /// Nil for a text that is too short.
    init?(in text: String) {
        guard let groups = DigitGroups(text) else { return nil }
        self.text = groups
    }

    /// The range of the next card number, with all digits that touch it.
    mutating func next() -> Range<Int>? {
        while position < text.groups.count {
            let first = position
            if let last = runHolds(first) ? first : lastGroup(of: first) {
                position = last + 1
                return text.groups[first].lowerBound..<text.groups[last].upperBound
            }
            position += 1
        }
        return nil
    }

    private func runHolds(_ index: Int) -> Bool {
        let run = text.run(text.groups[index])
        guard run.count >= CardNumber.minimumLength else { return false }
        if text.followsPlus(index), run.count <= CardNumber.telephoneNumberLength { return false }
        return (0...run.count - CardNumber.minimumLength).contains { Self.canBegin(run[$0...]) }
    }

    /// The last group of a number that begins with this group; nil if none does.
    private func lastGroup(of first: Int) -> Int? {
        let connected = text.connected(first...)
        let isAfterPlus = text.followsPlus(first)
        if isAfterPlus, connected.reduce(0, { $0 + $1.count }) <= CardNumber.telephoneNumberLength { return nil }
        let shortest = isAfterPlus ? CardNumber.telephoneNumberLength + 1 : CardNumber.minimumLength
        var found: Int?
        var number: [UInt8] = []
        for (index, group) in zip(first..., connected) {
            number += text.run(group)
            guard number.count <= CardNumber.maximumLength else { break }
            if number.count >= shortest, Self.canBegin(number[...]), CardNumber.isChecked(number) { found = index }
        }
        let printed = text.printedNumbers(from: first).first {
            Self.canBegin($0.digits[...]) && CardNumber.isChecked($0.digits)
        }
        return found ?? printed.map { first + $0.groups - 1 }
    }

    private static func canBegin(_ digits: ArraySlice<UInt8>) -> Bool {
        guard let first = digits.first, let second = digits.dropFirst().first else { return false }
        return 3...6 ~= first || (first == 2 && 2...7 ~= second)
    }
}
