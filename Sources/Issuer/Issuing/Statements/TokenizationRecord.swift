import Cards
import Foundation
import Identifiers
import Postgres

/// A change of a tokenization, as the statement that made it returns it.
struct TokenChange: Sendable {
    let customer: CustomerID
    let card: CardID
    let number: Int
    let wallet: WalletType
    let device: String?
    /// The network's reference of the token, if there is one.
    let token: String?
    let word: TokenizationChange
    let time: Date

    /// - Parameters:
    ///   - event: ``WebhookEvent/tokenization`` or ``WebhookEvent/token``.
    ///   - isByNetwork: whether the network has made the change of a token, and need not hear of it.
    func told(as event: WebhookEvent, isByNetwork: Bool = false) -> CardChange {
        CardChange(
            card: card, customer: customer, number: number,
            content: event == .token
                ? .token(word, token: isByNetwork ? nil : token) : .tokenization(word, wallet, device: device),
            time: time)
    }
}

/// The part of a statement that records a change of tokenizations in their history. Because it is part of the
/// statement, the record cannot be missing. The function `follow_card` does the same for tokens that follow their card.
enum TokenizationRecord {
    /// CTEs to put after one called `moved`, which has rows of `tokenization`, each with `changed_at` and the `word`
    /// for the change. They are of customer $1, and their cards must be locked. The rest of the statement finds all
    /// changes in `change`.
    static let clauses = """
        counted AS (
            UPDATE card SET tokenization_changes = tokenization_changes + due.changes
            FROM (
                SELECT card_id, count(*)::integer AS changes FROM moved GROUP BY card_id
            ) due
            WHERE card.customer_id = $1 AND card.card_id = due.card_id
            RETURNING card.customer_id, card.card_id, card.tokenization_changes - due.changes AS changes_before
        ), change AS (
            SELECT moved.*,
                   (counted.changes_before + row_number() OVER (
                       PARTITION BY moved.customer_id, moved.card_id ORDER BY moved.tokenization_id))::integer
                       AS change_number
            FROM moved
            JOIN counted ON counted.customer_id = moved.customer_id AND counted.card_id = moved.card_id
        ), recorded AS (
            INSERT INTO tokenization_history
                (customer_id, card_id, change_number, tokenization_id, change, changed_at)
            SELECT customer_id, card_id, change_number, tokenization_id, word, changed_at FROM change
        )
        """

    /// The columns of a row of `change`.
    static let columns = "customer_id, card_id, change_number, wallet, device_id, dpan_reference, word, changed_at"
}

extension Row {
    /// The columns of ``TokenizationRecord/columns``.
    mutating func tokenChange() throws(PostgresFailure) -> TokenChange {
        TokenChange(
            customer: try number("customer_id"), card: try id("card_id"), number: try integer("change_number"),
            wallet: try text("wallet", as: WalletType.self), device: try optionalText("device_id"),
            token: try optionalText("dpan_reference"),
            word: try text("word", as: TokenizationChange.self), time: try timestamp("changed_at"))
    }
}
