import ArgumentParser
import Foundation
import HTTPContract

/// Commands for the snapshots of a running sandbox.
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Take, restore, list, compare and delete snapshots of a running sandbox.",
        discussion: """
            A snapshot is a state of all data with a name. Take one after a test has set up its data, and restore it \
            before each test: that takes a tenth of the time of a reset.

            For example: tessera snapshot take ready, and then
            tessera snapshot restore ready
            """,
        subcommands: [Take.self, Restore.self, List.self, Compare.self, Delete.self])

    /// The name of a snapshot, and the sandbox that has it.
    struct Named: ParsableArguments {
        @Argument(help: "The snapshot's name: 1 to 60 of 0-9, A-Z, a-z, '.', '_' and '-'.")
        var name: String

        @OptionGroup var address: SandboxAddress

        func validate() throws {
            guard name.wholeMatch(of: /[0-9A-Za-z._-]{1,60}/) != nil else {
                throw ValidationError("A snapshot's name has 1 to 60 of 0-9, A-Z, a-z, '.', '_' and '-'.")
            }
        }
    }

    fileprivate struct Snapshot: Decodable {
        let name, takenDate: String
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a snapshot of all data.", discussion: "For example: tessera snapshot take ready")

        @OptionGroup var named: Named

        func run() async throws {
            let body = JSONValue.object(JSONObject([("name", .string(named.name))])).jsonText
            let taken: Snapshot = try await named.address.sandbox().ask("POST", "/snapshots", .json(body))
            print("\(taken.takenDate)  \(taken.name)")
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring back the data of a snapshot.",
            discussion: """
                Deletes the snapshots that were taken later. The restored one stays.

                For example: tessera snapshot restore ready
                """)

        @OptionGroup var named: Named

        func run() async throws {
            try await named.address.sandbox().tell("POST", "/snapshots/\(named.name)/restore")
            print("All data is as it was in the snapshot \(named.name).")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all snapshots, with the time of each.",
            discussion: "For example: tessera snapshot list")

        @OptionGroup var address: SandboxAddress

        private struct Answer: Decodable {
            let snapshots: [Snapshot]
        }

        func run() async throws {
            let answer: Answer = try await address.sandbox().ask("GET", "/snapshots")
            if answer.snapshots.isEmpty { print("There is no snapshot.") }
            for snapshot in answer.snapshots { print("\(snapshot.takenDate)  \(snapshot.name)") }
        }
    }

    struct Compare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the rows that have changed since a snapshot.",
            discussion: """
                Prints the table, the key and the changed columns of each row, with the values before and after.

                For example: tessera snapshot compare ready
                """)

        @OptionGroup var named: Named

        private struct Total: Decodable {
            let total: Int
        }

        func run() async throws {
            let answer = try await named.address.sandbox().answer("GET", "/snapshots/\(named.name)/diff")
            let total = try answer.decoded(as: Total.self).total
            let rows = (try? JSONValue(parsing: Array(answer.body)))?["rows"]?.elements ?? []
            for row in rows {
                print("\(row["change"]?.shown ?? "")  \(row["table"]?.shown ?? "")  \(row["key"]?.jsonText ?? "")")
                for (name, change) in row["columns"]?.pairs ?? [] {
                    print("  \(name): \(change["was"]?.jsonText ?? "null") → \(change["is"]?.jsonText ?? "null")")
                }
            }
            print(total == rows.count ? "\(total) rows changed." : "\(total) rows changed; \(rows.count) are listed.")
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a snapshot; the data stays as it is.",
            discussion: "For example: tessera snapshot delete ready")

        @OptionGroup var named: Named

        func run() async throws {
            try await named.address.sandbox().tell("DELETE", "/snapshots/\(named.name)")
            print("There is no snapshot \(named.name).")
        }
    }
}

/// Reading of answers whose form depends on what was recorded.
extension JSONValue {
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// In the order of the text.
    var pairs: [(String, JSONValue)] {
        guard case .object(let object) = self else { return [] }
        return object.names.compactMap { name in object[name].map { (name, $0) } }
    }

    /// A string without its quotation marks; anything else as JSON.
    var shown: String { text ?? jsonText }
}
