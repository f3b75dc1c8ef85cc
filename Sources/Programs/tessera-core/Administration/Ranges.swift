import Administration
import ArgumentParser
import CardSecrets
import Hosting
import Issuing

struct Ranges: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print how full the programs' ranges of card numbers are.",
        discussion: """
            It draws \(NumberRange.draws) numbers of each range and counts those that cards have, so it costs the same \
            however many cards there are. From 50 % on, give new programs another range: a card number is drawn at \
            random, and soon too many draws are taken.

            For example: tessera-core ranges
            """)

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await withProduction(storage) { administration in
            for range in try await administration.issuing.numberRanges(drawing: .system) { print(range.line) }
        }
    }
}

extension NumberRange {
    fileprivate var line: String {
        let thousandths = taken * 1000 / Self.draws
        let share = taken == 0
            ? "less than 0.2 % used of \(size) numbers"
            : "\(thousandths / 10).\(thousandths % 10) % used, about \(used) of \(size) numbers"
        return "\(prefix)  \(isFilling ? "FILLING  " : "")\(share)  \(programs.joined(separator: " "))"
    }
}
