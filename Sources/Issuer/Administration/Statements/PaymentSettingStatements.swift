import Authorizing
import Cards
import Ledger
import Postgres

/// The costs of payments: exchange rates, and the terms of programs.
package enum PaymentSettingStatements {
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

    /// The terms of all programs that have other than the standard ones.
    static let everyTerms = Statement(
        "payment_terms_every",
        """
        SELECT program_name, atm_fee, fx_fee_basis_points, hold_days, hold_days_if_paid_later, needs_security_code,
               needs_authentication, wrong_codes_in_a_row, wrong_codes_on_a_day, gives_provisional_credit,
               bears_lost_disputes, wallet_provisioning, renewal_days, renewal_keeps_number,
               wallet_metadata
        FROM payment_terms
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let program = try row.text("program_name")
        let (atmFee, share) = (try row.bigint("atm_fee"), Int64(try row.integer("fx_fee_basis_points")))
        let tariff = Tariff(atmFee: atmFee, foreignExchangeFee: share == 0 ? nil : BasisPoints(share))
        let life = HoldLife(
            days: try row.integer("hold_days"), daysIfPaidLater: try row.integer("hold_days_if_paid_later"))
        let needs = (code: try row.boolean("needs_security_code"), person: try row.boolean("needs_authentication"))
        let allowed = CodeTries.Allowance(
            inARow: try row.integer("wrong_codes_in_a_row"), onDay: try row.integer("wrong_codes_on_a_day"))
        let givesCredit = try row.boolean("gives_provisional_credit")
        let disputes = DisputeTerms(
            givesProvisionalCredit: givesCredit, bearsLosses: try row.boolean("bears_lost_disputes"))
        let provisioning = try row.text("wallet_provisioning", as: ProvisioningTerms.self)
        let renewalDays = try row.integer("renewal_days") as Int
        let renewal = RenewalTerms(days: renewalDays, keepsNumber: try row.boolean("renewal_keeps_number"))
        return (
            program: program,
            terms: PaymentTerms(
                tariff: tariff, holdLife: life, needsSecurityCode: needs.code, needsAuthentication: needs.person,
                allowedWrongCodes: allowed, disputes: disputes, provisioning: provisioning,
                renewal: renewal, metadata: WalletMetadata(stored: try row.textArray("wallet_metadata")))
        )
    }

    private static let storeTerms = Statement(
        "payment_terms_set",
        """
        INSERT INTO payment_terms (
            program_name, atm_fee, fx_fee_basis_points, hold_days, hold_days_if_paid_later, needs_security_code,
            needs_authentication, wrong_codes_in_a_row, wrong_codes_on_a_day, gives_provisional_credit,
            bears_lost_disputes, wallet_provisioning, renewal_days, renewal_keeps_number, wallet_metadata)
        SELECT program_name, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 FROM program
        WHERE program_name = $1
        ON CONFLICT ON CONSTRAINT program_has_one_set_of_payment_terms DO UPDATE SET
            atm_fee = excluded.atm_fee, fx_fee_basis_points = excluded.fx_fee_basis_points,
            hold_days = excluded.hold_days, hold_days_if_paid_later = excluded.hold_days_if_paid_later,
            needs_security_code = excluded.needs_security_code,
            needs_authentication = excluded.needs_authentication,
            wrong_codes_in_a_row = excluded.wrong_codes_in_a_row, wrong_codes_on_a_day = excluded.wrong_codes_on_a_day,
            gives_provisional_credit = excluded.gives_provisional_credit,
            bears_lost_disputes = excluded.bears_lost_disputes,
            wallet_provisioning = excluded.wallet_provisioning, renewal_days = excluded.renewal_days,
            renewal_keeps_number = excluded.renewal_keeps_number, wallet_metadata = excluded.wallet_metadata
        RETURNING program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("program_name") }

    static let all = [setRates.erased, rates.erased, everyTerms.erased, storeTerms.erased]

    package static func set(_ rates: [StoredRate]) -> Query<Void> {
        let rows: [[SQLValue]] = rates.map { rate in
            [
                .text(rate.from.code), .text(rate.to.code), .bigint(rate.rate.numerator),
                .bigint(rate.rate.denominator),
            ]
        }
        return Query(statement: setRates, values: SQLValue.columns(of: rows))
    }

    /// Returns a row unless there is no such program.
    package static func set(_ terms: PaymentTerms, of program: String) -> Query<String> {
        storeTerms(
            .text(program), .bigint(terms.tariff.atmFee), .integer(Int(terms.tariff.foreignExchangeFee?.value ?? 0)),
            .integer(terms.holdLife.days), .integer(terms.holdLife.daysIfPaidLater),
            .boolean(terms.needsSecurityCode), .boolean(terms.needsAuthentication),
            .integer(terms.allowedWrongCodes.inARow), .integer(terms.allowedWrongCodes.onDay),
            .boolean(terms.disputes.givesProvisionalCredit), .boolean(terms.disputes.bearsLosses),
            .text(terms.provisioning.rawValue), .integer(terms.renewal.days), .boolean(terms.renewal.keepsNumber),
            .textArray(terms.metadata.stored))
    }
}
