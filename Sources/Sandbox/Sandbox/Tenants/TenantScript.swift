import Postgres

/// SQL about whole databases, which takes no parameters.
enum TenantScript {
    /// The lock under which databases are created and dropped: the letters "tenants" as a number. Any unused number
    /// would do. It may be held for a second, so work that a caller waits for should not need it.
    static let filesLock: Int64 = 32_762_622_053_872_755
    /// The lock under which a database gets or loses the name of a tenant. A holder of the other lock may take it, but
    /// not the other way round.
    private static let namesLock = filesLock + 1

    static func raising(_ condition: String, if question: String) -> String {
        let block = "BEGIN IF \(question) THEN RAISE \(condition); END IF; END"
        return "DO \(quoted(block, "'"))"
    }

    /// A block that changes names or comments of databases. All its changes take effect or none, and no other server
    /// runs such a block at the same time.
    static func naming(declaring variables: String = "", _ statements: String) -> String {
        let block = """
            DECLARE \(variables)
            BEGIN
                PERFORM pg_advisory_xact_lock(\(namesLock));
                \(statements)
            END
            """
        return "DO \(quoted(block, "'"))"
    }

    /// PL/pgSQL that ends the sessions in a database, except those that the service's role may not end.
    static func endingSessions(in database: String) -> String {
        """
        PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = \(quoted(database, "'")) AND pg_has_role(usesysid, 'MEMBER');
        """
    }
}

/// How a database is dropped in which there may be sessions.
enum DatabaseDrop {
    /// No session can begin before the database is gone. It fails (SQLSTATE 42501) if autovacuum is looking at the
    /// database, because autovacuum's sessions are a superuser's.
    case ending
    /// Postgres ends the sessions of autovacuum. It fails (55006) if a session begins meanwhile.
    case afterSessions

    func callAsFunction(_ database: String, ifExists: Bool = true) -> [PlacedScript] {
        let drop = "DROP DATABASE \(ifExists ? "IF EXISTS " : "")\(quoted(database, "\""))"
        switch self {
        case .ending: return [PlacedScript("\(drop) WITH (FORCE)")]
        case .afterSessions:
            let block = "BEGIN \(TenantScript.endingSessions(in: database)) END"
            return [PlacedScript("DO \(quoted(block, "'"))"), PlacedScript(drop)]
        }
    }
}

/// A name or a text in quotation marks for a script. It works on scalars, because to Postgres a quotation mark before a
/// combining mark is still a quotation mark.
func quoted(_ text: String, _ mark: Unicode.Scalar) -> String {
    let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { doubled, scalar in
        if scalar == mark { doubled.append(mark) }
        doubled.append(scalar)
    }
    return "\(mark)\(String(doubled))\(mark)"
}
