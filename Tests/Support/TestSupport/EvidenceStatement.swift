import Postgres

extension Statement where Output == String {
    /// The only column of a query, which must be text, row by row; NULL is ∅.
    public static func evidence(_ sql: String, named name: String = "evidence") -> Statement {
        Statement(name, "SELECT * FROM (\(sql)) AS found (evidence)") { row throws(PostgresFailure) in
            try row.optionalText("evidence") ?? "∅"
        }
    }
}
