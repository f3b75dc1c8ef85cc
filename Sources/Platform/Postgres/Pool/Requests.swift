/// One statement on its way through the lane of reads or of writes.
final class StatementRequest: Queued {
    let query: AnyQuery
    let reply = Reply<ResultSet, PostgresFailure>()

    init(_ query: AnyQuery) {
        self.query = query
    }

    func fail(_ failure: PostgresFailure) {
        reply.settle(.failure(failure.naming(query.statement.name)))
    }
}

/// One transaction on its way through its lane.
///
/// Only the closure's caller knows its result and its error; the lane learns whether to run it again.
final class TransactionRequest: Queued {
    enum NextStep {
        case finished(reply: () -> Void)
        /// It lost against another transaction, or its session was at fault. It may succeed the next time.
        case again
    }

    private let attempt: @Sendable (Session, _ attempt: Int) -> NextStep
    private let refuse: @Sendable (PostgresFailure) -> Void

    init<Success: Sendable, Failure: DatabaseError>(
        _ body: @escaping @Sendable (Transaction<Failure>) throws(Failure) -> Success,
        _ reply: Reply<Success, Failure>
    ) {
        attempt = { session, attempt in
            let transaction = Transaction<Failure>(on: session)
            let outcome = Result { () throws(Failure) in
                let success = try body(transaction)
                try transaction.finish()
                return success
            }
            transaction.cleanUp()
            if let failure = transaction.failure, failure.mayPass(afterAttempts: attempt) { return .again }
            return .finished { reply.settle(outcome) }
        }
        refuse = { reply.settle(.failure(Failure($0))) }
    }

    /// A script is not a `Transaction`, but it waits and is refused in the same way.
    init(
        script: @escaping @Sendable (Session) throws(PostgresFailure) -> Void, _ reply: Reply<Void, PostgresFailure>
    ) {
        attempt = { session, _ in
            let outcome = Result { () throws(PostgresFailure) in try script(session) }
            return .finished { reply.settle(outcome) }
        }
        refuse = { reply.settle(.failure($0)) }
    }

    /// - Parameter attempt: Counts from 1.
    func run(on session: Session, attempt number: Int) -> NextStep {
        attempt(session, number)
    }

    func fail(_ failure: PostgresFailure) {
        refuse(failure)
    }
}
