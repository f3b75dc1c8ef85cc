import Postgres
import Subprocess
import TestSupport

/// The demo universe in a database that is not marked as a sandbox's. The core has no operation that makes customers.
enum ProductionDatabase {
    private struct NotSeeded: Error { let why: String }

    /// - Parameter body: receives a data directory, and the options that lead to its key and the database.
    static func with<Result>(
        _ body: (_ directory: DataDirectory, _ options: [String]) async throws -> Result
    ) async throws -> Result {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--data-dir", directory.path, "--database-url", scratch.url]
            let seeding = try await Program.run(["seed"] + options)
            guard seeding.status.isSuccess else { throw NotSeeded(why: seeding.errors) }
            try await scratch.database.execute(script: "DROP SCHEMA sandbox CASCADE")
            return try await body(directory, options)
        }
    }
}
