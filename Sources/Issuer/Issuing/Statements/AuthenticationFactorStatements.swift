import Cards
import Postgres

/// How often customers used each method of authentication, which limits guessing and messages over all events.
enum AuthenticationFactorStatements {
    /// Locks the factor's row, and creates it if it is missing. So even the first of many requests at once waits for
    /// the others, and each is counted exactly once.
    static let hold = Statement(
        "factor_hold",
        """
        INSERT INTO authentication_factor (customer_id, verification) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT factor_is_counted_once DO UPDATE SET customer_id = excluded.customer_id
        RETURNING verification, wrong_attempts, wrong_in_a_row, locked_until, challenges, challenges_since
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        AuthenticationFactor(
            try row.text("verification", as: Verification.self), wrongAttempts: try row.integer("wrong_attempts"),
            wrongInARow: try row.integer("wrong_in_a_row"), lockedUntil: try row.optionalTimestamp("locked_until"),
            challenges: try row.integer("challenges"), challengesSince: try row.optionalTimestamp("challenges_since"))
    }

    static let record = Statement(
        "factor_record",
        """
        UPDATE authentication_factor
        SET wrong_attempts = $3, wrong_in_a_row = $4, locked_until = $5, challenges = $6, challenges_since = $7
        WHERE customer_id = $1 AND verification = $2
        """
    )

    static let clear = Statement(
        "factor_clear", "DELETE FROM authentication_factor WHERE customer_id = $1 AND verification = ANY ($2::text[])")

    static let all = [hold.erased, record.erased, clear.erased]

    static func hold(_ verification: Verification, of customer: CustomerID) -> Query<AuthenticationFactor> {
        hold(.id(customer), .text(verification.rawValue))
    }

    static func record(_ factor: AuthenticationFactor, of customer: CustomerID) -> Query<Void> {
        record(
            .id(customer), .text(factor.verification.rawValue), .integer(factor.wrongAttempts),
            .integer(factor.wrongInARow), .timestamp(factor.lockedUntil), .integer(factor.challenges),
            .timestamp(factor.challengesSince))
    }

    static func clear(_ verifications: [Verification], of customer: CustomerID) -> Query<Void> {
        clear(.id(customer), .textArray(verifications.map(\.rawValue)))
    }
}
