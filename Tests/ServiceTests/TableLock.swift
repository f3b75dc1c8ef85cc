import Dispatch
import Postgres
import TestSupport

/// Makes whoever writes to a table wait, or reads it too, for as long as a test wants.
struct TableLock {
    private let database: Database
    private let released: DispatchSemaphore

    static func take(
        _ table: String, mode: String = "EXCLUSIVE", in scratch: ScratchDatabase
    ) async throws -> TableLock {
        let (database, released) = (try scratch.database, DispatchSemaphore(value: 0))
        let (taking, taken) = AsyncStream<Void>.makeStream()
        Task {
            defer { taken.finish() }
            try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                _ = try tx.run(Statement("lock", "LOCK TABLE \(table) IN \(mode) MODE")())
                taken.yield()
                released.wait()
            }
        }
        for await _ in taking { return TableLock(database: database, released: released) }
        throw NotTaken()
    }

    func isWaitedFor() async throws {
        let waiting = Statement("waiting", """
            SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND NOT granted
            """) { (row: inout Row) throws(PostgresFailure) in try row.bigint() }
        while try await database.read(waiting()) == [0] { await Task.yield() }
    }

    func release() {
        released.signal()
    }

    private struct NotTaken: Error {}
}
