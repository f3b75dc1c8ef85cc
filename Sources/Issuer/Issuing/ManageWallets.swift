import Cards
import Foundation
import Ledger
import Postgres
import Validation

/// A business creates its customers' wallets, changes the personal data, and restricts customers.
extension Issuing {
    /// Creates a customer and the accounts, unless a customer of the brand has both identifiers. Then it changes
    /// nothing, and returns that wallet.
    ///
    /// Runs the transaction again if another request has used an identifier meanwhile. Then it finds that customer.
    public func createWallet(
        _ application: WalletApplication, in brand: String
    ) async throws(IssuingFailure) -> CustomerWallet {
        let create: @Sendable (Transaction<IssuingFailure>) throws(IssuingFailure) -> CustomerWallet = {
            tx throws(IssuingFailure) in
            try self.create(application, in: brand, in: tx)
        }
        do {
            return try await database.transaction(create)
        } catch {
            guard error.postgresFailure?.constraint == "identifier_is_of_one_customer" else { throw error }
            return try await database.transaction(create)
        }
    }

    private func create(
        _ application: WalletApplication, in brand: String, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> CustomerWallet {
        let known = try tx.run(
            WalletStatements.known(.text(brand), .text(application.externalID), .text(application.email)))
        if let earlier = known.first(where: \.isTheSame)?.person {
            let accounts = try tx.run(AccountStatements.accounts(of: AccountHolder(earlier.id)))
            return CustomerWallet(person: earlier, accounts: accounts)
        }
        guard known.isEmpty else { throw .refused(.customer(.exists)) }
        let now = clock.now()
        var opened: [CustomerID] = []
        for _ in EnrolmentStatements.attempts where opened.isEmpty {
            opened = try tx.run(WalletStatements.open(application, in: brand, at: now))
        }
        let holder = AccountHolder(try EnrolmentStatements.number(opened))
        let owners = application.currencies.map { (holder: holder, currency: $0) }
        let (_, people, accounts, _) = try tx.commit(
            owners.isEmpty ? nil : AccountStatements.openMissing(owners, at: now),
            WalletStatements.find(.id(opened.first)), AccountStatements.accounts(of: holder),
            recording(.customerEnrolled, about: brand, of: opened.first))
        return CustomerWallet(
            person: try IssuingFailure.requiring(people.first, "the customer just added"), accounts: accounts)
    }

    /// Changes the personal data of a customer. Members that the change leaves out stay.
    public func updatePerson(
        _ customer: NamedCustomer, by change: PersonFields
    ) async throws(IssuingFailure) -> CustomerPerson {
        try await database.transaction { tx throws(IssuingFailure) in
            let people = try tx.run(WalletStatements.hold(.id(customer.unproven), .text(customer.brand)))
            guard let person = people.first else { throw .refused(.customer(.notFound)) }
            let fields = try IssuingFailure.refusing { () throws(Refusal) in try person.fields(changedBy: change) }
            let (changed, _) = try tx.commit(
                WalletStatements.change(person.id, to: fields), recording(.personChanged, of: person.id))
            return try IssuingFailure.requiring(changed.first, "the customer just locked")
        }
    }

    /// Places a restriction on a customer. Placing it again changes nothing.
    ///
    /// - Returns: all restrictions of the customer.
    public func place(
        _ restriction: Restriction, on customer: NamedCustomer
    ) async throws(IssuingFailure) -> Restrictions {
        try await restricting(
            customer,
            by: WalletStatements.restrict(.id(customer.unproven), .text(customer.brand), .text(restriction.rawValue)),
            as: .restrictionPlaced, detail: restriction.rawValue)
    }

    /// Lifts the restrictions that the brand has placed.
    ///
    /// - Returns: the restrictions that remain.
    public func liftRestrictions(of customer: NamedCustomer) async throws(IssuingFailure) -> Restrictions {
        try await restricting(
            customer, by: WalletStatements.lift(.id(customer.unproven), .text(customer.brand)),
            as: .restrictionsLifted)
    }

    private func restricting(
        _ customer: NamedCustomer, by change: Query<Restrictions>, as act: AuditedAct, detail: String? = nil
    ) async throws(IssuingFailure) -> Restrictions {
        try await database.transaction { tx throws(IssuingFailure) in
            guard let restrictions = try tx.run(change).first else { throw .refused(.customer(.notFound)) }
            _ = try tx.commit(recording(act, of: customer.unproven, detail: detail))
            return restrictions
        }
    }
}
