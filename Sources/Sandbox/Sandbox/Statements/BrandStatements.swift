import Postgres

/// Brands, their clients and their settings. They belong to an installation and not to a request, so only the sandbox
/// creates them.
enum BrandStatements {
    static let any = Statement("brand_any", "SELECT EXISTS (SELECT FROM brand) AS has_brand") {
        (row: inout Row) throws(PostgresFailure) in try row.boolean("has_brand")
    }

    static let list = Statement("brand_list", "SELECT brand FROM brand ORDER BY brand LIMIT 100") {
        (row: inout Row) throws(PostgresFailure) in try row.text("brand")
    }

    /// The brand that has a client of this name. Only one should have it.
    static let brandOfClient = Statement(
        "brand_of_client", "SELECT brand FROM client WHERE client_id = $1 ORDER BY brand LIMIT 1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("brand") }

    static let add = Statement("brand_add", "INSERT INTO brand (brand) VALUES ($1) ON CONFLICT DO NOTHING")

    static let addClient = Statement(
        "client_add",
        """
        INSERT INTO client (brand, client_id, secret_hash, may_exchange, is_business) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT ON CONSTRAINT client_is_known_once DO NOTHING
        """
    )

    static let setFrameAncestors = Statement(
        "secure_view_set_frame_ancestors",
        """
        INSERT INTO brand_secure_view (brand, frame_ancestors) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT brand_has_one_list_of_frame_ancestors DO UPDATE
            SET frame_ancestors = excluded.frame_ancestors
        """
    )

    static let all = [
        any.erased, list.erased, brandOfClient.erased, add.erased, addClient.erased, setFrameAncestors.erased,
    ]
}
