import HTTPContract
import Postgres

enum MerchantCustomerStatements {
    static let add = Statement(
        "moneyhash_customer_add",
        """
        INSERT INTO merchants.moneyhash_customer (customer_id, merchant_id, is_live, details, made_at)
        VALUES ($1::uuid, $2::text, $3::boolean, $4::text, $5::timestamptz)
        """)

    static let find: Statement<MoneyHashCustomer> = Statement(
        "moneyhash_customer_find",
        """
        SELECT customer_id, details, made_at FROM merchants.moneyhash_customer
        WHERE customer_id = $1::uuid AND merchant_id = $2::text AND is_live = $3::boolean
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let id = try row.id("customer_id", MoneyHashCustomerID.self)
        let json = try? JSONValue(parsing: Array(try row.text("details").utf8))
        guard case .object(let details)? = json else { throw row.unexpected("is no customer") }
        return MoneyHashCustomer(id: id, details: details, madeAt: try row.timestamp("made_at"))
    }

    static let all = [add.erased, find.erased]
}
