import Administration
import ArgumentParser
import Authorizing
import Foundation
import Hosting
import HTTPContract
import Identifiers
import Issuing
import Ledger

/// What an issuer's operators do with the files in which schemes clear payments.
struct ClearingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clearing",
        abstract: "Load schemes' clearing files, explain their breaks, and see and settle positions.",
        subcommands: [
            Load.self, Breaks.self, Resolve.self, Positions.self, Settle.self, Interchange.self,
        ])

    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Book a clearing file, and open a break for each line that differs from the books.",
            discussion: """
                The whole text is checked first; if it is wrong anywhere, nothing is booked. The lines are taken in \
                batches. If the command is killed, repeat it with the same file: it goes on where it was. A file that \
                was loaded changes nothing, under any name.

                For example: tessera-core clearing load visa-2026-11-30.csv --reference VISA-2026-11-30
                """)

        @Argument(help: ArgumentHelp("The file; see docs/SETTLEMENT.md.", valueName: "file")) var file: String
        @Option(help: "The scheme's name of the file. (default: the file's name)") var reference: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let name = reference ?? URL(filePath: file).lastPathComponent
            guard let reference = NetworkReference(name) else {
                throw ValidationError(
                    "--reference must be 1 to 100 printable ASCII characters without spaces, and no card number.")
            }
            try await withClearing(storage) { administration in
                let load = try await administration.loadClearing(
                    LineSource(file: file), as: reference, telling: { taken in note("\(taken) lines are taken.") })
                print(load.line)
                for kind in ClearingBreak.Kind.allCases {
                    if let count = load.breaks[kind] { print("\(kind.rawValue)  \(count)") }
                }
            }
        }
    }

    struct Breaks: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the open breaks, the oldest first.",
            discussion: "For example: tessera-core clearing breaks --kind MISSING")

        @Option(help: "Only breaks of this kind. (default: all)") var kind: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let kind = try kind.map { word in
                guard let known = ClearingBreak.Kind(rawValue: word) else {
                    let names = ClearingBreak.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("--kind must be one of \(names), not '\(word)'.")
                }
                return known
            }
            try await withClearing(storage) { administration in
                var last: ClearingBreak?
                repeat {
                    let page = try await administration.clearingBreaks(of: kind, after: last)
                    for found in page { print(found.line(at: administration.now)) }
                    last = page.last
                } while last != nil
            }
        }
    }

    struct Resolve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record how a break is explained.",
            discussion: """
                With --loss-to, the amount of a line that was not booked becomes a loss, and the scheme is owed it, \
                once for a reference. A break is resolved once.

                For example: tessera-core clearing resolve 5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701 \
                --reason 'The acquirer has reversed it.'
                """)

        @Argument(help: ArgumentHelp("The break's id.", valueName: "break")) var id: String
        @Option(help: "The explanation, of 1 to 500 characters.") var reason: String
        @Option(help: "VISA or MC, if the scheme is paid anyway. (default: it is not)") var lossTo: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            guard let id = ClearingBreakID(id) else {
                throw ValidationError("The break must be a UUID, not '\(id)'.")
            }
            if let violation = ClearingBreak.violation(inReason: reason) {
                throw ValidationError("--reason \(violation).")
            }
            let scheme = try lossTo.map { try ClearingCommand.scheme($0, "--loss-to") }
            try await withClearing(storage) { administration in
                let resolved = try await administration.resolve(id, because: reason, losingTo: scheme)
                print(resolved.line(at: administration.now))
            }
        }
    }

    struct Positions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what each scheme is owed, by day and currency, in minor units.",
            discussion: "For example: tessera-core clearing positions --from 2026-11-01 --to 2026-11-30")

        @Option(help: "The first day, in UTC. (default: a month ago)") var from: String?
        @Option(help: "The last day, in UTC. (default: today)") var to: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let first = try from.map { try ClearingCommand.day($0, "--from") }
            let last = try to.map { try ClearingCommand.day($0, "--to") }
            try await withClearing(storage) { administration in
                let now = administration.now
                let positions = try await administration.clearingPositions(
                    from: first ?? now - 31 * 86_400, to: last ?? now)
                for position in positions { print(position.line) }
            }
        }
    }

    struct Settle: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record that a scheme was paid for a day.",
            discussion: """
                It is refused while the day is not over, and while one of its files is not taken whole.

                For example: tessera-core clearing settle 2026-11-29 VISA EUR
                """)

        @Argument(help: "The day in UTC.") var day: String
        @Argument(help: "VISA or MC.") var scheme: String
        @Argument(help: "The currency, ISO 4217.") var currency: String
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let (day, scheme) = (
                try ClearingCommand.day(day, "The day"), try ClearingCommand.scheme(scheme, "The scheme")
            )
            let currency = try ClearingCommand.currency(currency)
            try await withClearing(storage) { administration in
                print(try await administration.settle(day, with: scheme, in: currency).line)
            }
        }
    }
}

// What the commands share.
extension ClearingCommand {
    static func day(_ text: String, _ name: String) throws(ValidationError) -> Date {
        guard text.utf8.count == 10, let begin = Timestamp("\(text)T00:00:00Z") else {
            throw ValidationError("\(name) must be a day like 2026-11-30, not '\(text)'.")
        }
        return Date(begin)
    }

    static func scheme(_ text: String, _ name: String) throws(ValidationError) -> Scheme {
        guard let scheme = Scheme(rawValue: text) else {
            throw ValidationError("\(name) must be VISA or MC, not '\(text)'.")
        }
        return scheme
    }

    static func currency(_ text: String) throws(ValidationError) -> Currency {
        guard let currency = Currency(text) else {
            throw ValidationError("The currency must be one of ISO 4217, like EUR, not '\(text)'.")
        }
        return currency
    }
}

/// Runs a command on a database that is not a sandbox's. A refusal ends it with its sentences.
func withClearing(
    _ storage: StorageOptions, _ work: @Sendable (Administration) async throws -> Void
) async throws {
    try await withProduction(storage) { administration in
        do {
            try await work(administration)
        } catch let failure as ClearingFailure {
            throw Installation.Failure(description: failure.description)
        }
    }
}

private func note(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
}

extension ClearingLoad {
    fileprivate var line: String {
        guard isNew || takenBefore < lines else { return "\(reference) was loaded before: nothing has changed." }
        let resumed = takenBefore > 0 ? ", going on behind \(takenBefore)" : ""
        return "\(reference): \(lines) lines\(resumed), \(agreeing) agree, \(breaks.values.reduce(0, +)) breaks."
    }
}

extension ClearingBreak {
    fileprivate func line(at now: Date) -> String {
        let parts: [String?] = [
            id.description, kind.rawValue, "\(ageInDays(at: now)) days", "authorization \(authorization)",
            line.map { "line \($0.number) of \($0.fileReference): \($0.reference) \($0.amount)" },
            authorized.map { "authorized \($0)" }, isBooked ? "booked" : nil, explanation,
            resolution.map { "resolved by \($0.by): \($0.reason)" },
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}

extension ClearingPosition {
    fileprivate var line: String {
        let parts: [String?] = [
            "\(day) \(scheme.rawValue) \(currency)", "\(lines) lines", "amount \(amount)",
            "interchange \(interchange)", "losses \(losses)", "net \(net)",
            settledAt.map { "settled \(Timestamp($0))" },
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
