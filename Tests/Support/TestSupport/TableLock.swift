import Dispatch
import Postgres

/// Locks a table until the test releases it. Writers must wait; in some modes, readers too.
public struct TableLock: Sendable {
    private let database: Database
    private let released: DispatchSemaphore

    public static func take(
        _ table: String, mode: String = "EXCLUSIVE", in scratch: ScratchDatabase
    ) async throws -> TableLock {
        try await take(statement: "LOCK TABLE \(table) IN \(mode) MODE", in: scratch)
    }

    /// - Parameter statement: takes the lock.
    public static func take(statement: String, in scratch: ScratchDatabase) async throws -> TableLock {
        try await take(statement: statement, in: try scratch.database)
    }

    /// The same in a database of any server.
    public static func take(statement: String, in database: Database) async throws -> TableLock {
        let released = DispatchSemaphore(value: 0)
        let (taking, taken) = AsyncStream<Void>.makeStream()
        Task {
            defer { taken.finish() }
            try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                _ = try tx.run(Statement("lock", statement)())
                taken.yield()
                released.wait()
            }
        }
        for await _ in taking { return TableLock(database: database, released: released) }
        throw NotTaken()
    }

    /// - Parameters:
    ///   - number: the number of sessions that wait, for this lock or for a session that waits for it.
    ///   - longer: the minimum wait as a Postgres interval.
    public func isWaitedFor(by number: Int64 = 1, longerThan longer: String = "0") async throws {
        let waiting = Statement("waiting", """
            SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND NOT granted AND clock_timestamp() - waitstart > $1::text::interval
            """) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }
        while try await database.read(waiting(.text(longer))).allSatisfy({ $0 < number }) { await Task.yield() }
    }

    public func release() {
        released.signal()
    }

    private struct NotTaken: Error {}
}
