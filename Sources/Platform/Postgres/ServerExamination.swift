/// Finds settings and poolers that would later make single statements fail in ways that are hard to explain.
struct ServerExamination {
    let configuration: DatabaseConfiguration

    func examine(_ session: Session) throws(PostgresFailure) {
        if let encoding = Self.encoding(of: session), encoding != "UTF8" { throw Self.wrongEncoding(encoding) }
        try examinePooling(of: session)
    }

    static func encoding(of session: Session) -> String? { session.connection.parameter("server_encoding") }

    func examinePooling(of session: Session) throws(PostgresFailure) {
        try PoolerExamination(configuration: configuration, session: session).examine()
    }

    static func wrongEncoding(_ encoding: String) -> PostgresFailure {
        PostgresFailure(.unsuitableServer, explanation: """
            The database has the encoding \(encoding). Names of people need UTF8. Make another database and name that: \
            createdb --template=template0 --encoding=UTF8 --locale=C NAME
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
