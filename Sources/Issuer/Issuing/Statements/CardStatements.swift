import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

package enum CardStatements {
    /// The columns of a card that are not secret, in the order in which they are read.
    package static let columns = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try Card(reading: &list)
    }

    /// A card with its sealed number, locked until the transaction ends.
    package struct Held: Sendable {
        package let card: Card
        package let pan: SealedPAN
        /// The version of the key that has made its security code.
        package let cvvKeyVersion: Int
        /// Whether the card has had a tokenization. A new tokenization also locks the card, so the value stays right
        /// until the transaction ends.
        package let hasTokenizations: Bool
        /// How often its status has changed, counting its issue.
        let changes: Int
        let audience: CardAudience
    }

    /// The columns of a held card, in the order in which they are read.
    package static let heldColumns = """
        \(columns), sealed_pan, pan_key_version, cvv_key_version,
        tokenization_changes > 0 AS has_tokenizations, changes, \(CardAudience.column(of: "card"))
        """

    static let find = Statement(
        "card_find", "SELECT \(columns) FROM card WHERE customer_id = $1 AND card_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    package static let hold = Statement(
        "card_hold",
        """
        SELECT \(heldColumns) FROM card WHERE customer_id = $1 AND card_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    /// A card with everything that is needed to compare or show a PIN.
    struct HeldPIN: Sendable {
        let card: Card
        let pan: SealedPAN
        let cvvKeyVersion: Int
        let pin: SealedPIN?
    }

    static let holdPIN = Statement(
        "card_hold_pin",
        """
        SELECT \(heldColumns), pin_block, pin_key_version
        FROM card WHERE customer_id = $1 AND card_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let held = try row.heldCard()
        let (block, version) = (try row.optionalBytes("pin_block"), try row.optionalInteger("pin_key_version"))
        return HeldPIN(
            card: held.card, pan: held.pan, cvvKeyVersion: held.cvvKeyVersion,
            pin: block.flatMap { block in version.map { SealedPIN(block: block, keyVersion: $0) } })
    }

    /// One page of cards, newest first, with the number of all that match. If the page is empty, there is one row, in
    /// which the columns of the page are null.
    static let page = Statement(
        "card_page",
        """
        WITH matching AS NOT MATERIALIZED (
            SELECT * FROM card
            WHERE customer_id = $1
              AND ($2::text[] IS NULL OR status = ANY ($2))
              AND ($3::text IS NULL OR card_type = $3))
        SELECT total.number, page.*
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN LATERAL (
            SELECT \(columns) FROM matching ORDER BY created_at DESC, insertion DESC LIMIT $4 OFFSET $5
        ) page ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (total: Int(try row.bigint("number")), card: try row.optionalCard())
    }

    static let issue = Statement(
        "card_issue",
        issuing("VALUES (\(issued.parameters), 1)"))

    /// Issues any number of cards: each parameter except the last has one value for each card.
    static let issueMany = Statement(
        "card_issue_many",
        issuing("SELECT *, 1 FROM \(issued.unnested)"))

    /// A new card with its secrets.
    package struct New {
        let card: Card
        let pan: SealedPAN
        let cvvKeyVersion: Int
        let pin: SealedPIN?
        /// The card that it replaces.
        let replaces: CardID?

        /// - Parameter card: what is stored of it; nil for the card as it was drawn.
        package init(_ new: NewCard, as card: Card? = nil, replaces: CardID? = nil) {
            (self.card, pan, pin) = (card ?? new.card, new.sealedPAN, new.sealedPIN)
            (cvvKeyVersion, self.replaces) = (new.cvvKeyVersion, replaces)
        }
    }

    /// The columns of a card that are written when it is issued. The others have the defaults of the schema.
    package static let issued = WrittenColumns<New>(
        [
            .customer("customer_id") { $0.card.customer }, .id("card_id") { $0.card.id },
            .text("program_name") { $0.card.program }, .text("card_type") { $0.card.cardType.rawValue },
            .text("scheme") { $0.card.scheme.rawValue }, .text("status") { $0.card.standing.status.rawValue },
            .text("currency") { $0.card.currency }, .text("bin") { $0.card.bin },
            .text("last_four") { $0.card.lastFour }, .integer("expiry_month") { $0.card.expiry.month },
            .integer("expiry_year") { $0.card.expiry.year }, .account("account_id") { $0.card.account },
            .id("replaces") { $0.replaces }, .text("external_id") { $0.card.externalID },
            .text("mobile") { $0.card.mobile },
        ], Column.address { $0.card.deliveryAddress },
        [
            .timestamp("created_at") { $0.card.createdAt }, .bytes("sealed_pan") { $0.pan.bytes },
            .integer("pan_key_version") { $0.pan.keyVersion }, .bytes("pin_block") { $0.pin?.block },
            .integer("pin_key_version") { $0.pin?.keyVersion },
            .integer("cvv_key_version") { $0.cvvKeyVersion },
        ])

    private static func issuing(_ rows: String) -> String {
        """
        WITH issued AS (
            INSERT INTO card (\(issued.names), changes)
            \(rows)
            RETURNING customer_id, card_id, changes, status, created_at)
        INSERT INTO card_status_history
            (customer_id, card_id, change_number, actor, occasion, to_status, reason, changed_at)
        SELECT customer_id, card_id, changes, 'ISSUER', 'EVENT', status, \(issued.next), created_at FROM issued
        """
    }

    /// Counts one more card of a program; the row enforces the limit.
    static let countIssued = Statement("card_count_issued", counting("VALUES ($1, $2, 1, $3)"))

    /// Counts many cards. All callers use the same order, so that two of them never wait for each other.
    static let countManyIssued = Statement(
        "card_count_many_issued",
        counting("""
            SELECT * FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[])
                AS asked (customer_id, program_name, cards, cards_per_customer)
            ORDER BY customer_id, program_name
            """))

    private static func counting(_ rows: String) -> String {
        """
        INSERT INTO card_allowance (customer_id, program_name, issued_cards, cards_per_customer)
        \(rows)
        ON CONFLICT ON CONSTRAINT card_allowance_is_counted_once DO UPDATE
            SET issued_cards = card_allowance.issued_cards + excluded.issued_cards,
                cards_per_customer = excluded.cards_per_customer
        """
    }

    /// Claims a number with all its hashes. The number is free only if each of them is: another card may have it under
    /// any version of the key. ``releaseHashes`` then removes all but the one that is stored, in the same transaction:
    /// until the commit, nobody else claims any of them.
    static let claimPAN = Statement("card_claim_pan", claiming)

    /// The same for many numbers. It claims the hashes that are free, and returns them.
    static let claimFreePANs = Statement(
        "card_claim_free_pans",
        """
        \(claiming)
        ON CONFLICT ON CONSTRAINT pan_is_issued_once DO NOTHING
        RETURNING card_id, hash_key_version
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let card = try row.id("card_id", CardID.self)
        return ClaimedHash(card: card, keyVersion: try row.integer("hash_key_version"))
    }

    /// A hash of a card's number that was free.
    struct ClaimedHash: Sendable {
        let card: CardID
        let keyVersion: Int
    }

    /// All callers use the same order, so that two of them never wait for each other.
    private static let claiming = """
        INSERT INTO issued_pan (pan_hash, customer_id, card_id, hash_key_version)
        SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::uuid[], $4::integer[])
            AS drawn (pan_hash, customer_id, card_id, hash_key_version)
        ORDER BY pan_hash
        """

    static let releaseHashes = Statement(
        "card_release_hashes", "DELETE FROM issued_pan WHERE pan_hash = ANY ($1)")

    package static let setPIN = Statement(
        "card_set_pin",
        """
        UPDATE card SET pin_block = $3, pin_key_version = $4, wrong_pins = 0
        WHERE customer_id = $1 AND card_id = $2
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    static let countWrongActivation = Statement(
        "card_count_wrong_activation",
        """
        UPDATE card SET wrong_activations = wrong_activations + 1, wrong_tries_in_all = wrong_tries_in_all + 1
        WHERE customer_id = $1 AND card_id = $2
        """
    )

    /// Adds a wrong PIN, up to the allowed number, or sets the wrong PINs to 0 after a right one. A right PIN does not
    /// reduce the count over the card's life.
    package static let countPIN = Statement(
        "card_count_pin",
        """
        UPDATE card SET
            wrong_pins = CASE WHEN $3 THEN 0 ELSE least(wrong_pins + 1, $4) END,
            wrong_tries_in_all = wrong_tries_in_all + CASE WHEN $3 THEN 0 ELSE 1 END
        WHERE customer_id = $1 AND card_id = $2
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    static let resetTries = Statement(
        "card_reset_tries",
        "UPDATE card SET wrong_activations = 0, wrong_pins = 0 WHERE customer_id = $1 AND card_id = $2")

    static let all = [
        find.erased, hold.erased, holdPIN.erased, page.erased, issue.erased, issueMany.erased,
        countIssued.erased, countManyIssued.erased, claimPAN.erased, claimFreePANs.erased,
        releaseHashes.erased, setPIN.erased, countWrongActivation.erased, countPIN.erased, resetTries.erased,
    ]

    static func page(of customer: CustomerID, matching filter: CardFilter) -> Query<(total: Int, card: Card?)> {
        page(
            .id(customer), .textArray(filter.statuses?.map(\.rawValue)), .text(filter.cardType?.rawValue),
            .bigint(Int64(filter.limit)), .bigint(Int64(filter.offset)))
    }

    /// Issues a card with its secrets. `reason` is the first line of its history.
    static func issue(_ card: NewCard, replaces: CardID? = nil, reason: String? = nil) -> Query<Void> {
        Query(statement: issue, values: issued.values(of: New(card, replaces: replaces)) + [.text(reason)])
    }

    static func issue(_ cards: [NewCard]) -> Query<Void> {
        let rows = cards.map { issued.values(of: New($0)) }
        return Query(statement: issueMany, values: SQLValue.columns(of: rows) + [.text(nil)])
    }

    package static func countIssued(_ orders: [NewCard.Order]) -> Query<Void> {
        let ofOne = Dictionary(grouping: orders) { [$0.customer.description, $0.program.name] }.values
        let rows: [[SQLValue]] = ofOne.map {
            [
                .id($0[0].customer), .text($0[0].program.name), .integer($0.count),
                .integer($0[0].program.cardsPerCustomer),
            ]
        }
        return Query(statement: countManyIssued, values: SQLValue.columns(of: rows))
    }

    static func claimPAN(of card: NewCard) -> Query<Void> {
        Query(statement: claimPAN, values: SQLValue.columns(of: claims(of: card)))
    }

    static func claimPANs(of cards: [NewCard]) -> Query<ClaimedHash> {
        Query(statement: claimFreePANs, values: SQLValue.columns(of: cards.flatMap { claims(of: $0) }))
    }

    /// Claims a number that the transaction has released for another card of the same customer.
    static func claim(_ hashes: VersionedHashes, for card: CardID, of customer: CustomerID) -> Query<Void> {
        Query(statement: claimPAN, values: SQLValue.columns(of: claims(of: hashes, for: card, of: customer)))
    }

    private static func claims(of card: NewCard) -> [[SQLValue]] {
        claims(of: card.panHashes, for: card.card.id, of: card.card.customer)
    }

    private static func claims(
        of hashes: VersionedHashes, for card: CardID, of customer: CustomerID
    ) -> [[SQLValue]] {
        hashes.all.map { [.bytes($0.bytes), .id(customer), .id(card), .integer($0.keyVersion)] }
    }

    /// - Returns: nil if there are none, as long as the key has one version.
    static func release(_ hashes: [VersionedHash]) -> Query<Void>? {
        hashes.isEmpty ? nil : releaseHashes(.bytesArray(hashes.map(\.bytes)))
    }

    /// Any of the hashes of a number, for `pan_hash = ANY ($1)`.
    package static func anyHash(of hashes: VersionedHashes) -> SQLValue { .bytesArray(hashes.all.map(\.bytes)) }
}

extension Card {
    /// Names every column once and reads it.
    @inline(__always)
    init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        self.init(
            id: try row.id("card_id"), customer: try row.number("customer_id"), standing: try row.standing(),
            program: try row.text("program_name"), cardType: try row.text("card_type", as: Program.CardType.self),
            scheme: try row.text("scheme", as: Program.Scheme.self), currency: try row.text("currency"),
            bin: try row.text("bin"), lastFour: try row.text("last_four"),
            expiry: Expiry(
                month: try row.integer("expiry_month", in: 1...12),
                year: try row.integer("expiry_year", in: 2000...9999)),
            mobile: try row.text("mobile"), deliveryAddress: try row.deliveryAddress(),
            createdAt: try row.timestamp("created_at"), account: try row.number("account_id", AccountID.self),
            activatedAt: try row.optionalTimestamp("activated_at"),
            isPINSet: try row.boolean("is_pin_set", of: "pin_block IS NOT NULL"),
            externalID: try row.optionalText("external_id"),
            wrongActivations: try row.integer("wrong_activations"), wrongPINs: try row.integer("wrong_pins"),
            wrongTriesInAll: try row.integer("wrong_tries_in_all"))
    }
}

extension ColumnReader where Self: ~Copyable {
    @inline(__always)
    mutating func standing() throws(PostgresFailure) -> Standing {
        Standing(
            try text("status", as: CardStatus.self), returnsTo: try optionalText("returns_to", as: CardStatus.self))
    }
}

extension Row {
    package mutating func card() throws(PostgresFailure) -> Card { try Card(reading: &self) }

    /// A card from an outer join: nil if there is no row.
    mutating func optionalCard() throws(PostgresFailure) -> Card? {
        try isNull("card_id") ? nil : card()
    }

    package mutating func heldCard() throws(PostgresFailure) -> CardStatements.Held {
        CardStatements.Held(
            card: try card(),
            pan: SealedPAN(bytes: try bytes("sealed_pan"), keyVersion: try integer("pan_key_version")),
            cvvKeyVersion: try integer("cvv_key_version"),
            hasTokenizations: try boolean("has_tokenizations"), changes: try integer("changes"),
            audience: try CardAudience(reading: &self))
    }
}
