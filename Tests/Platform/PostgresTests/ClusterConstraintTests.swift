import Testing

@testable import Postgres

@Suite("The constraints of a cluster")
struct ClusterConstraintTests {
    /// As Citus 13.2 says it.
    private static let messages = [
        #"duplicate key value violates unique constraint "card_is_numbered_once_102266""#: "card_is_numbered_once",
        #"new row for relation "card_102251" violates check constraint "hold_lasts_1_to_365_days""#:
            "hold_lasts_1_to_365_days",
        #"new row for relation "card_102251" violates check constraint "balance_is_under_100""#:
            "balance_is_under_100",
        #"insert or update on table "card_102251" violates foreign key constraint "card_is_of_a_customer_102251""#:
            "card_is_of_a_customer",
        #"value for domain audit.audit_outcome violates check constraint "audit_outcome_is_known""#:
            "audit_outcome_is_known",
        """
        update or delete on table "brand_102008" violates foreign key constraint \
        "customer_is_of_a_brand_102200" on table "customer_102200"
        """: "customer_is_of_a_brand",
    ]

    @Test("A violation on a machine of a cluster names its constraint", arguments: messages)
    func name(message: String, expected: String) {
        #expect(ClusterConstraint.name(inMessage: message) == expected)
    }

    @Test("No other message names a constraint", arguments: [
        "", "duplicate key value violates unique constraint",
        #"duplicate key value violates unique constraint "card_is_numbered_once""#,
        #"null value in column "brand" of relation "card_102251" violates not-null constraint"#,
        #"invalid input syntax for type uuid: "duplicate key value violates unique constraint "card_is_numbered_1""#,
        #"new row for relation "a" b_1" violates check constraint "status_is_known""#,
    ])
    func others(message: String) {
        #expect(ClusterConstraint.name(inMessage: message) == nil)
    }

    /// A stand-in for the coordinator, which sends no field with the constraint's name, with both of its SQLSTATEs.
    @Test("The failure of a statement has the name from the message", arguments: ["23505", "XX000"])
    func failing(sqlState: String) async throws {
        let bench = try await Bench.make(schema: "")
        let failure = await failure {
            try await bench.database.execute(script: """
                DO $$ BEGIN
                    RAISE EXCEPTION 'duplicate key value violates unique constraint "number_is_given_once_102928"'
                        USING ERRCODE = '\(sqlState)';
                END $$
                """)
        }
        #expect(failure?.sqlState == sqlState && failure?.constraint == "number_is_given_once")
    }
}
