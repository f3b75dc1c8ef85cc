import Administration
import ArgumentParser
import Authorizing
import CardAPI
import CardSecrets
import CardServer
import Foundation
import Hosting
import HTTPContract
import Identifiers
import Issuing
import Validation

/// Drafts of programs' controls: they are tried before they count.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Draft the controls of a program, try the draft, and promote or drop it.",
        subcommands: [
            List.self, DraftRules.self, Shadow.self, Differences.self, TryRules.self, Drop.self, Promote.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the drafts that are not over.")

        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withRules(storage) { administration in
                for draft in try await administration.rulesDrafts() { print(draft.line) }
            }
        }
    }

    struct DraftRules: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "draft",
            abstract: "Make a program's draft, or replace it.",
            discussion: """
                The file has the controls in JSON, as the operation setCardControls takes them. A draft replaces all \
                controls of the program when it is promoted, and changes nothing before.

                For example: tessera-core rules draft ACME-VIRTUAL-VISA controls.json
                """)

        @Argument(help: "The program.") var program: String
        @Argument(help: ArgumentHelp("The controls, in JSON.", valueName: "file")) var file: String
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let controls = try controls()
            try await withRules(storage) { administration in
                print(try await administration.draft(controls, forProgram: program).line)
            }
        }

        private func controls() throws -> CardControls {
            let bytes: [UInt8]
            do throws(SmallFile.Failure) {
                bytes = try SmallFile.contents(of: file, limit: 65_536)
            } catch {
                throw ValidationError("\(file) cannot be read: \(error). Name a JSON file.")
            }
            let (body, wrong): (SetCardControlsBody, [FieldError])
            do throws(RequestError) {
                (body, wrong) = try SetCardControlsBody.read(bytes)
            } catch {
                throw Installation.Failure(description: "No draft was made. \(file): \(error)")
            }
            let draft = ControlsDraft(body).read(besides: WrongFields(wrong))
            let errors = wrong.adding(draft.errors)
            guard errors.isEmpty, let controls = draft.value else {
                let lines = errors.map { "\($0.field) \($0.error)" }.joined(separator: "\n")
                throw Installation.Failure(description: "\(file) is wrong, and no draft was made.\n\(lines)")
            }
            return controls
        }
    }

    struct Shadow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a draft judge each request beside the live controls.",
            discussion: """
                It decides nothing. Each request that it would have answered in another way is recorded.

                For example: tessera-core rules shadow ACME-VIRTUAL-VISA
                """)

        @Argument(help: "The program.") var program: String
        @Flag(help: "Let it judge no longer, and forget the differences.") var off = false
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withRules(storage) { administration in
                print(try await administration.setShadow(!off, forProgram: program).line)
            }
        }
    }

    struct Differences: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the requests that the draft in shadow would have answered in another way.")

        @Argument(help: "The program.") var program: String
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withRules(storage) { administration in
                var place: DifferencePlace?
                repeat {
                    let page = try await administration.shadowDifferences(ofProgram: program, at: place)
                    for changed in page.differences { print(changed.line) }
                    place = page.next
                } while place != nil
            }
        }
    }

    struct TryRules: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backtest",
            abstract: "Judge the stored messages of a period by a draft.",
            discussion: """
                It prints each request that the draft would have answered in another way, and then the numbers. It \
                changes nothing.

                For example: tessera-core rules backtest ACME-VIRTUAL-VISA --from 2026-11-01 --to 2026-11-30
                """)

        @Argument(help: "The program.") var program: String
        @Option(help: "The first day, in UTC.") var from: String
        @Option(help: "The last day, in UTC.") var to: String
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let first = try ClearingCommand.day(from, "--from")
            let last = try ClearingCommand.day(to, "--to")
            try await withRules(storage) { administration in
                let draft = try await administration.rulesDraft(of: program)
                var (sum, place) = (BacktestSum(), BacktestPlace?.none)
                repeat {
                    let page = try await administration.backtest(
                        draft, from: first, to: last + 86_400, at: place)
                    for changed in page.differences { print(changed.line) }
                    sum.add(page)
                    place = page.next
                } while place != nil
                print(sum.line)
            }
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a draft. Nothing of it counts.",
            discussion: "For example: tessera-core rules drop ACME-VIRTUAL-VISA")

        @Argument(help: "The program.") var program: String
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withRules(storage) { administration in
                try await administration.dropRules(ofProgram: program)
                print("\(program): the draft was dropped.")
            }
        }
    }

    struct Promote: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a draft the program's controls.",
            discussion: """
                They count from the next payment on, in place of all earlier controls of the program.

                For example: tessera-core rules promote ACME-VIRTUAL-VISA --draft-version 2
                """)

        @Argument(help: "The program.") var program: String
        @Option(help: "The version of the draft, as list prints it.") var draftVersion: Int
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withRules(storage) { administration in
                _ = try await administration.promoteRules(ofProgram: program, version: Int64(draftVersion))
                print("\(program): the draft is in force.")
            }
        }
    }
}

/// Runs a command on a database that is not a sandbox's. A refusal ends it with its sentences.
private func withRules(
    _ storage: StorageOptions, _ work: @Sendable (Administration) async throws -> Void
) async throws {
    try await withProduction(storage) { administration in
        do {
            try await work(administration)
        } catch let failure as RulesFailure {
            throw Installation.Failure(description: failure.description)
        }
    }
}

extension RulesDraft {
    fileprivate var line: String { "\(program)  \(status.rawValue)  version \(version)  \(Timestamp(changedAt))" }
}

extension ChangedAnswer {
    fileprivate var line: String {
        let parts: [String?] = [
            Timestamp(at).description, reference.text, "card \(card)", "\(amount)", "\(category) \(country)",
            "\(recorded.words) -> \(drafted.words)", asksPartner ? "if the partner approves" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}

extension Ruling {
    fileprivate var words: String { [code.rawValue, reason?.rawValue].compactMap(\.self).joined(separator: " ") }
}

/// The counts of all pages of a backtest.
private struct BacktestSum {
    private var (cards, judged, declined, approved, otherwise, unknown) = (0, 0, 0, 0, 0, 0)

    mutating func add(_ page: BacktestPage) {
        (cards, judged, unknown) = (cards + page.cards, judged + page.judged, unknown + page.unknown)
        (declined, approved) = (declined + page.declined, approved + page.approved)
        otherwise += page.otherwise
    }

    var line: String {
        "\(cards) cards, \(judged) requests judged: \(declined) would be declined, \(approved) approved, "
            + "\(otherwise) change in another way. \(unknown) cannot be judged."
    }
}
