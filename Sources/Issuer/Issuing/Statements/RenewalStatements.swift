import Cards
import Foundation
import Identifiers
import Postgres

/// The renewal of cards before they expire.
enum RenewalStatements {
    struct Due: Hashable, Sendable {
        let customer: CustomerID
        let card: CardID
    }

    /// Up to a thousand cards of a program in use that expire before a month and have no successor, without those that
    /// are left out. Nothing is locked.
    private static let due = Statement(
        "renewal_due",
        """
        SELECT customer_id, card_id FROM card
        WHERE program_name = $1 AND can_expire AND renewed_by IS NULL AND status IN ('ACTIVE', 'DIGITAL')
          AND (expiry_year, expiry_month) < ($2, $3) AND card_id <> ALL ($4)
        ORDER BY expiry_year, expiry_month LIMIT 1000
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Due(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    /// Names the successor of a card that the transaction has locked. No row if the card has one, or is not in use any
    /// more: then it is not renewed.
    private static let claim = Statement(
        "renewal_claim",
        """
        UPDATE card SET renewed_by = $3
        WHERE customer_id = $1 AND card_id = $2 AND renewed_by IS NULL AND status IN ('ACTIVE', 'DIGITAL')
        RETURNING card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) -> CardID in try row.id("card_id") }

    /// Lets a new card wait until it takes over what the card has that it renews.
    private static let wait = Statement(
        "renewal_wait", "UPDATE card SET takes_over = true WHERE customer_id = $1 AND card_id = $2")

    /// No row if the card does not wait.
    private static let takeOver = Statement(
        "renewal_take_over",
        """
        UPDATE card SET takes_over = false WHERE customer_id = $1 AND card_id = $2 AND takes_over RETURNING card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) -> CardID in try row.id("card_id") }

    /// A card and its successor.
    struct Pair: Hashable, Sendable {
        let customer: CustomerID
        let old: CardID
        let new: CardID
    }

    /// Up to a thousand successors that were activated, and wait.
    private static let activated = Statement(
        "renewal_activated",
        """
        SELECT customer_id, replaces AS old_card, card_id AS new_card FROM card
        WHERE takes_over AND activated_at IS NOT NULL AND replaces <> ALL ($1)
        ORDER BY customer_id, card_id LIMIT 1000
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.pair() }

    /// Up to a thousand cards that were renewed and are past their expiry month.
    private static let ended = Statement(
        "renewal_ended",
        """
        SELECT customer_id, card_id AS old_card, renewed_by AS new_card FROM card
        WHERE can_expire AND renewed_by IS NOT NULL AND (expiry_year, expiry_month) < ($1, $2)
          AND card_id <> ALL ($3)
        ORDER BY expiry_year, expiry_month LIMIT 1000
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.pair() }

    static let all = [due.erased, claim.erased, wait.erased, takeOver.erased, activated.erased, ended.erased]

    /// - Parameter month: of those that expire before it.
    static func due(of program: Program, before month: Expiry, except excluded: [CardID]) -> Query<Due> {
        due(.text(program.name), .integer(month.year), .integer(month.month), .ids(excluded))
    }

    static func claim(_ card: CardID, of customer: CustomerID, by successor: CardID) -> Query<CardID> {
        claim(.id(customer), .id(card), .id(successor))
    }

    static func wait(_ card: CardID, of customer: CustomerID) -> Query<Void> { wait(.id(customer), .id(card)) }

    static func takeOver(_ card: CardID, of customer: CustomerID) -> Query<CardID> {
        takeOver(.id(customer), .id(card))
    }

    static func activated(except excluded: [CardID]) -> Query<Pair> { activated(.ids(excluded)) }

    static func ended(at now: Date, except excluded: [CardID]) -> Query<Pair> {
        let month = Expiry(months: 0, after: now)
        return ended(.integer(month.year), .integer(month.month), .ids(excluded))
    }
}

extension Row {
    fileprivate mutating func pair() throws(PostgresFailure) -> RenewalStatements.Pair {
        RenewalStatements.Pair(
            customer: try number("customer_id"), old: try id("old_card"), new: try id("new_card"))
    }
}
