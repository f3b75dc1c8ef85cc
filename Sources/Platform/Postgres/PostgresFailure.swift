/// Why the database did not carry out a request.
///
/// It names the statement, the SQLSTATE and the constraint: callers decide by them and operators search for them. It
/// never holds the server's message or DETAIL, because those quote the row, which may hold a cardholder's data.
public struct PostgresFailure: Error, Sendable, Equatable {
    public enum Kind: String, Sendable, Equatable {
        /// No session was available within the waiting limit. Nothing was sent.
        case unavailable
        /// The queue was full, or the request waited in it longer than the limit. Nothing was sent.
        case overloaded
        /// The session broke off before the answer. Whether a write took effect is unknown.
        case connectionLost
        /// Postgres rejected the statement; `sqlState` and perhaps `constraint` say why. Nothing was changed.
        case rejected
        /// Postgres does not accept a value, such as a text with U+0000 or a date beyond its years. Nothing was sent.
        case invalidValue
        /// A row does not have the shape that the statement's decoder expects: a mistake in the program.
        case unexpectedRow
        /// The statement or transaction was used in a way it does not allow: a mistake in the program.
        case misuse
        /// The server, its database or a role does not suit this program; `explanation` says why.
        case unsuitableServer
        /// The database's schema was made by a newer program than this one.
        case newerSchema
        /// The database's schema is older than the first step that this program knows.
        case olderSchema
        /// The caller's task was cancelled.
        case cancelled
        /// The database is shutting down.
        case shutDown
    }

    public let kind: Kind
    /// The name of the statement, if there is one.
    public let statement: String?
    /// Five characters of SQLSTATE (appendix A of Postgres' manual).
    public let sqlState: String?
    /// The name of the violated constraint.
    public let constraint: String?
    /// Whether the same call can safely be repeated, because it has changed nothing.
    public let isSafeToRetry: Bool
    /// A description of the failure by the code that throws it; it never quotes a value.
    public let explanation: String?

    package init(
        _ kind: Kind, statement: String? = nil, sqlState: String? = nil, constraint: String? = nil,
        isSafeToRetry: Bool? = nil, explanation: String? = nil
    ) {
        self.kind = kind
        self.statement = statement
        self.sqlState = sqlState
        self.constraint = constraint
        self.isSafeToRetry = isSafeToRetry ?? [.unavailable, .overloaded].contains(kind)
        self.explanation = explanation
    }

    /// Whether nothing was done and the same request may succeed later. That is so if the database could not be reached
    /// or had no free connection, if the connection was lost before COMMIT, if the transaction lost against others
    /// (40001, 40P01), if the database was out of disk, memory or connections (SQLSTATE class 53), if it gave up
    /// (57, 58), for example on a lock (55P03) or on a tenant's database that another session uses (55006), if it lost
    /// a connection of its own (08), or if it accepts no writes at the moment (25006).
    package var isPassing: Bool {
        switch kind {
        case .unavailable, .overloaded, .shutDown: true
        case .connectionLost: isSafeToRetry
        case .rejected: isConflict || isRejection(["08", "25006", "53", "57", "58", "55P03", "55006"])
        default: false
        }
    }

    /// Whether the session or its server is at fault, so that the session must not serve another request. Besides the
    /// states of `isOfThisSession`: a broken connection (08), no room for connections (53300), a shutdown (57P), and a
    /// missing file (58P01), such as a library that an upgrade replaced under the running server.
    var endsSession: Bool { isOfThisSession || isRejection(["08", "53300", "57P", "58P01"]) }

    /// Whether another session may do what this one rejected. 26000: it no longer knows the prepared statement. 0A000:
    /// it knows one whose result has changed its type. 25006: its server became a standby. Each time nothing was run.
    private var isOfThisSession: Bool { isRejection(["0A000", "25006", "26000"]) }

    private func isRejection(_ states: [String]) -> Bool {
        kind == .rejected && states.contains { sqlState?.hasPrefix($0) == true }
    }

    /// 40001 and 40P01: the transaction lost against another one and was undone. It may win the next time.
    private var isConflict: Bool {
        kind == .rejected && (sqlState == "40001" || sqlState == "40P01")
    }

    /// Whether to run the request again after so many failed attempts.
    func mayPass(afterAttempts attempts: Int) -> Bool {
        (isConflict && attempts < 5) || (isOfThisSession && attempts < 2)
    }
}

extension PostgresFailure: CustomStringConvertible {
    public var description: String {
        var parts: [String] = []
        if let statement { parts.append("statement \(statement)") }
        if let sqlState { parts.append("SQLSTATE \(sqlState)") }
        if let constraint { parts.append("constraint \(constraint)") }
        let detail = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
        return "\(explanation ?? shortage ?? kind.sentence)\(detail)"
    }
}

extension PostgresFailure {
    /// The resource that the database ran out of, for the operator (SQLSTATE class 53).
    private var shortage: String? {
        switch sqlState {
        case "53100": "the database's disk is full"
        case "53200": "the database is out of memory"
        case "53300": "the database takes no more connections"
        default: nil
        }
    }
}

extension PostgresFailure.Kind {
    fileprivate var sentence: String {
        switch self {
        case .unavailable: "Postgres could not be reached within the waiting limit; nothing was sent"
        case .overloaded: "the database is overloaded; nothing was sent"
        case .connectionLost: "the connection to Postgres was lost before it answered"
        case .rejected: "Postgres rejected the statement"
        case .invalidValue: "Postgres does not accept a value; nothing was sent"
        case .unexpectedRow: "a row does not have the shape that its decoder expects"
        case .misuse: "the database was used in a way that it does not allow"
        case .unsuitableServer: "the database's server does not suit this program"
        case .newerSchema: "the database's schema is newer than this program"
        case .olderSchema: "the database's schema is too old for this program"
        case .cancelled: "the request was cancelled"
        case .shutDown: "the database has been shut down"
        }
    }
}

/// An error that the closure of a transaction can throw.
///
/// A use case has failures of its own. This protocol lets the transaction include a failure of the database among them,
/// so the closure throws one type and the compiler checks that it is handled.
public protocol DatabaseError: Error, Sendable {
    init(_ failure: PostgresFailure)
    /// The database's failure, if this error is one.
    var postgresFailure: PostgresFailure? { get }
}

extension PostgresFailure: DatabaseError {
    public init(_ failure: PostgresFailure) {
        self = failure
    }

    public var postgresFailure: PostgresFailure? { self }
}

extension PostgresFailure {
    /// The same failure, with the name of the statement that failed.
    func naming(_ statement: String) -> PostgresFailure {
        PostgresFailure(
            kind, statement: self.statement ?? statement, sqlState: sqlState, constraint: constraint,
            isSafeToRetry: isSafeToRetry, explanation: explanation
        )
    }

    /// The session broke off during the statement.
    static func lost(_ statement: String, isSafeToRetry: Bool) -> PostgresFailure {
        PostgresFailure(.connectionLost, statement: statement, isSafeToRetry: isSafeToRetry)
    }
}
