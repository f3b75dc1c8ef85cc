import Cards
import CardSecrets
import Foundation
import Postgres

enum CardStatements {
    /// What a card's row shows to everyone; see `Row.card()`.
    static let columns = """
        card_id, customer_id, status, returns_to, program_name, card_type, scheme, currency, bin, last_four,
        expiry_month, expiry_year, mobile, address1, address2, address3, city, country_code, state, postal_code,
        created_at, account_id, activated_at, pin_block IS NOT NULL, external_id, wrong_activations, wrong_pins,
        wrong_tries_in_all
        """

    /// A card with its sealed number, held against changes until the transaction ends.
    struct Held: Sendable {
        let card: Card
        let pan: SealedPAN
    }

    static let find = Statement(
        "card_find", "SELECT \(columns) FROM card WHERE customer_id = $1 AND card_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    static let hold = Statement(
        "card_hold",
        """
        SELECT \(columns), sealed_pan, pan_key_version
        FROM card WHERE customer_id = $1 AND card_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    /// A card with everything it takes to compare or show a PIN.
    struct HeldPIN: Sendable {
        let card: Card
        let pan: SealedPAN
        let pin: SealedPIN?
    }

    static let holdPIN = Statement(
        "card_hold_pin",
        """
        SELECT \(columns), sealed_pan, pan_key_version, pin_block, pin_key_version
        FROM card WHERE customer_id = $1 AND card_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let held = try row.heldCard()
        let (block, version) = (try row.optionalBytes(), try row.optionalInteger())
        return HeldPIN(
            card: held.card, pan: held.pan,
            pin: block.flatMap { block in version.map { SealedPIN(block: block, keyVersion: Int($0)) } })
    }

    /// One wrong PIN more, up to those that are allowed, or none any more. A right one does not take back what counts
    /// over the card's life.
    static let countPIN = Statement(
        "card_count_pin",
        """
        UPDATE card SET
            wrong_pins = CASE WHEN $3 THEN 0 ELSE least(wrong_pins + 1, $4) END,
            wrong_tries_in_all = wrong_tries_in_all + CASE WHEN $3 THEN 0 ELSE 1 END
        WHERE customer_id = $1 AND card_id = $2
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    /// One page, newest first, beside the number of all that match; the page's columns are null on the one row that is
    /// left when the page is empty.
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
            SELECT \(columns) FROM matching ORDER BY created_at DESC, card_id DESC LIMIT $4 OFFSET $5
        ) page ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (total: Int(try row.bigint()), card: try row.optionalCard())
    }

    static let issue = Statement(
        "card_issue",
        issuing("""
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                    $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, 1)
            """))

    /// Any number of cards, each parameter but the last with one value for each.
    static let issueMany = Statement(
        "card_issue_many",
        issuing("""
            SELECT *, 1 FROM unnest(
                $1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::integer[], $11::integer[], $12::uuid[], $13::uuid[], $14::text[], $15::text[],
                $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[],
                $23::timestamptz[], $24::bytea[], $25::integer[], $26::bytea[], $27::integer[])
            """))

    /// The columns of ``row(_:pan:pin:replaces:)``.
    static let issuedColumns = [
        "customer_id", "card_id", "program_name", "card_type", "scheme", "status", "currency", "bin", "last_four",
        "expiry_month", "expiry_year", "account_id", "replaces", "external_id", "mobile",
        "address1", "address2", "address3", "city", "country_code", "state", "postal_code",
        "created_at", "sealed_pan", "pan_key_version", "pin_block", "pin_key_version",
    ]

    private static func issuing(_ rows: String) -> String {
        """
        WITH issued AS (
            INSERT INTO card (\(issuedColumns.joined(separator: ", ")), changes)
            \(rows)
            RETURNING customer_id, card_id, changes, status, created_at)
        INSERT INTO card_status_history
            (customer_id, card_id, change_number, actor, occasion, to_status, reason, changed_at)
        SELECT customer_id, card_id, changes, 'ISSUER', 'EVENT', status, $28, created_at FROM issued
        """
    }

    /// Counts one more card of a program; the limit is the row's own to hold.
    static let countIssued = Statement("card_count_issued", counting("VALUES ($1, $2, 1, $3)"))

    /// In one order for all who count many, lest two of them wait for each other.
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
            SET issued_cards = card_allowance.issued_cards + excluded.issued_cards
        """
    }

    static let claimPAN = Statement(
        "card_claim_pan", "INSERT INTO issued_pan (pan_hash, customer_id, card_id) VALUES ($1, $2, $3)")

    /// Says whose numbers were free.
    static let claimFreePANs = Statement(
        "card_claim_free_pans",
        """
        INSERT INTO issued_pan (pan_hash, customer_id, card_id)
        SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::uuid[]) AS drawn (pan_hash, customer_id, card_id)
        ORDER BY pan_hash
        ON CONFLICT ON CONSTRAINT pan_is_issued_once DO NOTHING
        RETURNING card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id(CardID.self) }

    static let setPIN = Statement(
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

    static let resetTries = Statement(
        "card_reset_tries",
        "UPDATE card SET wrong_activations = 0, wrong_pins = 0 WHERE customer_id = $1 AND card_id = $2")

    static let all = [
        find.erased, hold.erased, holdPIN.erased, countPIN.erased, page.erased, issue.erased, issueMany.erased,
        countIssued.erased, countManyIssued.erased, claimPAN.erased, claimFreePANs.erased, setPIN.erased,
        countWrongActivation.erased, resetTries.erased,
    ]

    static func page(of customer: CustomerID, matching filter: CardFilter) -> Query<(total: Int, card: Card?)> {
        page(
            .id(customer), .textArray(filter.statuses?.map(\.rawValue)), .text(filter.cardType?.rawValue),
            .bigint(Int64(filter.limit)), .bigint(Int64(filter.offset)))
    }

    /// A new card, with the secrets that go with it. `reason` is the first line of its history.
    static func issue(
        _ card: Card, pan: SealedPAN, pin: SealedPIN?, replaces: CardID? = nil, reason: String? = nil
    ) -> Query<Void> {
        Query(statement: issue, values: row(card, pan: pan, pin: pin, replaces: replaces) + [.text(reason)])
    }

    static func issue(_ cards: [NewCard]) -> Query<Void> {
        let rows = cards.map { row($0.card, pan: $0.sealedPAN, pin: $0.sealedPIN, replaces: nil) }
        return Query(statement: issueMany, values: SQLValue.columns(of: rows) + [.text(nil)])
    }

    static func countIssued(_ orders: [NewCard.Order]) -> Query<Void> {
        let ofOne = Dictionary(grouping: orders) { [$0.customer.description, $0.program.name] }.values
        let rows: [[SQLValue]] = ofOne.map {
            [
                .id($0[0].customer), .text($0[0].program.name), .integer($0.count),
                .integer($0[0].program.cardsPerCustomer),
            ]
        }
        return Query(statement: countManyIssued, values: SQLValue.columns(of: rows))
    }

    static func claimPANs(of cards: [NewCard]) -> Query<CardID> {
        let rows: [[SQLValue]] = cards.map {
            [.bytes($0.panHash), .id($0.card.customer), .id($0.card.id)]
        }
        return Query(statement: claimFreePANs, values: SQLValue.columns(of: rows))
    }

    static func row(_ card: Card, pan: SealedPAN, pin: SealedPIN?, replaces: CardID?) -> [SQLValue] {
        [
            .id(card.customer), .id(card.id), .text(card.program),
            .text(card.cardType.rawValue), .text(card.scheme.rawValue), .text(card.standing.status.rawValue),
            .text(card.currency), .text(card.bin), .text(card.lastFour), .integer(card.expiry.month),
            .integer(card.expiry.year), .id(card.account), .id(replaces),
            .text(card.externalID), .text(card.mobile),
        ] + card.deliveryAddress.values + [
            .timestamp(card.createdAt), .bytes(pan.bytes), .integer(pan.keyVersion),
            .bytes(pin?.block), .integer((pin?.keyVersion).map { Int32(clamping: $0) }),
        ]
    }
}

extension Row {
    mutating func card() throws(PostgresFailure) -> Card {
        Card(
            id: try id(), customer: try customerID(), standing: try standing(),
            program: try text(), cardType: try text(as: Program.CardType.self),
            scheme: try text(as: Program.Scheme.self), currency: try text(), bin: try text(), lastFour: try text(),
            expiry: Expiry(month: try integer(in: 1...12), year: try integer(in: 2000...9999)), mobile: try text(),
            deliveryAddress: try deliveryAddress(), createdAt: try timestamp(), account: try id(),
            activatedAt: try optionalTimestamp(), isPINSet: try boolean(), externalID: try optionalText(),
            wrongActivations: Int(try integer()), wrongPINs: Int(try integer()), wrongTriesInAll: Int(try integer()))
    }

    /// A card from an outer join: nil where it has no row.
    mutating func optionalCard() throws(PostgresFailure) -> Card? {
        isNull ? nil : try card()
    }

    mutating func heldCard() throws(PostgresFailure) -> CardStatements.Held {
        CardStatements.Held(
            card: try card(), pan: SealedPAN(bytes: try bytes(), keyVersion: Int(try integer())))
    }

    mutating func standing() throws(PostgresFailure) -> Standing {
        Standing(try text(as: CardStatus.self), returnsTo: try optionalText(as: CardStatus.self))
    }
}
