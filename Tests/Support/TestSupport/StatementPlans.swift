import Postgres

/// The plan with which Postgres runs a statement of a session that serves, for all values.
package struct StatementPlan: Sendable, CustomStringConvertible {
    package let statement: String
    package let lines: [String]

    /// The tables that it reads from beginning to end. The name of a table that is a keyword has quotes.
    package var scannedTables: Set<String> {
        Set(lines.compactMap { $0.firstMatch(of: /Seq Scan on "?(\w+)/) }.map { String($0.1) })
    }

    package var description: String { "\(statement):\n\(lines.joined(separator: "\n"))" }
}

extension Database {
    /// The generic plans of the statements, which Postgres keeps for all values.
    ///
    /// - Parameter settings: of the planner, as a script.
    package func plans(
        of statements: [AnyStatement], under settings: String = ""
    ) async throws(PostgresFailure) -> [StatementPlan] {
        try await transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
            try tx.run(script: "SET LOCAL plan_cache_mode = force_generic_plan; \(settings)", named: "settings")
            var plans: [StatementPlan] = []
            for statement in statements {
                let (name, title) = ("planned", "planned_\(statement.name)")
                try tx.run(script: "PREPARE \(name) AS \(statement.sql)", named: title)
                let counted = Statement("parameters", """
                    SELECT cardinality(parameter_types) AS number FROM pg_prepared_statements WHERE name = $1
                    """) { row throws(PostgresFailure) in try row.integer("number") }
                let count = try tx.run(counted(.text(name))).first ?? 0
                let nulls = count == 0 ? "" : "(\(Array(repeating: "NULL", count: count).joined(separator: ", ")))"
                let explain = Statement("explain", "EXPLAIN (COSTS OFF) EXECUTE \(name)\(nulls)") {
                    row throws(PostgresFailure) in try row.text("QUERY PLAN")
                }
                plans.append(StatementPlan(statement: statement.name, lines: try tx.run(explain())))
                // Otherwise the session's memory and the time of each question would grow with the statements.
                try tx.run(script: "DEALLOCATE \(name)", named: title)
            }
            return plans
        }
    }
}
