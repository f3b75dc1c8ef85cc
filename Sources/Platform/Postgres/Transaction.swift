/// A transaction in progress, as its closure sees it.
///
/// It is synchronous and runs on a thread of the database, so no task is suspended between BEGIN and COMMIT while rows
/// are locked. Round trips are the cost of a transaction. BEGIN is sent with the first statements and COMMIT with the
/// last, so reading, deciding and writing takes two round trips. After a failure no further statement is run, and the
/// first failure is thrown again.
public final class Transaction<Failure: DatabaseError> {
    private enum State {
        case notBegun, open, committed
        case failed(PostgresFailure)
    }

    private static var begin: AnyStatement { AnyStatement(name: "begin", sql: "BEGIN") }
    private static var commit: AnyStatement { AnyStatement(name: "commit", sql: "COMMIT") }
    private static var rollback: AnyStatement { AnyStatement(name: "rollback", sql: "ROLLBACK") }

    private let session: Session
    private var state = State.notBegun

    init(on session: Session) {
        self.session = session
    }

    /// Whether the database is spread over the machines of a cluster, which finds rows only by the value that says on
    /// which machine they are. It is read when a session begins, so a service must be started again after
    /// ``Database/distribute(by:)``.
    public var isOnCluster: Bool { session.isOnCluster }

    /// Runs all queries in one round trip.
    public func run<each Output>(_ query: repeat Query<each Output>?) throws(Failure) -> (repeat [each Output]) {
        var queries: [AnyQuery] = []
        for query in repeat each query { if let query { queries.append(query.erased) } }
        let answers = Answers(try exchange(queries, committing: false))
        return (repeat try decode(each query, answers))
    }

    /// Runs all queries and commits in one round trip. When it returns, the whole transaction is durable. When it
    /// throws, nothing is durable, unless the failure is `connectionLost`, or `unexpectedRow` in rows that were already
    /// committed.
    public func commit<each Output>(_ query: repeat Query<each Output>?) throws(Failure) -> (repeat [each Output]) {
        var queries: [AnyQuery] = []
        for query in repeat each query { if let query { queries.append(query.erased) } }
        let answers = Answers(try exchange(queries, committing: true))
        return (repeat try decode(each query, answers))
    }

    /// The same for many queries of which the rows of one are needed.
    public func commit<each First, Output, each Last>(
        _ first: repeat Query<each First>?, returning query: Query<Output>?, then last: repeat Query<each Last>?
    ) throws(Failure) -> [Output] {
        var queries: [AnyQuery] = []
        for query in repeat each first { if let query { queries.append(query.erased) } }
        if let query { queries.append(query.erased) }
        for query in repeat each last { if let query { queries.append(query.erased) } }
        let answers = Answers(try exchange(queries, committing: true))
        _ = (repeat try decode(each first, answers))
        let rows = try decode(query, answers)
        _ = (repeat try decode(each last, answers))
        return rows
    }

    /// Runs a script in the simple protocol inside this transaction, to make schemas.
    public func run(script: String, named name: String) throws(Failure) {
        try exchange(named: name) { session throws(PostgresFailure) in try session.run(script: script, named: name) }
        if !session.isInTransaction {
            throw fail(PostgresFailure(
                .misuse, statement: name, explanation: "a script must not end the transaction it runs in"
            ))
        }
    }

    /// Adds many rows to one table. It takes them from the sequence one by one while it sends them, on this thread.
    public func copy(_ copy: Copy, rows: some Sequence<[SQLValue]>) throws(Failure) {
        try exchange(named: copy.name) { session throws(PostgresFailure) in try session.copy(copy, rows) }
    }

    /// Hands over all rows of a query one by one while they arrive, on this thread.
    public func receive(_ rows: TextRows, each body: ([UInt8]) -> Void) throws(Failure) {
        try exchange(named: rows.name) { session throws(PostgresFailure) in try session.receive(rows, body) }
    }

    /// Exchanges messages that are no statements, inside this transaction.
    private func exchange(
        named name: String, _ work: (Session) throws(PostgresFailure) -> Void
    ) throws(Failure) {
        switch state {
        case .notBegun: _ = try exchange([], committing: false)
        case .open: break
        case .committed: throw misuse(name)
        case .failed(let failure): throw Failure(failure)
        }
        do {
            try work(session)
        } catch {
            throw fail(error)
        }
    }

    // MARK: for the lane

    /// The failure that undid this transaction, if there is one.
    var failure: PostgresFailure? {
        if case .failed(let failure) = state { failure } else { nil }
    }

    /// Called when the closure has returned. Commits an open transaction, and throws the failure if the closure caught
    /// it.
    func finish() throws(Failure) {
        switch state {
        case .notBegun, .committed: break
        case .open: _ = try exchange([], committing: true)
        case .failed(let failure): throw Failure(failure)
        }
    }

    /// Makes sure that the session has no open transaction, or is unusable.
    func cleanUp() {
        if !session.isIdle {
            session.roundTrip([AnyQuery(statement: Self.rollback)], sync: .once) { _, _ in }
        }
    }

    // MARK: one round trip

    private func exchange(_ queries: [AnyQuery], committing: Bool) throws(Failure) -> ArraySlice<ResultSet> {
        var steps = queries
        var isFirst = false
        switch state {
        case .notBegun:
            isFirst = true
            steps.insert(AnyQuery(statement: Self.begin), at: 0)
        case .open:
            break
        case .committed:
            throw misuse(queries.first?.statement.name)
        case .failed(let failure):
            throw Failure(failure)
        }
        if let failure = queries.lazy.compactMap(\.failure).first { throw fail(failure) }
        if steps.isEmpty, !committing { return [] }
        if committing { steps.append(AnyQuery(statement: Self.commit)) }

        var results: [ResultSet] = []
        var failure: PostgresFailure?
        session.roundTrip(steps, sync: .once) { index, answer in
            switch answer {
            case .rows(let result): results.append(result)
            case .rejected(let rejection): failure = failure ?? rejection
            // Before COMMIT is sent, no change can be durable.
            case .lost: failure = failure ?? .lost(steps[index].statement.name, isSafeToRetry: !committing)
            case .skipped: break
            }
        }
        if let failure { throw fail(failure) }
        if committing, results.last?.command != "COMMIT" {
            throw fail(PostgresFailure(.rejected, statement: "commit", explanation: "Postgres rolled back instead"))
        }
        state = committing ? .committed : .open
        return results[(isFirst ? 1 : 0)...].prefix(queries.count)
    }

    private func misuse(_ statement: String?) -> Failure {
        Failure(PostgresFailure(.misuse, statement: statement, explanation: "the transaction is committed already"))
    }

    private func fail(_ failure: PostgresFailure) -> Failure {
        state = .failed(failure)
        return Failure(failure)
    }

    private func decode<Output>(_ query: Query<Output>?, _ answers: Answers) throws(Failure) -> [Output] {
        guard let query else { return [] }
        do {
            return try query.decode(answers.next())
        } catch {
            throw committedOrFailed(error)
        }
    }

    /// Rows that cannot be read undo the transaction, except after its COMMIT.
    private func committedOrFailed(_ failure: PostgresFailure) -> Failure {
        if case .committed = state { return Failure(failure) }
        return fail(failure)
    }
}

/// Returns the answers of a round trip in order, one for each query that was sent.
private final class Answers {
    private var rest: ArraySlice<ResultSet>

    init(_ results: ArraySlice<ResultSet>) {
        rest = results
    }

    func next() -> ResultSet {
        rest.removeFirst()
    }
}
