/// Finds everything in a text that could be a card number and must not be logged.
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
    private let text: DigitGroups

    static func areIn(_ text: String) -> Bool {
        guard let groups = DigitGroups(text) else { return false }
        let search = LikelyCardNumbers(text: groups)
        return groups.groups.indices.contains { search.runHolds($0) || search.numberBegins(in: $0) }
    }

    private func runHolds(_ index: Int) -> Bool {
        let run = text.run(text.groups[index])
        guard run.count >= CardNumber.minimumLength else { return false }
        if text.followsPlus(index), run.count <= CardNumber.telephoneNumberLength { return false }
        return (0...run.count - CardNumber.minimumLength).contains { Self.canBegin(run[$0...]) }
    }

    private func numberBegins(in first: Int) -> Bool {
        let connected = text.connected(first...)
        let isAfterPlus = text.followsPlus(first)
        if isAfterPlus, connected.reduce(0, { $0 + $1.count }) <= CardNumber.telephoneNumberLength { return false }
        let shortest = isAfterPlus ? CardNumber.telephoneNumberLength + 1 : CardNumber.minimumLength
        var number: [UInt8] = []
        for group in connected {
            number += text.run(group)
            guard number.count <= CardNumber.maximumLength else { break }
            if number.count >= shortest, Self.isLikely(number) { return true }
        }
        return text.printedNumbers(from: first).contains { Self.isLikely($0.digits) }
    }

    private static func isLikely(_ digits: [UInt8]) -> Bool { canBegin(digits[...]) && CardNumber.isChecked(digits) }

    private static func canBegin(_ digits: ArraySlice<UInt8>) -> Bool {
        guard let first = digits.first, let second = digits.dropFirst().first else { return false }
        return 3...6 ~= first || (first == 2 && 2...7 ~= second)
    }
}
