import ArgumentParser
import Postgres

package struct Migrate: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Migrate the database schema.",
        discussion: """
            It is safe to run this again, and from several machines at once.

            For example: tessera migrate --database-url postgresql://cards@db.example/cards
            """)

    @OptionGroup var storage: StorageOptions

    package init() {}

    package func run() async throws {
        try await withInstallation(storage) { installation in
            let report = try await installation.migrate()
            let versions = report.applied.map(String.init).joined(separator: ", ")
            print(
                report.applied.isEmpty
                    ? "The schema is up to date."
                    : report.wasFresh
                        ? "The database was empty and has the schema now (version \(versions))."
                        : "Applied: version \(versions).")
        }
    }
}
