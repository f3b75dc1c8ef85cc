import Postgres

/// SQL about whole databases, which takes no parameters.
enum TenantScript {
    /// The letters "tenants" as a number. Any number works that nothing else uses.
    static let lock: Int64 = 32_762_622_053_872_755

    static func raising(_ condition: String, if question: String) -> String {
        let block = "BEGIN IF \(question) THEN RAISE \(condition); END IF; END"
        return "DO \(quoted(block, "'"))"
    }

    /// Ends the sessions in a database that this role may end, and drops it.
    ///
    /// `WITH (FORCE)` would also end the sessions of autovacuum, and fails because they are a superuser's. Without it,
    /// Postgres ends those by itself.
    static func dropping(_ database: String, ifExists: Bool = true) -> [PlacedScript] {
        let sessions = "pg_stat_activity WHERE datname = \(quoted(database, "'")) AND pg_has_role(usesysid, 'MEMBER')"
        let block = "BEGIN PERFORM pg_terminate_backend(pid) FROM \(sessions); END"
        return [
            PlacedScript("DO \(quoted(block, "'"))"),
            PlacedScript("DROP DATABASE \(ifExists ? "IF EXISTS " : "")\(quoted(database, "\""))"),
        ]
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
