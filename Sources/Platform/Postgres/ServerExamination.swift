/// Finds settings and poolers that would later make single statements fail in ways that are hard to explain.
struct ServerExamination {
    private static var process: Statement<Int32> {
        Statement("examined_process", "SELECT pg_backend_pid() AS process") { row throws(PostgresFailure) in
            Int32(clamping: try row.integer("process"))
        }
    }

    /// A pooler hands the session that it has just got back to the next client. Others may use the same pooler, so one
    /// further client is not always enough.
    private static let furtherSessions = 4

    let configuration: DatabaseConfiguration

    func examine(_ session: Session) throws(PostgresFailure) {
        if let encoding = Self.encoding(of: session), encoding != "UTF8" { throw Self.wrongEncoding(encoding) }
        try examinePooling(of: session)
    }

    static func encoding(of session: Session) -> String? { session.connection.parameter("server_encoding") }

    func examinePooling(of session: Session) throws(PostgresFailure) {
        let backend = try Self.backend(of: session) { tx throws(PostgresFailure) in try tx.commit(Self.process()) }
        // A pooler gives its clients numbers of its own. If the number differs, there is a pooler in between.
        guard backend != session.connection.backend else { return }
        var others: [Session] = []
        for _ in 0..<Self.furtherSessions {
            let other: Session
            do throws(ConnectFailure) {
                other = try Session(configuration, role: .script, meter: session.meter)
            } catch {
                throw PostgresFailure(.unavailable)
            }
            others.append(other)
            // Its transaction stays open, so that the next client gets another session.
            let found = try Self.backend(of: other) { tx throws(PostgresFailure) in try tx.run(Self.process()) }
            guard found != backend else { throw Self.sharedSession }
        }
    }

    /// The server's process of a session.
    private static func backend(
        of session: Session, _ ask: (Transaction<PostgresFailure>) throws(PostgresFailure) -> [Int32]
    ) throws(PostgresFailure) -> Int32? {
        do throws(PostgresFailure) {
            return try ask(Transaction(on: session)).first
        } catch where error.sqlState == "42P05" || error.kind == .connectionLost {
            // A new session already has a prepared statement of this name, or may have no transaction.
            throw sharedSession
        }
    }

    static func wrongEncoding(_ encoding: String) -> PostgresFailure {
        PostgresFailure(.unsuitableServer, explanation: """
            The database has the encoding \(encoding). Names of people need UTF8. Make another database and name that: \
            createdb --template=template0 --encoding=UTF8 --locale=C NAME
            """)
    }

    private static var sharedSession: PostgresFailure {
        PostgresFailure(.unsuitableServer, explanation: """
            The database is behind a pooler, such as PgBouncer, that gives each transaction or statement another \
            session. This program prepares statements, so it needs session pooling: set pool_mode = session, or \
            connect to Postgres itself. The program has a pool of its own.
            """)
    }
}

extension Database {
    /// Checks that the server suits this program: that its encoding is UTF-8, and that no pooler hands sessions to
    /// several clients.
    public func examineServer() async throws(PostgresFailure) {
        try await runScript { [configuration] session throws(PostgresFailure) in
            try ServerExamination(configuration: configuration).examine(session)
        }
    }
}
