import Cards
import Foundation
import Postgres

enum SecureViewStatements {
    /// A page that was opened, and is no longer there.
    struct Used: Sendable {
        let customer: CustomerID
        let card: CardID
        let view: SecureView
        let expiresAt: Date
        let frameAncestors: [String]
    }

    static let countWaiting = Statement(
        "secure_view_count_waiting", "SELECT count(*) FROM secure_view WHERE customer_id = $1 AND expires_at > $2"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    static let keep = Statement(
        "secure_view_keep",
        """
        INSERT INTO secure_view
            (token_hash, customer_id, card_id, brand, content, pan_separator, has_copy_button, theme, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    )

    /// Finds a page and takes it away, in one statement: of any number who open it at once one finds it.
    static let use = Statement(
        "secure_view_use",
        """
        WITH used AS (DELETE FROM secure_view WHERE token_hash = $1 RETURNING *)
        SELECT used.customer_id, used.card_id, used.content, used.pan_separator, used.has_copy_button, used.theme,
               used.expires_at, coalesce(settings.frame_ancestors, '{}')
        FROM used LEFT JOIN brand_secure_view settings ON settings.brand = used.brand
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Used(
            customer: try row.customerID(), card: try row.id(CardID.self),
            view: SecureView(
                content: try row.text(as: SecureView.Content.self), panSeparator: try row.text(),
                hasCopyButton: try row.boolean(), theme: try row.text(as: SecureView.Theme.self)),
            expiresAt: try row.timestamp(), frameAncestors: try row.textArray())
    }

    static let forget = Statement(
        "secure_view_forget",
        """
        WITH forgotten AS (
            DELETE FROM secure_view WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM secure_view WHERE expires_at <= $1
                ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING true)
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    static let setFrameAncestors = Statement(
        "secure_view_set_frame_ancestors",
        """
        INSERT INTO brand_secure_view (brand, frame_ancestors) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT brand_has_one_list_of_frame_ancestors DO UPDATE
            SET frame_ancestors = excluded.frame_ancestors
        """
    )

    static let all = [countWaiting.erased, keep.erased, use.erased, forget.erased, setFrameAncestors.erased]
}
