import Cards
import Foundation
import Postgres
import WalletCrypto

enum CardStatements {
    /// What a card's row shows to everyone; see `Row.card()`.
    static let columns = """
        card_id, customer_id, status, returns_to, program_name, card_type, scheme, currency, bin, last_four,
        expiry_month, expiry_year, mobile, address1, address2, address3, city, country_code, state, postal_code,
        created_at, account_id, activated_at, pin_block IS NOT NULL, external_id, wrong_activations, wrong_pins
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

    /// A card with everything it takes to compare a PIN.
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

    /// One wrong PIN more, up to those that are allowed, or none any more.
    static let countPIN = Statement(
        "card_count_pin",
        """
        UPDATE card SET wrong_pins = CASE WHEN $3 THEN 0 ELSE least(wrong_pins + 1, $4) END
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
        """
        WITH issued AS (
            INSERT INTO card (
                customer_id, card_id, program_name, card_type, scheme, status, changes, currency, bin, last_four,
                expiry_month, expiry_year, account_id, replaces, external_id, mobile,
                address1, address2, address3, city, country_code, state, postal_code,
                created_at, sealed_pan, pan_key_version, pin_block, pin_key_version)
            VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                    $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)
            RETURNING customer_id, card_id, changes, status, created_at)
        INSERT INTO card_status_history
            (customer_id, card_id, change_number, actor, occasion, to_status, reason, changed_at)
        SELECT customer_id, card_id, changes, 'ISSUER', 'EVENT', status, $28, created_at FROM issued
        """
    )

    /// Counts one more card of a program; the limit is the row's own to hold.
    static let countIssued = Statement(
        "card_count_issued",
        """
        INSERT INTO card_allowance (customer_id, program_name, issued_cards, cards_per_customer)
        VALUES ($1, $2, 1, $3)
        ON CONFLICT ON CONSTRAINT card_allowance_is_counted_once DO UPDATE
            SET issued_cards = card_allowance.issued_cards + 1
        """
    )

    static let claimPAN = Statement(
        "card_claim_pan", "INSERT INTO issued_pan (pan_hash, customer_id, card_id) VALUES ($1, $2, $3)")

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
        "UPDATE card SET wrong_activations = wrong_activations + 1 WHERE customer_id = $1 AND card_id = $2")

    static let resetTries = Statement(
        "card_reset_tries",
        "UPDATE card SET wrong_activations = 0, wrong_pins = 0 WHERE customer_id = $1 AND card_id = $2")

    static let all = [
        find.erased, hold.erased, holdPIN.erased, countPIN.erased, page.erased, issue.erased, countIssued.erased,
        claimPAN.erased, setPIN.erased, countWrongActivation.erased, resetTries.erased,
    ]

    static func page(of customer: CustomerID, matching filter: CardFilter) -> Query<(total: Int, card: Card?)> {
        page(
            .bigint(customer.rawValue), .textArray(filter.statuses?.map(\.rawValue)), .text(filter.cardType?.rawValue),
            .bigint(Int64(filter.limit)), .bigint(Int64(filter.offset)))
    }

    /// A new card, with the secrets that go with it. `reason` is the first line of its history.
    static func issue(
        _ card: Card, pan: SealedPAN, pin: SealedPIN?, replaces: CardID? = nil, reason: String? = nil
    ) -> Query<Void> {
        let row: [SQLValue] =
            [
                .bigint(card.customer.rawValue), .uuid(card.id.rawValue), .text(card.program),
                .text(card.cardType.rawValue), .text(card.scheme.rawValue), .text(card.standing.status.rawValue),
                .text(card.currency), .text(card.bin), .text(card.lastFour), .integer(Int32(card.expiry.month)),
                .integer(Int32(card.expiry.year)), .uuid(card.account), .uuid(replaces?.rawValue),
                .text(card.externalID), .text(card.mobile),
            ] + card.deliveryAddress.values + [
                .timestamp(card.createdAt), .bytes(pan.bytes), .integer(Int32(pan.keyVersion)),
                .bytes(pin?.block), .integer((pin?.keyVersion).map(Int32.init)), .text(reason),
            ]
        return Query(statement: issue, values: row)
    }
}

extension Row {
    mutating func card() throws(PostgresFailure) -> Card {
        Card(
            id: CardID(rawValue: try uuid()), customer: CustomerID(rawValue: try bigint()), standing: try standing(),
            program: try text(), cardType: try text(as: Program.CardType.self),
            scheme: try text(as: Program.Scheme.self), currency: try text(), bin: try text(), lastFour: try text(),
            expiry: Expiry(month: Int(try integer()), year: Int(try integer())), mobile: try text(),
            deliveryAddress: try deliveryAddress(), createdAt: try timestamp(), account: try uuid(),
            activatedAt: try optionalTimestamp(), isPINSet: try boolean(), externalID: try optionalText(),
            wrongActivations: Int(try integer()), wrongPINs: Int(try integer()))
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
