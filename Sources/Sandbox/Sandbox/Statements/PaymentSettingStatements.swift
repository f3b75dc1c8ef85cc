import Authorizing
import Ledger
import Postgres

/// The costs of payments: exchange rates, and the terms of programs.
enum PaymentSettingStatements {
    private static let setRates = Statement(
        "exchange_rates_set",
        """
        INSERT INTO money.exchange_rate (from_currency, to_currency, numerator, denominator)
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT exchange_rate_is_set_once
            DO UPDATE SET numerator = excluded.numerator, denominator = excluded.denominator
        """)

    static let rates = Statement(
        "exchange_rates",
        """
        SELECT from_currency, to_currency, numerator AS rate_numerator, denominator AS rate_denominator
        FROM money.exchange_rate ORDER BY 1, 2
        """
    ) { (row: inout Row) throws(PostgresFailure) -> StoredRate? in
        let from = try row.text("from_currency", as: Currency.self)
        let to = try row.text("to_currency", as: Currency.self)
        return try row.rate().map { StoredRate(from: from, to: to, rate: $0) }
    }

    static let setTerms = Statement(
        "payment_terms_set",
        """
        INSERT INTO payment_terms (
            program_name, atm_fee, fx_fee_basis_points, hold_days, hold_days_if_paid_later, needs_security_code,
            needs_authentication, wrong_codes_in_a_row, wrong_codes_on_a_day)
        SELECT program_name, $2, $3, $4, $5, $6, $7, $8, $9 FROM program WHERE program_name = $1
        ON CONFLICT ON CONSTRAINT program_has_one_set_of_payment_terms DO UPDATE SET
            atm_fee = excluded.atm_fee, fx_fee_basis_points = excluded.fx_fee_basis_points,
            hold_days = excluded.hold_days, hold_days_if_paid_later = excluded.hold_days_if_paid_later,
            needs_security_code = excluded.needs_security_code,
            needs_authentication = excluded.needs_authentication,
            wrong_codes_in_a_row = excluded.wrong_codes_in_a_row, wrong_codes_on_a_day = excluded.wrong_codes_on_a_day
        RETURNING program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("program_name") }

    static let all = [setRates.erased, rates.erased, setTerms.erased]

    static func set(_ rates: [StoredRate]) -> Query<Void> {
        let rows: [[SQLValue]] = rates.map { rate in
            [
                .text(rate.from.code), .text(rate.to.code), .bigint(rate.rate.numerator),
                .bigint(rate.rate.denominator),
            ]
        }
        return Query(statement: setRates, values: SQLValue.columns(of: rows))
    }
}

/// A rate as it is set.
public struct StoredRate: Hashable, Sendable {
    public let from: Currency
    public let to: Currency
    public let rate: ExchangeRate

    public init(from: Currency, to: Currency, rate: ExchangeRate) {
        (self.from, self.to, self.rate) = (from, to, rate)
    }
}
