import Authorizing
import Cards
import Issuing
import Ledger
import Postgres

extension Administration {
    /// Sets the rate at which payments in one currency are taken from accounts in another.
    public func set(_ rate: StoredRate) async throws(IssuingFailure) {
        _ = try await writing(PaymentSettingStatements.set([rate]))
    }

    /// All rates, in the order of their currencies.
    public func rates() async throws(IssuingFailure) -> [StoredRate] {
        try await reading(PaymentSettingStatements.rates()).compactMap { $0 }
    }

    /// A program's charges for payments and its demands of them.
    public func terms(of program: String) async throws(IssuingFailure) -> PaymentTerms {
        guard let offered = try await settings().programs[program] else { throw .refused(.program(.notFound)) }
        return offered.terms
    }

    /// Sets a program's charges for payments and its demands of them. Payments that are held already keep the terms
    /// that they were authorized with.
    public func set(_ terms: PaymentTerms, of program: String) async throws(IssuingFailure) {
        let found = try await writing(PaymentSettingStatements.set(terms, of: program))
        guard !found.isEmpty else { throw .refused(.program(.notFound)) }
    }
}
