import Cards
import Foundation
import Postgres

enum SecureViewStatements {
    /// A page that was opened, or looked at.
    struct Found: Sendable {
        let customer: CustomerID
        let card: CardID
        let view: SecureView
        let expiresAt: Date
        let frameAncestors: [String]
    }

    static let countWaiting = Statement(
        "secure_view_count_waiting", "SELECT count(*) FROM secure_view WHERE customer_id = $1 AND expires_at > $2"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

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
        .text("theme") { $0.view.theme.rawValue }, .integer("bare_text_size") { $0.view.bare?.textSize },
        .text("bare_text_color") { $0.view.bare?.textColor?.text }, .text("bare_font") { $0.view.bare?.font.rawValue },
        .timestamp("expires_at") { $0.expiresAt },
    ])

    static func keep(_ page: New) -> Query<Void> { Query(statement: keep, values: kept.values(of: page)) }

    /// Finds a page and deletes it in one statement, so only one of many simultaneous callers finds it.
    static let use = Statement(
        "secure_view_use",
        """
        WITH used AS (DELETE FROM secure_view WHERE token_hash = ANY ($1) RETURNING *)
        SELECT \(used), coalesce(settings.frame_ancestors, '{}') AS frame_ancestors
        FROM used LEFT JOIN brand_secure_view settings ON settings.brand = used.brand
        """,
        row: found
    )

    /// Finds a page and leaves it.
    static let look = Statement(
        "secure_view_look",
        """
        SELECT \(used), coalesce(settings.frame_ancestors, '{}') AS frame_ancestors
        FROM secure_view used LEFT JOIN brand_secure_view settings ON settings.brand = used.brand
        WHERE token_hash = ANY ($1)
        """,
        row: found
    )

    @Sendable private static func found(_ row: inout Row) throws(PostgresFailure) -> Found {
        let opened = try Opened(reading: &row)
        return Found(
            customer: opened.customer, card: opened.card, view: opened.view, expiresAt: opened.expiresAt,
            frameAncestors: try row.textArray("frame_ancestors"))
    }

    private static let used = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try Opened(reading: &list)
    }

    static let forget = Statement("secure_view_forget", Removal.ofOldest("secure_view", by: "expires_at")) {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let all = [countWaiting.erased, keep.erased, use.erased, look.erased, forget.erased]
}

/// The columns of an opened page's row.
private struct Opened {
    let customer: CustomerID
    let card: CardID
    let view: SecureView
    let expiresAt: Date

    init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        customer = try row.number("customer_id", CustomerID.self)
        card = try row.id("card_id")
        view = SecureView(
            content: try row.text("content", as: SecureView.Content.self),
            panSeparator: try row.text("pan_separator"), hasCopyButton: try row.boolean("has_copy_button"),
            theme: try row.text("theme", as: SecureView.Theme.self), bare: try Self.bare(reading: &row))
        expiresAt = try row.timestamp("expires_at")
    }

    /// The schema enforces that a bare view has a size and a font.
    private static func bare(
        reading row: inout some ColumnReader & ~Copyable
    ) throws(PostgresFailure) -> SecureView.Bare? {
        let size = try row.optionalInteger("bare_text_size")
        let color = try row.optionalText("bare_text_color").flatMap(SecureView.Bare.Color.init)
        let font = try row.optionalText("bare_font", as: SecureView.Bare.Font.self)
        guard let size, let font else { return nil }
        return SecureView.Bare(textSize: size, textColor: color, font: font)
    }
}
