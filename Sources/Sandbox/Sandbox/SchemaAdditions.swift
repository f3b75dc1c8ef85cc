import Postgres

/// What a part of the schema has and the database of an earlier program lacks.
///
/// Each table, index, sequence, domain and function of the part that is missing is made. One that exists stays as it
/// is, so a further column of a table does not arrive this way. Rights are left out, because `sandbox.sql` gives back
/// what other parts take away.
struct SchemaAdditions {
    /// A statement that makes one thing.
    private struct Creation {
        /// A condition that is true while the thing is missing and can be made.
        let isMissing: String
        let statement: String

        /// Nil for a statement that makes nothing.
        init?(_ statement: String) {
            let form = /CREATE (?:UNIQUE )?([A-Z]+) (\w+(?:\.\w+)?)(?:\s+ON\s+(\w+\.)(\w+))?/
            guard let (_, kind, name, schema, table) = statement.prefixMatch(of: form)?.output else { return nil }
            let look: String? =
                switch kind {
                case "TABLE", "INDEX", "SEQUENCE": "to_regclass"
                case "DOMAIN": "to_regtype"
                case "FUNCTION": "to_regproc"
                case "SCHEMA": "to_regnamespace"
                default: nil
                }
            guard let look else { return nil }
            // An index is made without its schema, which is that of its table. It waits for the step that makes that.
            let isPossible = schema.flatMap { schema in table.map { "to_regclass('\(schema)\($0)') IS NOT NULL AND " } }
            isMissing = "\(isPossible ?? "")\(look)('\(schema ?? "")\(name)') IS NULL"
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
        let isIncomplete = creations.map { "(\($0.isMissing))" }.joined(separator: " OR\n        ")
        let making = creations.map { creation in
            "IF \(creation.isMissing) THEN EXECUTE $statement$\(creation.statement)$statement$; END IF;"
        }
        return """
            DO $additions$ BEGIN
                IF NOT (\(isIncomplete.isEmpty ? "false" : isIncomplete)) THEN RETURN; END IF;
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
            \(making.joined(separator: "\n"))
            END $additions$;

            """
    }
}
