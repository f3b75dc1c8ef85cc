import Cards
import Postgres

/// Brands, their clients and their settings. They belong to an installation and not to a request, so only its operators
/// create them.
package enum BrandStatements {
    package static let any = Statement("brand_any", "SELECT EXISTS (SELECT FROM brand) AS has_brand") {
        (row: inout Row) throws(PostgresFailure) in try row.boolean("has_brand")
    }

    static let exists = Statement(
        "brand_exists", "SELECT EXISTS (SELECT FROM brand WHERE brand = $1) AS is_there"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_there") }

    package static let list = Statement("brand_list", "SELECT brand FROM brand ORDER BY brand LIMIT 100") {
        (row: inout Row) throws(PostgresFailure) in try row.text("brand")
    }

    /// The brand that has a client of this name. Only one should have it.
    package static let brandOfClient = Statement(
        "brand_of_client", "SELECT brand FROM client WHERE client_id = $1 ORDER BY brand LIMIT 1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("brand") }

    /// All brands with their frame ancestors.
    static let every = Statement(
        "brand_every",
        """
        SELECT b.brand, coalesce(v.frame_ancestors, '{}') AS frame_ancestors
        FROM brand b LEFT JOIN brand_secure_view v ON v.brand = b.brand
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (brand: try row.text("brand"), frameAncestors: try row.textArray("frame_ancestors"))
    }

    /// The clients of all brands.
    static let everyClient = Statement(
        "client_every", "SELECT brand, client_id, may_exchange, is_business FROM client"
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            name: Settings.ClientName(brand: try row.text("brand"), id: try row.text("client_id")),
            rights: Settings.ClientRights(
                mayExchange: try row.boolean("may_exchange"), isBusiness: try row.boolean("is_business"))
        )
    }

    static let changeClient = Statement(
        "client_change", "UPDATE client SET may_exchange = $3, is_business = $4 WHERE brand = $1 AND client_id = $2")

    /// Lets one operator at a time change settings, until the transaction ends. Customers and clients do not wait.
    static let holdSettings = Statement("brand_hold", "LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE")

    package static let add = Statement("brand_add", "INSERT INTO brand (brand) VALUES ($1) ON CONFLICT DO NOTHING")

    package static let addClient = Statement(
        "client_add",
        """
        INSERT INTO client (brand, client_id, secret_hash, secret_hash_key_version, may_exchange, is_business)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT ON CONSTRAINT client_is_known_once DO NOTHING
        """
    )

    private static let setFrameAncestors = Statement(
        "secure_view_set_frame_ancestors",
        """
        INSERT INTO brand_secure_view (brand, frame_ancestors) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT brand_has_one_list_of_frame_ancestors DO UPDATE
            SET frame_ancestors = excluded.frame_ancestors
        """
    )

    private static let setCalls = Statement(
        "call_rates_set",
        """
        INSERT INTO call_rates (brand, of_client, of_customer, operations, of_operations)
        SELECT brand, $2, $3, $4, $5 FROM brand WHERE brand = $1
        ON CONFLICT ON CONSTRAINT brand_has_one_set_of_call_rates DO UPDATE
            SET of_client = excluded.of_client, of_customer = excluded.of_customer,
                operations = excluded.operations, of_operations = excluded.of_operations
        """
    )

    package static let all = [
        any.erased, list.erased, brandOfClient.erased, add.erased, addClient.erased, setFrameAncestors.erased,
        setCalls.erased,
        exists.erased, every.erased, everyClient.erased, changeClient.erased,
    ]

    package static func set(_ ancestors: FrameAncestors, for brand: String) -> Query<Void> {
        setFrameAncestors(.text(brand), .textArray(ancestors.origins))
    }

    static func set(_ calls: CallRates, for brand: String) -> Query<Void> {
        let operations = calls.operations.sorted { $0.key < $1.key }
        return setCalls(
            .text(brand), .integer(calls.client.map { Int32(clamping: $0) }),
            .integer(calls.customer.map { Int32(clamping: $0) }),
            .textArray(operations.map(\.key)), .bigintArray(operations.map { Int64($0.value) }))
    }
}
