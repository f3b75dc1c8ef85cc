import ArgumentParser
import Authorizing
import Ledger
import Postgres

/// Commands for the ledger.
package struct LedgerCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Check the ledger.", subcommands: [Check.self])

    package init() {}

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that the ledger adds up.",
            discussion: """
                Reads all accounts, holds, journals, authorizations and clearings of files in one snapshot, and \
                compares each balance with the entries that it is the sum of. It changes nothing. If anything is \
                wrong, it prints each finding and exits with 1. With --database-url, services can run meanwhile. A \
                service with its own Postgres must be stopped first.

                For example: tessera ledger check --database-url postgresql://cards@db.example/cards
                """)

        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withInstallation(storage, mayBegin: false) { installation in
                try await installation.prepareSchema(migrating: false)
                let report = try await CheckStatements.report(
                    on: installation.database, and: AuthorizationInvariants.all + ClearingInvariants.all)
                for finding in report.findings { print(finding) }
                let extent = "\(report.accounts) accounts, \(report.holds) holds, \(report.journals) journals"
                guard report.findings.isEmpty else {
                    print("The ledger does not add up: \(report.findings.count) findings in \(extent).")
                    throw ExitCode.failure
                }
                print("The ledger adds up: \(extent).")
            }
        }
    }
}
