import Identifiers
import Payments
import Postgres

enum APIKeyStatements {
    static let set = Statement(
        "moneyhash_key_set",
        """
        INSERT INTO merchants.moneyhash_key (key_hash, merchant_id, is_live)
        VALUES ($1::bytea, $2::text, $3::boolean)
        ON CONFLICT ON CONSTRAINT moneyhash_merchant_has_one_key_of_a_kind DO UPDATE SET key_hash = excluded.key_hash
        """)

    static let find = Statement(
        "moneyhash_key_find",
        "SELECT merchant_id, is_live FROM merchants.moneyhash_key WHERE key_hash = $1::bytea"
    ) { (row: inout Row) throws(PostgresFailure) in
        let merchant = MerchantID(try row.text("merchant_id"))
        guard let merchant else { throw row.unexpected("is no merchant's key") }
        return MoneyHashCaller(merchant: merchant, isLive: try row.boolean("is_live"))
    }

    static let all = [set.erased, find.erased]
}
