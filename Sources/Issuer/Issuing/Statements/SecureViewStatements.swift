import Cards
import Foundation
import Postgres

enum SecureViewStatements {
    /// A page that was opened and deleted.
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
        INSERT INTO secure_view (\(kept.names)) VALUES (\(kept.parameters))
        """
    )

    /// A page that waits to be opened.
    struct New {
        let tokenHash: [UInt8]
        let customer: CustomerID
        let card: CardID
        let brand: String
        let view: SecureView
        let expiresAt: Date
    }

    private static let kept = WrittenColumns<New>([
        .bytes("token_hash") { $0.tokenHash }, .customer("customer_id") { $0.customer }, .id("card_id") { $0.card },
        .text("brand") { $0.brand }, .text("content") { $0.view.content.rawValue },
        .text("pan_separator") { $0.view.panSeparator }, .boolean("has_copy_button") { $0.view.hasCopyButton },
        .text("theme") { $0.view.theme.rawValue }, .timestamp("expires_at") { $0.expiresAt },
    ])

    static func keep(_ page: New) -> Query<Void> { Query(statement: keep, values: kept.values(of: page)) }

    /// Finds a page and deletes it in one statement, so only one of many simultaneous callers finds it.
    static let use = Statement(
        "secure_view_use",
        """
        WITH used AS (DELETE FROM secure_view WHERE token_hash = $1 RETURNING *)
        SELECT \(used), coalesce(settings.frame_ancestors, '{}')
        FROM used LEFT JOIN brand_secure_view settings ON settings.brand = used.brand
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let opened = try Opened(reading: &row)
        return Used(
            customer: opened.customer, card: opened.card, view: opened.view, expiresAt: opened.expiresAt,
            frameAncestors: try row.textArray())
    }

    private static let used = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try Opened(reading: &list)
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

    static let all = [countWaiting.erased, keep.erased, use.erased, forget.erased]
}

/// The columns of an opened page's row.
private struct Opened {
    let customer: CustomerID
    let card: CardID
    let view: SecureView
    let expiresAt: Date

    init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        customer = try row.customerID("customer_id")
        card = try row.id("card_id")
        view = SecureView(
            content: try row.text("content", as: SecureView.Content.self),
            panSeparator: try row.text("pan_separator"), hasCopyButton: try row.boolean("has_copy_button"),
            theme: try row.text("theme", as: SecureView.Theme.self))
        expiresAt = try row.timestamp("expires_at")
    }
}
