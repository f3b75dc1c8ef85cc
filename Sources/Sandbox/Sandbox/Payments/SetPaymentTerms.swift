import Authorizing
import Cards
import Issuing
import Ledger
import Postgres

extension Sandbox {
    /// Sets the rate at which payments in one currency are taken from accounts in another.
    public func set(_ rate: StoredRate) async throws(IssuingFailure) {
        _ = try await writing(PaymentSettingStatements.set([rate]))
    }

    /// All rates, in the order of their currencies.
    public func rates() async throws(IssuingFailure) -> [StoredRate] {
        try await reading(PaymentSettingStatements.rates()).compactMap { $0 }
    }

    /// Sets a program's charges for payments and its demands of them. Payments that are held already keep the terms
    /// that they were authorized with.
    public func set(_ terms: PaymentTerms, of program: String) async throws(IssuingFailure) {
        let share = terms.tariff.foreignExchangeFee?.value ?? 0
        let found = try await writing(
            PaymentSettingStatements.setTerms(
                .text(program), .bigint(terms.tariff.atmFee), .integer(Int(share)), .integer(terms.holdLife.days),
                .integer(terms.holdLife.daysIfPaidLater), .boolean(terms.needsSecurityCode),
                .boolean(terms.needsAuthentication), .integer(terms.allowedWrongCodes.inARow),
                .integer(terms.allowedWrongCodes.onDay)))
        guard !found.isEmpty else { throw .refused(.program(.notFound)) }
    }
}
