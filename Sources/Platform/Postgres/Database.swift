import Dispatch
import Foundation
import Logging
import Metrics
import ServiceLifecycle

/// Postgres, as the rest of the program sees it: it takes SQL and values, and returns typed rows.
///
/// A few threads do the work, each with one session. Reads of many callers are sent together, each write has its own
/// Sync, and a transaction is a closure that runs on its session's thread. A caller only awaits. A session is opened
/// when it is first needed, and again whenever it is lost.
public final class Database: Service, Sendable {
    private let reads: Lane<StatementRequest>
    private let writes: Lane<StatementRequest>
    private let transactions: Lane<TransactionRequest>
    private let scripts: Lane<TransactionRequest>
    private let crew: Crew
    let configuration: DatabaseConfiguration
    /// Answers lists in the primary's place; nil if the primary answers all.
    let standby: Standby?

    /// Starts the threads; they connect when there is something to do.
    ///
    /// - Parameter standby: how to reach a standby for lists. From the other configuration it has everything that is
    ///   not about the connection.
    public init(
        _ configuration: DatabaseConfiguration, standby: DatabaseConfiguration? = nil, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        // libpq may write to a socket that its peer has closed. That is an error to handle, not a reason to terminate.
        signal(SIGPIPE, SIG_IGN)
        for case let weakness? in [configuration.weakness, standby?.weakness] { logger.warning("\(weakness)") }
        self.configuration = configuration
        crew = Crew(configuration, logger: logger, metrics: metrics)
        reads = crew.lane(.read, workers: configuration.readers, batch: Serving.readBatch, Serving.reads)
        writes = crew.lane(.write, workers: configuration.writers, batch: 1, Serving.writes)
        transactions = crew.lane(.transaction, workers: configuration.transactors, batch: 1, Serving.transactions)
        scripts = crew.lane(.script, workers: 1, batch: 1, Serving.transactions)
        crew.keepTime(of: [reads, writes, transactions, scripts])
        self.standby = standby.map { Standby($0, of: configuration, logger: logger, metrics: metrics) }
    }

    deinit {
        close()
    }

    /// Runs one statement that changes nothing. The session refuses any other (SQLSTATE 25006).
    ///
    /// It shares a round trip with the reads of other callers. If its task is cancelled, it returns at once and the
    /// answer is dropped.
    public func read<Output>(_ query: Query<Output>) async throws(PostgresFailure) -> [Output] {
        let request = try statementRequest(query.erased)
        let result = await reads.answer(to: request, request.reply) { [reads] in
            _ = reads.withdraw(request)
            request.fail(PostgresFailure(.cancelled))
        }
        return try query.decode(result.get())
    }

    /// Runs the statement of a list, by which nothing is decided. If there is a standby that shows everything that any
    /// client had written before this call, it answers; otherwise the primary does, as for any read.
    public func list<Output>(_ query: Query<Output>) async throws(PostgresFailure) -> [Output] {
        guard let standby, query.erased.failure == nil, let result = await standby.answer(to: query.erased) else {
            return try await read(query)
        }
        return try query.decode(result)
    }

    /// Runs one statement in its own transaction and returns once it is durable.
    ///
    /// `connectionLost` means that the outcome is unknown. If the task is cancelled while the statement waits, the call
    /// ends with `cancelled`. Once the statement is sent it runs to its end, and the call returns its outcome.
    public func write<Output>(_ query: Query<Output>) async throws(PostgresFailure) -> [Output] {
        let request = try statementRequest(query.erased)
        let result = await writes.answer(to: request, request.reply) { [writes] in
            if writes.withdraw(request) { request.fail(PostgresFailure(.cancelled)) }
        }
        return try query.decode(result.get())
    }

    /// Runs a closure as one transaction (READ COMMITTED) on a thread of the database.
    ///
    /// The closure may run up to five times, if it loses against another transaction (SQLSTATE 40001, 40P01), so it
    /// must have no effect outside the database. If it throws, the transaction is rolled back. If it returns without a
    /// commit, the commit takes another round trip. If the closure caught a failure of the database, that failure is
    /// thrown instead, because the transaction can no longer be committed.
    public func transaction<Success: Sendable, Failure: DatabaseError>(
        _ body: @escaping @Sendable (Transaction<Failure>) throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        try await run(body, in: transactions)
    }

    /// Runs many statements at once, for schemas and maintenance: on a separate session, without a time limit, and in
    /// one transaction unless the script says otherwise.
    public func execute(script: String) async throws(PostgresFailure) {
        try await runScript { session throws(PostgresFailure) in try session.run(script: script, named: "script") }
    }

    /// Runs scripts one after another, for statements that cannot run in a transaction, such as CREATE DATABASE. The
    /// first failure stops the run.
    ///
    /// - Parameter lock: An advisory lock. Only one session of this database, on any server, runs scripts under the
    ///   same lock at a time. After 20 s of waiting, the call fails with SQLSTATE 55P03.
    public func execute(scripts: [PlacedScript], holding lock: Int64) async throws(PostgresFailure) {
        try await runScript { [configuration] session throws(PostgresFailure) in
            try session.run(scripts: scripts, holding: lock, configuration)
        }
    }

    /// Runs work with the session for scripts, on its thread.
    func runScript(
        _ work: @escaping @Sendable (Session) throws(PostgresFailure) -> Void
    ) async throws(PostgresFailure) {
        let reply = Reply<Void, PostgresFailure>()
        let request = TransactionRequest(script: work, reply)
        try await scripts.answer(to: request, reply, abandon: withdrawal(of: request, from: scripts)).get()
    }

    /// Throws unless Postgres answers.
    public func ping() async throws(PostgresFailure) {
        let ping = Statement("ping", "SELECT 1 AS one") { row throws(PostgresFailure) in try row.integer("one") }
        _ = try await read(ping())
    }

    /// Waits for the service group's graceful shutdown, then serves what still waits. Only meanwhile a standby answers
    /// lists, because it is examined again and again.
    public func run() async throws {
        if let standby {
            await standby.watch()
        } else {
            try? await gracefulShutdown()
        }
        await shutDown()
    }

    /// Refuses new requests, serves those that wait, and returns when all sessions are closed. It takes no longer than
    /// the waiting limit and one answer.
    public func shutDown() async {
        close()
        await crew.leave()
        await standby?.leave()
    }

    private func close() {
        reads.close()
        writes.close()
        transactions.close()
        scripts.close()
        standby?.close()
    }

    /// A transaction without a time limit, for migrations and for work that grows with the stored data. One runs at a
    /// time.
    public func maintain<Success: Sendable, Failure: DatabaseError>(
        _ body: @escaping @Sendable (Transaction<Failure>) throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        try await run(body, in: scripts)
    }

    private func run<Success: Sendable, Failure: DatabaseError>(
        _ body: @escaping @Sendable (Transaction<Failure>) throws(Failure) -> Success,
        in lane: Lane<TransactionRequest>
    ) async throws(Failure) -> Success {
        let reply = Reply<Success, Failure>()
        let request = TransactionRequest(CallerMark.carried(into: body), reply)
        return try await lane.answer(to: request, reply, abandon: withdrawal(of: request, from: lane)).get()
    }

    private func statementRequest(_ query: AnyQuery) throws(PostgresFailure) -> StatementRequest {
        if let failure = query.failure { throw failure }
        return StatementRequest(query)
    }

    private func withdrawal<Item>(of item: Item, from lane: Lane<Item>) -> @Sendable () -> Void {
        { if lane.withdraw(item) { item.fail(PostgresFailure(.cancelled)) } }
    }
}
