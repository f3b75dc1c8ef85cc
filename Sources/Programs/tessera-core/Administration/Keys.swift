import Administration
import ArgumentParser
import CardSecrets
import Foundation
import Hosting
import HTTPContract
import Issuing

/// What an issuer's operators do with the keys that protect the database.
struct Keys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys that protect the database, and replace them.",
        subcommands: [List.self, Import.self, Rotate.self, Reencrypt.self, Retire.self, Rewrap.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print each version of each data key, and never the key itself.",
            discussion: """
                A version is active, which makes new values, or it only opens values that name it. While a key has \
                several versions, each stored value is looked at, and VALUES is the number of those that name the \
                version. Two keys with the same check value are the same key.

                For example: tessera-core keys list --database-url postgresql://cards@db.example/cards
                """)

        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withProduction(storage) { administration in
                let keys = try await administration.keys()
                var uses: [KeyPurpose: [Int: Int]] = [:]
                for (purpose, versions) in Dictionary(grouping: keys, by: \.purpose) where versions.count > 1 {
                    uses[purpose] = try await administration.uses(of: purpose)
                }
                print(KeyTable(keys, uses), terminator: "")
            }
        }
    }

    struct Rewrap: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Wrap all data keys under another key-encryption key.",
            discussion: """
                The usual options name the key-encryption key of now. All data keys change in one transaction, so a \
                kill leaves all of them as they were. Connect as the role that owns the tables. Services that run go \
                on, because they have the data keys in memory; restart each of them with the new key before the next \
                command that changes keys.

                For example: tessera-core keys rewrap --to-key-file new.key --key-file key-encryption.key
                """)

        @Option(
            help: ArgumentHelp(
                "File with the new key-encryption key, which only its owner can access.", valueName: "file"))
        var toKeyFile: String

        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withProductionInstallation(storage) { installation in
                let (old, new) = (try await installation.keyEncryptionKey(), try KeyEncryptionKey(file: toKeyFile))
                guard old != new else {
                    throw Installation.Failure(
                        description: "The key file \(toKeyFile) holds the key-encryption key that the database has "
                            + "already. Nothing was changed. Make another one: "
                            + "(umask 077; openssl rand -hex 32 > new.key)")
                }
                let count = try await installation.administration().rewrapKeys(from: old, to: new)
                print("""
                    All \(count) data keys are wrapped under the key-encryption key \(new.checkValue), \
                    and no longer under \(old.checkValue).
                    Restart each service with --key-file \(toKeyFile). Services that run go on until then.
                    Keep the old key file as long as you keep a dump from before.
                    """)
            }
        }
    }
}

/// Keys as a table with a line for each version.
struct KeyTable: CustomStringConvertible {
    private let rows: [[String]]

    /// - Parameter uses: how many stored values name each version, of the keys for which that was counted.
    init(_ keys: [KeyState], _ uses: [KeyPurpose: [Int: Int]]) {
        let heads = ["PURPOSE", "VERSION", "STATE", "CHECK VALUE", "CREATED"] + (uses.isEmpty ? [] : ["VALUES"])
        rows = [heads] + keys.map { key in
            let cells = [
                key.purpose.rawValue, "\(key.version)", key.isActive ? "active" : "only opens",
                "\(key.checkValue)", "\(Timestamp(key.createdAt))",
            ]
            guard !uses.isEmpty else { return cells }
            return cells + [uses[key.purpose].map { "\($0[key.version, default: 0])" } ?? ""]
        }
    }

    /// Two spaces between the columns, and a line break at the end.
    var description: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            return cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces) + "\n"
        }.joined()
    }
}
