import Foundation
import Identifiers
import Postgres

/// Holds. Each statement changes a hold and the held amount of its account together.
///
/// The account must be locked (``AccountStatements/lock(_:of:)``). A statement that does nothing has no row; the locked
/// account and the hold say why.
public enum HoldStatements {
    static let columns = "h.hold_id, h.status, a.currency, h.held, h.posted, h.placed_at, h.expires_at"

    static let place = Statement(
        "ledger_hold_place",
        """
        WITH account AS (
            UPDATE money.account SET held = held + $4, version = version + 1
            WHERE customer_id = $1 AND account_id = $2 AND currency = $5 AND ($8 OR posted - held >= $4)
            RETURNING \(AccountStatements.columns)
        ), hold AS (
            INSERT INTO money.hold (customer_id, hold_id, account_id, status, held, placed_at, expires_at)
            SELECT customer_id, $3, account_id, 'PENDING', $4, $6, $7 FROM account
        )
        SELECT \(AccountStatements.columns) FROM account
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let adjust = Statement(
        "ledger_hold_adjust",
        """
        WITH pending AS (
            SELECT h.hold_id, h.held AS before, greatest(h.held + $4, 0) AS rest
            FROM money.hold h
            JOIN money.account a ON a.customer_id = h.customer_id AND a.account_id = h.account_id
            WHERE h.customer_id = $1 AND h.hold_id = $3 AND h.account_id = $2 AND h.status = 'PENDING'
              AND a.currency = $5 AND ($6 OR $4 <= 0 OR a.posted - a.held >= $4)
        ), hold AS (
            UPDATE money.hold h SET
                held = pending.rest, status = CASE pending.rest WHEN 0 THEN 'VOIDED' ELSE h.status END,
                ended_at = CASE pending.rest WHEN 0 THEN $7::timestamptz END
            FROM pending WHERE h.customer_id = $1 AND h.hold_id = pending.hold_id
            RETURNING pending.rest - pending.before AS change
        ), account AS (
            UPDATE money.account a SET held = a.held + hold.change, version = a.version + 1
            FROM hold WHERE a.customer_id = $1 AND a.account_id = $2
            RETURNING a.*
        )
        SELECT \(AccountStatements.columns) FROM account
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let void = Statement(
        "ledger_hold_void",
        """
        WITH pending AS (
            SELECT hold_id, held AS released FROM money.hold
            WHERE customer_id = $1 AND hold_id = $3 AND account_id = $2 AND status = 'PENDING'
        ), hold AS (
            UPDATE money.hold h SET held = 0, status = 'VOIDED', ended_at = $4
            FROM pending WHERE h.customer_id = $1 AND h.hold_id = pending.hold_id
            RETURNING pending.released
        ), account AS (
            UPDATE money.account a SET held = a.held - hold.released, version = a.version + 1
            FROM hold WHERE a.customer_id = $1 AND a.account_id = $2
            RETURNING a.*
        )
        SELECT \(AccountStatements.columns) FROM account
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let expire = Statement(
        "ledger_hold_expire",
        """
        WITH due AS (
            SELECT hold_id, held AS released, expires_at FROM money.hold
            WHERE customer_id = $1 AND account_id = $2 AND status = 'PENDING' AND expires_at <= $3
        ), hold AS (
            UPDATE money.hold h SET held = 0, status = 'EXPIRED', ended_at = $3
            FROM due WHERE h.customer_id = $1 AND h.hold_id = due.hold_id
        ), freed AS (
            SELECT count(*) AS holds, coalesce(sum(released), 0)::bigint AS released FROM due
        ), account AS (
            UPDATE money.account a SET held = a.held - freed.released, version = a.version + freed.holds
            FROM freed WHERE a.customer_id = $1 AND a.account_id = $2 AND freed.holds > 0
            RETURNING a.currency
        )
        SELECT due.hold_id, account.currency, due.released FROM due, account ORDER BY due.expires_at, due.hold_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (hold, currency) = (try row.id("hold_id", HoldID.self), try row.text("currency", as: Currency.self))
        return Expired(hold: hold, released: try row.money("released", in: currency))
    }

    static let due = Statement(
        "ledger_holds_due",
        """
        SELECT customer_id, account_id
        FROM (SELECT customer_id, account_id, expires_at FROM money.hold
              WHERE status = 'PENDING' AND expires_at <= $1 AND account_id <> ALL ($3)
              ORDER BY expires_at, hold_id LIMIT $2) due
        GROUP BY customer_id, account_id ORDER BY min(expires_at), customer_id, account_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        DueAccount(holder: try row.number("customer_id"), account: try row.number("account_id"))
    }

    static let find = Statement(
        "ledger_hold_find",
        """
        SELECT \(columns) FROM money.hold h
        JOIN money.account a ON a.customer_id = h.customer_id AND a.account_id = h.account_id
        WHERE h.customer_id = $1 AND h.hold_id = $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.hold() }

    static let all = [
        place.erased, adjust.erased, void.erased, expire.erased, due.erased, find.erased,
    ]

    /// A hold that has expired, and the amount that it released.
    public struct Expired: Hashable, Sendable {
        public let hold: HoldID
        public let released: Money
    }

    /// An account with a hold whose life has ended.
    public struct DueAccount: Hashable, Sendable {
        public let holder: AccountHolder
        public let account: AccountID
    }

    /// Keeps money for a purchase. No row if the amount is not available, or is in another currency.
    ///
    /// - Parameters:
    ///   - amount: above 0, or `pending_hold_holds_money` is violated.
    ///   - expiresAt: nil if never.
    ///   - isForced: whether the hold may exceed the available money, because somebody else has approved the purchase
    ///     already.
    public static func place(
        _ hold: HoldID, of amount: Money, on account: AccountID, of holder: AccountHolder, at now: Date,
        expiresAt: Date?, isForced: Bool = false
    ) -> Query<Account> {
        place(
            .id(holder), .id(account), .id(hold), .minorUnits(of: amount), .currency(amount.currency),
            .timestamp(now), .timestamp(expiresAt), .boolean(isForced))
    }

    /// Makes a pending hold larger, or smaller by at most its rest; without a rest it is voided.
    ///
    /// - Parameter difference: below 0 for a partial reversal.
    public static func adjust(
        _ hold: HoldID, by difference: Money, on account: AccountID, of holder: AccountHolder, at now: Date,
        isForced: Bool = false
    ) -> Query<Account> {
        adjust(
            .id(holder), .id(account), .id(hold), .minorUnits(of: difference),
            .currency(difference.currency), .boolean(isForced), .timestamp(now))
    }

    /// Releases the rest of a pending hold.
    public static func void(
        _ hold: HoldID, on account: AccountID, of holder: AccountHolder, at now: Date
    ) -> Query<Account> {
        void(.id(holder), .id(account), .id(hold), .timestamp(now))
    }

    /// Releases all pending holds of an account whose life has ended, and returns them in the order in which they
    /// expire. An authorization can send it before its own hold, so that it does not fail because of expired holds.
    public static func expire(on account: AccountID, of holder: AccountHolder, at now: Date) -> Query<Expired> {
        expire(.id(holder), .id(account), .timestamp(now))
    }

    /// The accounts of the holds that are due, those that expire first in front.
    ///
    /// - Parameters:
    ///   - limit: how many holds are looked at, above 0.
    ///   - excluded: accounts that are left out, such as damaged ones.
    public static func due(at now: Date, limit: Int, except excluded: [AccountID] = []) -> Query<DueAccount> {
        due(.timestamp(now), .bigint(Int64(limit)), .bigintArray(excluded.map(\.rawValue)))
    }

    public static func hold(_ hold: HoldID, of holder: AccountHolder) -> Query<Hold> {
        find(.id(holder), .id(hold))
    }
}
