import Issuing
import IssuingTestSupport
import Logging
import Postgres
import TestSupport

/// Two servers on one database that hold 64 payments open at once, each on a connection of its own.
struct PaymentServers {
    static let sessions = 64

    let all: [IssuingFixture]
    private let scratch: ScratchDatabase

    init(on fixture: IssuingFixture) async throws {
        var servers: [IssuingFixture] = []
        for _ in 0..<2 { servers.append(try await fixture.server(transactors: Self.sessions / 2)) }
        (all, scratch) = (servers, fixture.scratch)
    }

    struct StillConnected: Error {
        let sessions: Int64
    }

    /// The number of deadlocks that Postgres has found in the database. The service repeats such a transaction, so
    /// nothing else shows a deadlock.
    ///
    /// A session reports its count when it ends. So this ends all servers, and waits for their sessions.
    ///
    /// - Parameter others: further servers on the database.
    func deadlocks(endingToo others: IssuingFixture...) async throws -> Int64 {
        for server in all + others { await server.issuing.database.shutDown() }
        var configuration = try scratch.configuration
        (configuration.readers, configuration.applicationName) = (1, Self.observer)
        let database = Database(configuration, logger: .init(label: "deadlocks"))
        var left: Int64 = 0
        // A session ends within milliseconds, and this many answers take a minute.
        for _ in 0..<500_000 {
            left = try await database.read(Self.others(.text(Self.observer))).first ?? 0
            if left == 0 { break }
        }
        guard left == 0 else { throw StillConnected(sessions: left) }
        let found = try await database.read(Self.counted())
        await database.shutDown()
        return found.first ?? 0
    }

    private static let observer = "deadlocks"

    private static let others = Statement(
        "deadlocks_others",
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    private static let counted = Statement(
        "deadlocks_counted", "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("deadlocks") }
}
