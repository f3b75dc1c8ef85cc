import Postgres

/// SQL about whole databases, which takes no parameters.
enum TenantScript {
    /// The letters "tenants" as a number. Any number works that nothing else uses.
    static let lock: Int64 = 32_762_622_053_872_755

    static func raising(_ condition: String, if question: String) -> String {
        let block = "BEGIN IF \(question) THEN RAISE \(condition); END IF; END"
        return "DO \(quoted(block, "'"))"
    }
}

/// How a database is dropped in which there may be sessions.
enum DatabaseDrop {
    /// Nobody can come back before the database is gone. It fails (SQLSTATE 42501) if autovacuum is looking at the
    /// database, because its sessions are a superuser's.
    case ending
    /// Postgres ends the sessions of autovacuum. It fails (55006) if somebody comes back meanwhile.
    case afterSessions

    func callAsFunction(_ database: String, ifExists: Bool = true) -> [PlacedScript] {
        let drop = "DROP DATABASE \(ifExists ? "IF EXISTS " : "")\(quoted(database, "\""))"
        switch self {
        case .ending: return [PlacedScript("\(drop) WITH (FORCE)")]
        case .afterSessions:
            let mine = "datname = \(quoted(database, "'")) AND pg_has_role(usesysid, 'MEMBER')"
            let block = "BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(mine); END"
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
