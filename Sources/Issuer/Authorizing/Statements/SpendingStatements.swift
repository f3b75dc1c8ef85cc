import Cards
import Foundation
import Ledger
import Postgres

/// The cards' spending in the windows of their limits.
///
/// Send each statement while the account is locked (``Ledger/AccountStatements/lock(_:of:)``), so that the counts are
/// exact. There is a counter only for a limit. A counter that is missing, or that was made for earlier controls, is
/// computed from the authorizations of its window, once: the next ``count(_:by:in:of:holder:)`` stores it.
public enum SpendingStatements {
    /// The amount that one authorization counts: ``AuthorizationState/spending``.
    private static let spending = "greatest(z.approved - z.reversed - z.released - z.cleared, 0) + z.cleared"

    // IS NOT DISTINCT FROM keeps Postgres from the index that begins with the card, which leads to all authorizations
    // of the card. The index by age leads only to those of the window.
    static let find: Statement<Spent> = Statement(
        "spending_find",
        """
        SELECT \(columns(version: "$3"))
        FROM unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[]) WITH ORDINALITY
            AS counter (spending_window, channel, first_day, end_day, position)
        \(joins(customer: "$1", card: "$2", version: "$3"))
        ORDER BY counter.position
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.spent() }

    /// The columns that `Row.spent()` reads.
    package static func columns(version: String) -> String {
        """
        counter.spending_window, counter.channel, counter.first_day, \(version) AS controls_version,
               coalesce(known.amount, computed.amount) AS amount, coalesce(known.count, computed.count) AS count,
               known.card_id IS NOT NULL AS is_stored
        """
    }

    /// The joins for ``columns(version:)``, after a table `counter` of windows, channels and days. All are SQL
    /// expressions.
    package static func joins(customer: String, card: String, version: String) -> String {
        """
        LEFT JOIN LATERAL (
            SELECT stored.card_id, stored.amount, stored.count FROM spent stored
            WHERE stored.customer_id = \(customer) AND stored.card_id = \(card)
              AND stored.spending_window = counter.spending_window AND stored.channel = counter.channel
              AND stored.first_day = counter.first_day AND stored.controls_version = \(version)
            -- So that Postgres looks up each counter, and never reads the table.
            LIMIT 1
        ) known ON true
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(\(spending)), 0)::bigint AS amount, count(*) FILTER (WHERE \(spending) > 0) AS count
            FROM "authorization" z
            WHERE known.card_id IS NULL AND z.customer_id = \(customer) AND z.card_id IS NOT DISTINCT FROM \(card)
              AND z.created_at >= to_timestamp(counter.first_day * 86400)
              AND z.created_at < to_timestamp(counter.end_day * 86400)
              AND (counter.channel = '\(Counter.allChannels)' OR counter.channel = ANY (z.channels))
        ) computed
        """
    }

    static let count = Statement(
        "spending_count",
        """
        INSERT INTO spent AS known (
            customer_id, card_id, spending_window, channel, first_day, controls_version, amount, count)
        SELECT $1, $2, spending_window, channel, first_day, controls_version, amount + $3, count + $4
        FROM unnest($5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
            AS asked (spending_window, channel, first_day, controls_version, amount, count)
        ON CONFLICT ON CONSTRAINT spending_is_counted_once DO UPDATE SET
            first_day = excluded.first_day, controls_version = excluded.controls_version,
            amount = excluded.amount, count = excluded.count
        """)

    // A counter of earlier controls may have missed the payment. It is not used any more, and must not fail.
    static let adjust = Statement(
        "spending_adjust",
        """
        UPDATE spent known SET amount = greatest(known.amount + $3, 0), count = greatest(known.count + $4, 0)
        FROM unnest($6::text[], $7::bigint[]) AS days (spending_window, first_day)
        WHERE known.customer_id = $1 AND known.card_id = $2 AND known.channel = ANY ($5)
          AND known.spending_window = days.spending_window AND known.first_day = days.first_day
        """)

    static let all = [find.erased, count.erased, adjust.erased]

    /// The spending in a window of a limit.
    package struct Spent: Hashable, Sendable {
        package let counter: Counter
        /// Of the window, in days since 1 January 1970.
        let firstDay: Int64
        let controlsVersion: Int64
        package let spending: Spending
        /// Whether the counter is stored. Otherwise it was computed from the authorizations.
        package let isStored: Bool
    }

    /// A card's spending in the windows that contain a day, one row for each counter of the limits in force.
    ///
    /// Send it after the account is locked, and after everything else in the transaction that changes authorizations of
    /// the card, such as the expiry of holds with its ``adjust(by:ofPaymentBy:on:of:holder:)``. The controls may have
    /// been read before the lock: if they were changed meanwhile, the payment counts as made before the change.
    ///
    /// - Parameter day: in days since 1 January 1970; see ``Window/day(ofSecond:)``.
    package static func spent(
        by card: CardID, of holder: AccountHolder, under controls: ControlStatements.InForce, on day: Int
    ) -> Query<Spent>? {
        let rows: [[SQLValue]] = controls.counters.map { counter in
            let days = counter.window.days(containing: day)
            return [
                .text(counter.window.rawValue), .text(counter.channelName), .bigint(Int64(days.lowerBound)),
                .bigint(Int64(days.upperBound)),
            ]
        }
        guard !rows.isEmpty else { return nil }
        return Query(
            statement: find,
            values: [.id(holder), .id(card), .bigint(controls.version)] + SQLValue.columns(of: rows))
    }

    /// The windows that contain a day, for a statement that looks up its limits itself: names, first days, and the
    /// days after the last.
    package static func windows(containing day: Int) -> [SQLValue] {
        SQLValue.columns(of: Window.allCases.filter { $0 != .transaction }.map { window in
            let days = window.days(containing: day)
            return [
                .text(window.rawValue), .bigint(Int64(days.lowerBound)), .bigint(Int64(days.upperBound)),
            ]
        })
    }

    /// Whether these are the counters of all limits in force. Some are missing if the limits were changed between the
    /// two statements that read both.
    package static func isComplete(_ spent: [Spent], under controls: ControlStatements.InForce) -> Bool {
        Set(spent.map(\.counter)) == Set(controls.counters)
            && spent.allSatisfy { $0.controlsVersion == controls.version }
    }

    /// Counts a new payment in all counters that look at one of its channels, and stores those that were computed.
    ///
    /// Send it in the transaction that has read `spent`. For a payment that was declined, count ``Spending/nothing``:
    /// then missing counters are stored too, and not computed again for the next one.
    package static func count(
        _ change: Spending, by channels: Set<Channel>, in spent: [Spent], of card: CardID, holder: AccountHolder
    ) -> Query<Void>? {
        let concerned = spent.filter { found in
            let isChanged = change != .nothing && found.counter.counts(channels)
            return isChanged || (change == .nothing && !found.isStored)
        }
        guard !concerned.isEmpty else { return nil }
        let rows: [[SQLValue]] = concerned.map { found in
            [
                .text(found.counter.window.rawValue), .text(found.counter.channelName), .bigint(found.firstDay),
                .bigint(found.controlsVersion), .bigint(found.spending.amount), .bigint(Int64(found.spending.count)),
            ]
        }
        return Query(
            statement: count,
            values: [.id(holder), .id(card), .bigint(change.amount), .bigint(Int64(change.count))]
                + SQLValue.columns(of: rows))
    }

    /// Changes the spending of an earlier payment, such as after a reversal, an expiry or a clearing of more. The
    /// payment counts on the day on which it was authorized. A counter that is not stored needs no change.
    ///
    /// - Parameters:
    ///   - change: ``Spending/change(since:)``.
    ///   - channels: of the payment.
    ///   - day: on which it was authorized, in days since 1 January 1970.
    package static func adjust(
        by change: Spending, ofPaymentBy channels: Set<Channel>, on day: Int, of card: CardID, holder: AccountHolder
    ) -> Query<Void>? {
        guard change != .nothing else { return nil }
        let windows = Window.allCases.filter { $0 != .transaction }
        return adjust(
            .id(holder), .id(card), .bigint(change.amount), .bigint(Int64(change.count)),
            .textArray([Counter.allChannels] + channels.map(\.rawValue).sorted()),
            .textArray(windows.map(\.rawValue)),
            .bigintArray(windows.map { Int64($0.firstDay(containing: day)) }))
    }
}

extension Row {
    /// The columns of ``SpendingStatements/columns(version:)``.
    package mutating func spent() throws(PostgresFailure) -> SpendingStatements.Spent {
        let window = try text("spending_window", as: Window.self)
        let channel = try value("channel", "a channel") { name in
            name == Counter.allChannels ? .some(Channel?.none) : Channel(rawValue: name).map(Optional.some)
        }
        let (firstDay, version) = (try bigint("first_day"), try bigint("controls_version"))
        return SpendingStatements.Spent(
            counter: Counter(window: window, channel: channel), firstDay: firstDay, controlsVersion: version,
            spending: Spending(amount: try bigint("amount"), count: Int(try bigint("count"))),
            isStored: try boolean("is_stored"))
    }
}

extension Counter {
    func counts(_ channels: Set<Channel>) -> Bool { channel.map(channels.contains) ?? true }
}

extension Counters {
    /// The counters that ``SpendingStatements/spent(by:of:under:on:)`` has found.
    package init(_ spent: [SpendingStatements.Spent]) {
        self.init(Dictionary(uniqueKeysWithValues: spent.map { ($0.counter, $0.spending) }))
    }
}
