import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres

/// The statements that order plastic from a bureau, and take its reports.
enum BureauStatements {
    static let pageSize = 500

    /// The condition of the index `card_awaiting_plastic`.
    private static let awaitsPlastic = """
        card.can_expire AND card.card_type = 'PHYSICAL' AND card.dispatched_at IS NULL AND card.activated_at IS NULL
        """
    /// Only the plastic is missing, and it is not ordered.
    private static let isReady = """
        card.bureau_file IS NULL AND card.status IN ('ISSUED', 'DIGITAL') AND \(awaitsPlastic)
        """

    private static let fileColumns = "file_number, cards, made_at, written_at, written_cards, digest"

    /// The order is that of the index: none of the waiting cards is sorted.
    private static let due = Statement(
        "bureau_due", "SELECT customer_id, card_id FROM card WHERE \(isReady) ORDER BY bureau_file, insertion LIMIT $1"
    ) { (row: inout Row) throws(PostgresFailure) in
        PlaceOfCard(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    /// Two at once get the same number, and the second one to insert it fails.
    static let nextNumber = Statement(
        "bureau_next_number", "SELECT coalesce(max(file_number), 0) + 1 AS next FROM bureau_file"
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("next") as Int }

    private static let claim = Statement(
        "bureau_claim",
        """
        WITH claimed AS (
            UPDATE card SET bureau_file = $1
            FROM unnest($2::bigint[], $3::uuid[]) AS due (customer_id, card_id)
            WHERE card.customer_id = due.customer_id AND card.card_id = due.card_id AND \(isReady)
            RETURNING card.card_id
        )
        SELECT count(*)::integer AS cards FROM claimed
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("cards") as Int }

    private static let insert = Statement(
        "bureau_begin", "INSERT INTO bureau_file (file_number, cards, made_at) VALUES ($1, $2, $3)")

    private static let select = Statement(
        "bureau_find", "SELECT \(fileColumns) FROM bureau_file WHERE file_number = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bureauFile() }

    static let unwritten = Statement(
        "bureau_unwritten",
        "SELECT \(fileColumns) FROM bureau_file WHERE written_at IS NULL ORDER BY file_number LIMIT 1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bureauFile() }

    private static let selectLatest = Statement(
        "bureau_latest", "SELECT \(fileColumns) FROM bureau_file ORDER BY file_number DESC LIMIT $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bureauFile() }

    /// Each writing has another digest. So if two write a file at once, the second one finds no row.
    private static let update = Statement(
        "bureau_keep_writing",
        """
        UPDATE bureau_file SET written_at = $2, written_cards = $3, digest = $4
        WHERE file_number = $1 AND digest IS NOT DISTINCT FROM $5
        RETURNING file_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("file_number") as Int }

    private static let page = Statement(
        "bureau_page",
        """
        SELECT \(CardStatements.columns), sealed_pan, pan_key_version, cvv_key_version, pin_block, pin_key_version,
               (SELECT p.first_name FROM customer p WHERE p.customer_id = card.customer_id) AS first_name,
               (SELECT p.last_name FROM customer p WHERE p.customer_id = card.customer_id) AS last_name, insertion
        FROM card
        WHERE bureau_file = $1 AND insertion > $2 AND card.destroyed_at IS NULL AND \(awaitsPlastic)
        ORDER BY insertion LIMIT \(pageSize)
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let card = try row.card()
        let pan = SealedPAN(bytes: try row.bytes("sealed_pan"), keyVersion: try row.integer("pan_key_version"))
        let cvvKeyVersion: Int = try row.integer("cvv_key_version")
        let (block, version) = (try row.optionalBytes("pin_block"), try row.optionalInteger("pin_key_version"))
        let (firstName, lastName) = (try row.text("first_name"), try row.text("last_name"))
        return BureauCard.Waiting(
            card: card, pan: pan, cvvKeyVersion: cvvKeyVersion,
            pin: block.flatMap { block in version.map { SealedPIN(block: block, keyVersion: $0) } },
            firstName: firstName, lastName: lastName, insertion: try row.bigint("insertion"))
    }

    /// Without a lock: the statements that change them name the whole key, and what must still be true.
    private static let ordered = Statement(
        "bureau_ordered_cards",
        """
        SELECT \(CardStatements.columns), dispatched_at IS NOT NULL AS is_dispatched
        FROM card WHERE card_id = ANY ($1::uuid[]) AND bureau_file IS NOT NULL
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Ordered(card: try row.card(), isDispatched: try row.boolean("is_dispatched"))
    }

    private static let dispatched = Statement(
        "bureau_report_dispatched",
        """
        UPDATE card SET dispatched_at = $3 FROM unnest($1::bigint[], $2::uuid[]) AS told (customer_id, card_id)
        WHERE card.customer_id = told.customer_id AND card.card_id = told.card_id AND card.dispatched_at IS NULL
          AND card.status = ANY ($4::text[])
        RETURNING card.customer_id, card.card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        PlaceOfCard(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    private static let returned = Statement(
        "bureau_report_returned",
        """
        UPDATE card SET returned_at = $3 FROM unnest($1::bigint[], $2::uuid[]) AS told (customer_id, card_id)
        WHERE card.customer_id = told.customer_id AND card.card_id = told.card_id AND card.returned_at IS NULL
        RETURNING card.customer_id, card.card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        PlaceOfCard(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    private static let destroyed = Statement(
        "bureau_report_destroyed",
        """
        UPDATE card SET destroyed_at = $3 FROM unnest($1::bigint[], $2::uuid[]) AS told (customer_id, card_id)
        WHERE card.customer_id = told.customer_id AND card.card_id = told.card_id AND card.destroyed_at IS NULL
        RETURNING card.customer_id, card.card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        PlaceOfCard(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    static let all = [
        due.erased, nextNumber.erased, claim.erased, insert.erased, select.erased, unwritten.erased,
        selectLatest.erased, update.erased, page.erased, ordered.erased, dispatched.erased, returned.erased,
        destroyed.erased,
    ]

    /// The whole key of a card.
    struct PlaceOfCard: Hashable, Sendable {
        let customer: CustomerID
        let card: CardID
    }

    /// A card whose plastic was ordered.
    struct Ordered: Sendable {
        let card: Card
        let isDispatched: Bool
    }

    static func due(limit: Int) -> Query<PlaceOfCard> { due(.integer(limit)) }

    /// - Returns: how many of the cards were still ready.
    static func claim(_ cards: [PlaceOfCard], for number: Int) -> Query<Int> {
        claim(.integer(number), .ids(cards.map(\.customer)), .ids(cards.map(\.card)))
    }

    static func begin(_ file: BureauFile) -> Query<Void> {
        insert(.integer(file.number), .integer(file.cards), .timestamp(file.madeAt))
    }

    static func find(_ number: Int) -> Query<BureauFile> { select(.integer(number)) }

    static func latest(limit: Int) -> Query<BureauFile> { selectLatest(.integer(limit)) }

    /// - Parameter earlier: the writing that was known before; nil if there was none.
    /// - Returns: no number if somebody else has written the file meanwhile.
    static func keep(
        _ writing: BureauFile.Writing, after earlier: BureauFile.Writing?, of number: Int
    ) -> Query<Int> {
        update(
            .integer(number), .timestamp(writing.at), .integer(writing.cards), .bytes(writing.digest),
            .bytes(earlier?.digest))
    }

    /// The cards of a file that still wait for plastic, behind a place. If the bureau has destroyed the plastic, the
    /// card waits no more: a replacement is another card.
    static func page(of number: Int, after place: Int64) -> Query<BureauCard.Waiting> {
        page(.integer(number), .bigint(place))
    }

    /// Those of these cards whose plastic was ordered.
    static func ordered(_ ids: [CardID]) -> Query<Ordered> { ordered(.ids(ids)) }

    /// Records what a bureau reports of some cards; nil if there are none.
    ///
    /// - Returns: the cards of which it was not known yet.
    static func record(_ status: BureauReport.Status, of cards: [PlaceOfCard], at now: Date) -> Query<PlaceOfCard>? {
        guard !cards.isEmpty else { return nil }
        // Two loads of the same cards lock them in the same order.
        let sorted = cards.sorted { $0.card.description < $1.card.description }
        let key: [SQLValue] = [.ids(sorted.map(\.customer)), .ids(sorted.map(\.card)), .timestamp(now)]
        return switch status {
        case .dispatched:
            Query(
                statement: dispatched,
                values: key + [.textArray(CardEvent.dispatched.accepted.map(\.rawValue))])
        case .returned: Query(statement: returned, values: key)
        case .destroyed: Query(statement: destroyed, values: key)
        }
    }
}

extension Row {
    fileprivate mutating func bureauFile() throws(PostgresFailure) -> BureauFile {
        let (number, cards) = (try integer("file_number") as Int, try integer("cards") as Int)
        let madeAt = try timestamp("made_at")
        let (writtenAt, writtenCards) = (try optionalTimestamp("written_at"), try optionalInteger("written_cards"))
        let digest = try optionalBytes("digest")
        var file = BureauFile(number: number, cards: cards, madeAt: madeAt)
        if let writtenAt, let writtenCards, let digest {
            file.writing = BureauFile.Writing(at: writtenAt, cards: writtenCards, digest: digest)
        }
        return file
    }
}
