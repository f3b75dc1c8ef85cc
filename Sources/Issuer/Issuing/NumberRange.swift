import Cards
import CardSecrets
import Postgres

/// How full a range of card numbers is: those that begin with a program's prefix.
///
/// It is measured as cards are issued: some numbers are drawn, and those that a card has are counted. That costs the
/// same however many cards there are, and counts the cards of all programs whose ranges overlap.
public struct NumberRange: Hashable, Sendable {
    /// 6 to 8 digits.
    public let prefix: String
    /// The programs whose cards begin with it.
    public let programs: [String]
    /// How many of ``draws`` numbers cards have.
    public let taken: Int

    /// How many numbers are drawn. So the share is right to within 0.022, in 19 of 20 cases.
    public static let draws = 2000
    /// The share from which a range is reported. At this one, a card needs two draws on average, and one in 65,000 gets
    /// no number in 16.
    public static let warningShare = 0.5

    package init(prefix: String, programs: [String], taken: Int) {
        (self.prefix, self.programs, self.taken) = (prefix, programs, taken)
    }

    /// 0 to 1.
    public var share: Double { Double(taken) / Double(Self.draws) }

    /// How many numbers there are, without the check digit.
    public var size: Int { (prefix.utf8.count..<PAN.length - 1).reduce(1) { size, _ in size * 10 } }

    /// About how many numbers cards have.
    public var used: Int { size / Self.draws * taken }

    public var isFilling: Bool { share >= Self.warningShare }
}

extension Issuing {
    /// Measures the ranges of all programs, by prefix.
    ///
    /// - Parameter entropy: draws the numbers. Another one than that of new cards, so that measuring changes none.
    public func numberRanges(drawing entropy: Entropy) async throws(IssuingFailure) -> [NumberRange] {
        var programs: [String: [String]] = [:]
        for (_, program) in try await reading(ProgramStatements.everyProgram()) {
            programs[program.panPrefix, default: []].append(program.name)
        }
        var ranges: [NumberRange] = []
        for (prefix, names) in programs.sorted(by: { $0.key < $1.key }) {
            // Of a number that a card has, one hash is stored.
            let hashes = (0..<NumberRange.draws).flatMap { _ in
                vault.lookupHashes(PAN.generate(prefix: prefix, using: entropy)).all.map(\.bytes)
            }
            let taken = try await reading(NumberRangeStatements.taken(.bytesArray(hashes))).first ?? 0
            ranges.append(NumberRange(prefix: prefix, programs: names.sorted(), taken: taken))
        }
        return ranges
    }
}
