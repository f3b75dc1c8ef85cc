import Administration
import ArgumentParser
import Audit
import Foundation
import Hosting

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check, export and shorten the audit trail.",
        subcommands: [Verify.self, Export.self, Forget.self])

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute all hashes of the audit trail again, and print its days and its last hash.",
            discussion: """
                It first hashes the events that wait for it. It ends with 0 only if no event was changed or removed. \
                Somebody who owns the tables can write a new trail with hashes that match. So keep the last hash at \
                another place, and name it the next time: then the trail must contain it.

                For example: tessera-core audit verify --containing \
                90f8be6f0ed4f6b2bd0a5d0a3f1f4ac0c7c1d30eaf8a8a0a2a5c1c9fd7b1c2aa
                """)

        @Option(help: "A hash that was printed earlier: 64 hexadecimal digits.") var containing: AuditHash?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withProduction(storage) { administration in
                let trail = administration.auditTrail
                while try await trail.placeWaiting(on: AuditDay(of: Date())) {}
                let report = try await trail.verify(containing: containing)
                for (day, events) in report.days { print("\(day)  \(events) events") }
                print("\(report.waiting) events wait for their hashes.")
                if !report.isFromTheBeginning { print("Earlier days were forgotten.") }
                if let hash = report.lastHash { print("Last hash: \(hash)") }
                var faults = report.faults.map(\.description)
                if let containing, !report.containsHash {
                    faults.append("The trail does not contain the hash \(containing), so it was rewritten.")
                }
                guard faults.isEmpty else {
                    throw Installation.Failure(description: faults.joined(separator: "\n"))
                }
                print("The audit trail is whole.")
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the events of the audit trail as lines of JSON, in the order of their hashes.",
            discussion: """
                The hash of a line is SHA-256 of the hash before it, as 32 bytes, and of the line without its member \
                hash. Before the first event there are 32 zero bytes.

                For example: tessera-core audit export --from 2026-11-01 --to 2026-11-30 > november.jsonl
                """)

        @Option(help: "The first day, in UTC. (default: that of the first event)") var from: AuditDay?
        @Option(help: "The last day, in UTC. (default: that of the last event)") var to: AuditDay?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withProduction(storage) { administration in
                try await administration.auditTrail.export(from: from, to: to) { print($0) }
            }
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the events from before a day, which must be at least a year ago.",
            discussion: """
                Export them first. The last of them stays, so that the hash of the next one can be checked.

                For example: tessera-core audit forget --before 2025-11-01
                """)

        @Option(help: "The first day that stays, in UTC.") var before: AuditDay
        @OptionGroup var storage: StorageOptions

        func validate() throws {
            let first = AuditTrail.firstDayToKeep(on: Date())
            guard before <= first else {
                throw ValidationError("--before must be \(first) or earlier: the events of a year stay.")
            }
        }

        func run() async throws {
            try await withProduction(storage) { administration in
                print("\(try await administration.forgetTrail(before: before)) events were removed.")
            }
        }
    }
}

extension AuditDay: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension AuditHash: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
