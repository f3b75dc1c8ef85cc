import Authorizing
import Foundation
import Ledger
import Postgres

/// What schemes are owed, day by day, and the rates of interchange.
enum ClearingPositionStatements {
    /// A position is numeric, because many amounts may exceed 64 bits.
    private static let select = Statement(
        "clearing_position_list",
        """
        SELECT day::text AS day, scheme, currency, lines, amount::text AS amount, interchange::text AS interchange,
               losses::text AS losses, settled_at
        FROM clearing_position
        WHERE day >= ($1::timestamptz AT TIME ZONE 'UTC')::date AND day <= ($2::timestamptz AT TIME ZONE 'UTC')::date
        ORDER BY day, scheme, currency LIMIT $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingPosition() }

    private static let addLoss = Statement(
        "clearing_position_add_loss",
        """
        INSERT INTO clearing_position AS p (day, scheme, currency, lines, amount, interchange, losses)
        VALUES (($1::timestamptz AT TIME ZONE 'UTC')::date, $2, $3, 0, 0, 0, $4::bigint)
        ON CONFLICT ON CONSTRAINT position_is_kept_once DO UPDATE SET losses = p.losses + excluded.losses
        """)

    /// The files of a day that are not taken whole.
    private static let unfinished = Statement(
        "clearing_position_unfinished",
        """
        SELECT reference FROM clearing_file
        WHERE received_at >= $1 AND received_at < $1::timestamptz + interval '1 day' AND taken < lines
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("reference") }

    private static let settle = Statement(
        "clearing_position_settle",
        """
        WITH settled AS (
            UPDATE clearing_position SET settled_at = $4
            WHERE day = ($1::timestamptz AT TIME ZONE 'UTC')::date AND scheme = $2 AND currency = $3
              AND settled_at IS NULL
            RETURNING *
        )
        SELECT day::text AS day, scheme, currency, lines, amount::text AS amount, interchange::text AS interchange,
               losses::text AS losses, settled_at
        FROM settled
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingPosition() }

    private static let setRates = Statement(
        "interchange_rates_set",
        """
        INSERT INTO interchange_rate (program_name, category, currency, basis_points, fixed)
        SELECT p.program_name, r.category, r.currency, r.basis_points, r.fixed
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
            AS r (program_name, category, currency, basis_points, fixed)
        JOIN program p ON p.program_name = r.program_name
        ON CONFLICT ON CONSTRAINT interchange_is_set_once DO UPDATE SET
            basis_points = excluded.basis_points, fixed = excluded.fixed
        RETURNING program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("program_name") }

    private static let selectRates = Statement(
        "interchange_rate_list",
        """
        SELECT program_name, category, currency, basis_points, fixed FROM interchange_rate
        ORDER BY program_name, currency, category
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let program = try row.text("program_name")
        let category = try row.integer("category") as Int
        let currency = try row.text("currency", as: Currency.self)
        let share = try row.integer("basis_points") as Int
        guard let basisPoints = BasisPoints(Int64(share)) else { throw row.unexpected("finds no basis points") }
        return InterchangeRate(
            program: program, category: category == 0 ? nil : MerchantCategory(number: category),
            share: basisPoints, fixed: try row.money("fixed", in: currency))
    }

    static let all = [
        select.erased, addLoss.erased, unfinished.erased, settle.erased, setRates.erased, selectRates.erased,
    ]

    static func positions(from first: Date, to last: Date, limit: Int) -> Query<ClearingPosition> {
        select(.timestamp(first), .timestamp(last), .bigint(Int64(limit)))
    }

    /// Adds a loss to the position of the day that contains a time.
    static func add(loss: Money, to scheme: Scheme, at now: Date) -> Query<Void> {
        addLoss(.timestamp(now), .text(scheme.rawValue), .currency(loss.currency), .minorUnits(of: loss))
    }

    /// - Parameter day: its beginning.
    static func unfinished(on day: Date) -> Query<String> { unfinished(.timestamp(day)) }

    /// Settles a position. No row if there is none, or if it is settled.
    static func settle(
        _ day: Date, with scheme: Scheme, in currency: Currency, at now: Date
    ) -> Query<ClearingPosition> {
        settle(.timestamp(day), .text(scheme.rawValue), .currency(currency), .timestamp(now))
    }

    /// Sets rates, each for other clearings. No row for a program that does not exist.
    static func set(_ rates: [InterchangeRate]) -> Query<String> {
        setRates(
            .textArray(rates.map(\.program)), .bigintArray(rates.map { Int64($0.category?.number ?? 0) }),
            .textArray(rates.map(\.fixed.currency.code)), .bigintArray(rates.map(\.share.value)),
            .bigintArray(rates.map(\.fixed.minorUnits)))
    }

    static func rates() -> Query<InterchangeRate> { selectRates() }
}

extension Row {
    fileprivate mutating func clearingPosition() throws(PostgresFailure) -> ClearingPosition {
        let day = try text("day")
        let scheme = try text("scheme", as: Scheme.self)
        let currency = try text("currency", as: Currency.self)
        let lines = try bigint("lines")
        let amount = try text("amount", as: HouseStatements.WideAmount.self)
        let interchange = try text("interchange", as: HouseStatements.WideAmount.self)
        let losses = try text("losses", as: HouseStatements.WideAmount.self)
        return ClearingPosition(
            day: day, scheme: scheme, currency: currency, lines: lines, amount: amount.minorUnits,
            interchange: interchange.minorUnits, losses: losses.minorUnits,
            settledAt: try optionalTimestamp("settled_at"))
    }
}
