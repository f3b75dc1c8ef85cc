import Gateways
import Postgres

enum ProviderStatements {
    static let agree = Statement(
        "moneyhash_provider_agree",
        """
        INSERT INTO merchants.moneyhash_provider (merchant_id, method, outcome)
        SELECT $1::text, method, $3::text FROM unnest($2::text[]) method
        ON CONFLICT ON CONSTRAINT moneyhash_provider_ends_in_one_way DO UPDATE SET outcome = excluded.outcome
        """)

    static let outcome = Statement(
        "moneyhash_provider_outcome",
        "SELECT outcome FROM merchants.moneyhash_provider WHERE merchant_id = $1::text AND method = $2::text"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("outcome", as: ProviderOutcome.self) }

    static let forget = Statement(
        "moneyhash_provider_forget", "DELETE FROM merchants.moneyhash_provider WHERE merchant_id = $1::text")

    static let all = [agree.erased, outcome.erased, forget.erased]
}
