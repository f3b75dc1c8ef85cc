/// Finds a pooler that hands a session of the server to several clients before the first of them disconnects.
///
/// No pooler tells its clients that, so two sessions watch which process of the server answers them. Poolers choose
/// among their idle sessions by different rules, and other clients use these meanwhile. So both ask several times:
/// while one of them is in a transaction, which takes its process away from the other, and while none is.
///
/// Nothing is prepared for that. It would stay behind in the pooler's sessions, and the next examination would take it
/// for another client's.
struct PoolerExamination {
    private static let rounds = 4
    private static let questions = 3
    private static let name = "examined_session"

    let configuration: DatabaseConfiguration
    let session: Session

    func examine() throws(PostgresFailure) {
        let (process, prepared) = try Self.state(of: session)
        // A pooler gives its clients numbers of its own. If the number is the server's, there is no pooler.
        guard process != Int(session.connection.backend) else { return }
        let other = try beginAnother()
        var foreign = max(0, prepared - session.preparations)
        for round in 0..<Self.rounds {
            if round > 0 { try other.run(script: "BEGIN", named: Self.name) }
            let found = try Self.state(of: other)
            guard found.process != process else { throw Self.anotherForEachTransaction }
            foreign = max(foreign, found.prepared)
            try requireSame(process)
            try other.run(script: "ROLLBACK", named: Self.name)
            try requireSame(process)
        }
        guard foreign == 0 else { throw Self.notReset }
    }

    private func requireSame(_ process: Int) throws(PostgresFailure) {
        for _ in 0..<Self.questions {
            guard try Self.state(of: session).process == process else { throw Self.anotherForEachTransaction }
        }
    }

    /// The server's process of a session, and the number of statements that are prepared in it.
    private static func state(of session: Session) throws(PostgresFailure) -> (process: Int, prepared: Int) {
        let texts = try session.texts(
            "SELECT pg_backend_pid(), (SELECT count(*) FROM pg_prepared_statements)", named: name)
        guard texts.count == 2, let process = Int(texts[0]), let prepared = Int(texts[1]) else {
            throw PostgresFailure(.unexpectedRow, statement: name)
        }
        return (process, prepared)
    }

    /// A second session, in a transaction. If the first one is lost, that may be an accident.
    private func beginAnother() throws(PostgresFailure) -> Session {
        var areRefused = true
        for _ in 0..<2 {
            let other = try open()
            switch Self.begin(in: other) {
            case .begun: return other
            case .refused(let sqlState): areRefused = areRefused && sqlState == Self.protocolViolation
            case .lost: areRefused = false
            }
        }
        throw areRefused ? Self.anotherForEachStatement : Self.lostSessions
    }

    private enum Beginning {
        case begun
        case refused(sqlState: String)
        /// The session broke off, or gave no answer in time.
        case lost
    }

    /// The SQLSTATE with which PgBouncer refuses transactions if it pools statements.
    private static let protocolViolation = "08P01"

    /// Begins a transaction. A refusal of PgBouncer ends the session, so ``Session/run(script:named:)`` does not tell
    /// it from the loss of a session.
    private static func begin(in session: Session) -> Beginning {
        var refusal: String?
        do throws(LinkLost) {
            try session.connection.leavePipeline()
            try session.connection.sendScript("BEGIN")
            try session.connection.flush()
            while let answer = try session.connection.next() { refusal = refusal ?? answer.field(.sqlState) }
            try session.connection.enterPipeline()
        } catch {
            return refusal.map { .refused(sqlState: $0) } ?? .lost
        }
        return refusal.map { .refused(sqlState: $0) } ?? .begun
    }

    /// A session that waits for an answer for some seconds only. PgBouncer lets a client wait for two minutes while all
    /// its sessions are in use. Postgres ends a transaction that does nothing for a third of that time, and a slow
    /// network must not make this one end.
    private func open() throws(PostgresFailure) -> Session {
        var patient = configuration
        patient.statementTimeout = max(patient.statementTimeout, .seconds(15))
        do throws(ConnectFailure) {
            return try Session(patient, role: .transaction, meter: session.meter)
        } catch {
            let sessions = configuration.readers + configuration.writers + configuration.transactors + 1
            throw PostgresFailure(.unavailable, explanation: """
                The database is behind a pooler that gave one session and no second one. Each service opens up to \
                \(sessions): let the pooler have more (PgBouncer: default_pool_size), or connect to Postgres itself.
                """)
        }
    }

    private static var lostSessions: PostgresFailure {
        PostgresFailure(.unavailable, explanation: """
            The database is behind a pooler, and two sessions were lost when they began a transaction. This program \
            cannot tell why: see the pooler's log. A pooler must give each client a session of its own (PgBouncer: \
            pool_mode = session).
            """)
    }

    private static var anotherForEachTransaction: PostgresFailure {
        refusal("gives each transaction another session (pool_mode = transaction)")
    }

    private static var anotherForEachStatement: PostgresFailure {
        refusal("gives each statement another session, and refuses transactions (pool_mode = statement)")
    }

    private static var notReset: PostgresFailure {
        refusal("gives a client a session in which another one has prepared statements (server_reset_query is empty)")
    }

    private static func refusal(_ sharing: String) -> PostgresFailure {
        PostgresFailure(.unsuitableServer, explanation: """
            The database is behind a pooler, such as PgBouncer, that \(sharing). This program prepares statements in \
            its sessions and changes their settings, so each must be its own until it disconnects: set pool_mode = \
            session and server_reset_query = DISCARD ALL, or connect to Postgres itself. The program has a pool of \
            its own.
            """)
    }
}
