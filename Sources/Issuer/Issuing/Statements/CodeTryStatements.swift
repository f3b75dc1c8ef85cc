import Authorizing
import Cards
import Foundation
import Postgres

/// The wrong security codes and expiry dates of cards.
package enum CodeTryStatements {
    /// Counts where the row is, so that a payment and an activation at the same time both count.
    private static let countWrong = Statement(
        "code_tries_count_wrong",
        """
        INSERT INTO card_code_tries AS t (customer_id, card_id, wrong_in_a_row, wrong_on_day, day, paused_until)
        VALUES ($1, $2, 1, 1, $3, $4)
        ON CONFLICT ON CONSTRAINT code_tries_are_counted_once DO UPDATE SET
            wrong_in_a_row = t.wrong_in_a_row + 1,
            wrong_on_day = CASE WHEN t.day = excluded.day THEN t.wrong_on_day + 1 ELSE 1 END,
            day = excluded.day,
            paused_until = greatest(t.paused_until, excluded.paused_until)
        """)

    private static let endRow = Statement(
        "code_tries_end_row",
        "UPDATE card_code_tries SET wrong_in_a_row = 0 WHERE customer_id = $1 AND card_id = $2")

    private static let forget = Statement(
        "code_tries_forget", "DELETE FROM card_code_tries WHERE customer_id = $1 AND card_id = $2")

    static let all = [countWrong.erased, endRow.erased, forget.erased]

    /// - Parameter day: in days since 1 January 1970.
    static func countWrong(
        onDay day: Int, pausedUntil end: Date?, of customer: CustomerID, _ card: CardID
    ) -> Query<Void> {
        countWrong(.id(customer), .id(card), .integer(day), .timestamp(end))
    }

    /// A right code was sent.
    static func endRow(of customer: CustomerID, _ card: CardID) -> Query<Void> {
        endRow(.id(customer), .id(card))
    }

    package static func forget(of customer: CustomerID, _ card: CardID) -> Query<Void> {
        forget(.id(customer), .id(card))
    }
}

/// The wrong security codes and expiry dates that merchants have sent, for whichever cards.
enum MerchantTryStatements {
    static let find = Statement(
        "merchant_tries_find", "SELECT wrong_in_a_row, paused_until FROM merchant_code_tries WHERE merchant = $1"
    ) { (row: inout Row) throws(PostgresFailure) in
        CodeTries(
            wrongInARow: try row.integer("wrong_in_a_row"), pausedUntil: try row.optionalTimestamp("paused_until"))
    }

    private static let countWrong = Statement(
        "merchant_tries_count_wrong",
        """
        INSERT INTO merchant_code_tries AS t (merchant, wrong_in_a_row, paused_until) VALUES ($1, 1, $2)
        ON CONFLICT ON CONSTRAINT merchant_code_tries_are_counted_once DO UPDATE SET
            wrong_in_a_row = t.wrong_in_a_row + 1, paused_until = greatest(t.paused_until, excluded.paused_until)
        """)

    private static let forget = Statement(
        "merchant_tries_forget", "DELETE FROM merchant_code_tries WHERE merchant = $1")

    static let all = [find.erased, countWrong.erased, forget.erased]

    /// The change of the counters by a message; no statement if the message says nothing about tries.
    ///
    /// - Parameter tries: nil if the merchant has none.
    static func count(
        _ effect: Decision.CodeEffect, by merchant: CardAcceptor, after tries: CodeTries?, at now: Date
    ) -> Query<Void>? {
        switch effect {
        case .wrong:
            let end = (tries ?? CodeTries()).afterWrong(at: now, .ofMerchant).pausedUntil
            return countWrong(.text(merchant.countedAs), .timestamp(end))
        case .rightCode, .rightExpiry: return tries == nil ? nil : forget(.text(merchant.countedAs))
        case .none: return nil
        }
    }
}
