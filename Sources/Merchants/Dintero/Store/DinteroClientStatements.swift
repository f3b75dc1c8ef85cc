import Gateways
import Identifiers
import Payments
import Postgres

enum DinteroClientStatements {
    static let set = Statement(
        "dintero_client_set",
        """
        INSERT INTO merchants.dintero_client (client_id, merchant_id, account_id, secret_hash)
        VALUES ($1::text, $2::text, $3::text, $4::bytea)
        ON CONFLICT ON CONSTRAINT dintero_client_is_known_once DO UPDATE SET
            merchant_id = excluded.merchant_id, account_id = excluded.account_id, secret_hash = excluded.secret_hash
        """)

    static let find = Statement(
        "dintero_client_find",
        """
        SELECT client_id, merchant_id, account_id, secret_hash FROM merchants.dintero_client
        WHERE client_id = $1::text
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let id = try row.text("client_id")
        let merchant = MerchantID(try row.text("merchant_id"))
        let account = try row.text("account_id")
        guard let merchant, let client = DinteroClient(id: id, merchant: merchant, account: account) else {
            throw row.unexpected("is no client")
        }
        return StoredClient(client, secretHash: try row.bytes("secret_hash"))
    }

    static let all = [set.erased, find.erased]
}
