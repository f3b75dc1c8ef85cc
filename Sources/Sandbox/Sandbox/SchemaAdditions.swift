import Postgres

/// What a part of the schema has and the database of an earlier program lacks.
///
/// Each table, index, sequence, domain and function of the part that is missing is made. One that exists stays as it
/// is, so a further column of a table does not arrive this way. Rights are left out, because `sandbox.sql` gives back
/// what other parts take away.
struct SchemaAdditions {
    /// A statement that makes one thing.
    private struct Creation {
        /// An expression that is null while the thing is missing.
        let lookup: String
        let statement: String

        /// Nil for a statement that makes nothing.
        init?(_ statement: String) {
            let form = /CREATE (?:UNIQUE )?([A-Z]+) (\w+(?:\.\w+)?)(?:\s+ON\s+(\w+\.))?/
            guard let (_, kind, name, schema) = statement.prefixMatch(of: form)?.output else { return nil }
            let look: String? =
                switch kind {
                case "TABLE", "INDEX", "SEQUENCE": "to_regclass"
                case "DOMAIN": "to_regtype"
                case "FUNCTION": "to_regproc"
                case "SCHEMA": "to_regnamespace"
                default: nil
                }
            guard let look else { return nil }
            // An index is made without its schema, which is that of its table.
            lookup = "\(look)('\(schema ?? "")\(name)')"
            self.statement = statement
        }
    }

    private let creations: [Creation]
    /// The statements that this cannot look up, and leaves out.
    let others: [String]

    init(_ part: SchemaPart) {
        let statements = part.statements.map { (text: $0, creation: Creation($0)) }
        creations = statements.compactMap(\.creation)
        others = statements.filter { $0.creation == nil }.map(\.text)
    }

    /// Makes what is missing, and does nothing if nothing is. Of servers that start at once, one makes it.
    var script: String {
        let isComplete = creations.map { "\($0.lookup) IS NOT NULL" }.joined(separator: " AND\n        ")
        let making = creations.map { creation in
            "IF \(creation.lookup) IS NULL THEN EXECUTE $statement$\(creation.statement)$statement$; END IF;"
        }
        return """
            DO $additions$ BEGIN
                IF \(isComplete.isEmpty ? "true" : isComplete) THEN RETURN; END IF;
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
            \(making.joined(separator: "\n"))
            END $additions$;

            """
    }
}
