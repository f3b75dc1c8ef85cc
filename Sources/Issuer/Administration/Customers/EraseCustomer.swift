import Cards
import Foundation
import Issuing
import Postgres

/// What still needs a customer's personal data.
struct CustomerTies: Sendable {
    /// Cards whose status can still change.
    let cards: Int64
    /// Accounts with a balance or a hold.
    let accounts: Int64
    /// Those that wait for their wallet. They are forgotten after 30 days.
    let tokenizations: Int64
    /// Movements that are not over, and transfers that are on their way to the customer.
    let movements: Int64
    /// Disputes that are not over.
    let disputes: Int64
    /// The last change of a card, a payment or an account.
    let lastChange: Date

    func reasons(at now: Date, keptFor days: Int) -> [String] {
        let end = lastChange + TimeInterval(days) * 86_400
        return [
            cards > 0 ? "\(cards) of the cards can still be used or changed" : nil,
            accounts > 0 ? "\(accounts) of the accounts have money or a hold" : nil,
            tokenizations > 0 ? "\(tokenizations) tokenizations are not finished, and forgotten after 30 days" : nil,
            movements > 0 ? "\(movements) deposits, transfers or withdrawals are not over" : nil,
            disputes > 0 ? "\(disputes) disputes are not over" : nil,
            end > now
                ? "the last change was on \(Self.day(lastChange)), and records are kept for \(days) days" : nil,
        ].compactMap(\.self)
    }

    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

extension Administration {
    /// The days for which an issuer must keep records of a customer after the end of the business: five years
    /// (Directive (EU) 2015/849, article 40).
    public static let retentionDays = 1827

    /// Removes a customer's personal data, once nothing needs it: the right to erasure (Regulation (EU) 2016/679,
    /// article 17).
    ///
    /// The books stay, and name the customer by the number alone. Cards lose their PINs, addresses and phone numbers.
    /// The customer cannot log in, pay or be paid any more.
    ///
    /// - Parameter days: how long the last change must be over.
    public func erase(_ customer: CustomerID, keptFor days: Int) async throws(ErasureFailure) {
        let now = clock.now()
        try await database.transaction { tx throws(ErasureFailure) in
            try endApproved(in: tx)
            let held = try requireErasable(customer, keptFor: days, at: now, in: tx)
            _ = try tx.run(CustomerDataStatements.removeIdentifiers(.id(customer), .textArray(held.identifiers)))
            for removal in CustomerDataStatements.removals { _ = try tx.run(removal(.id(customer))) }
            let restrictions = [Restriction.allTransactions, .login].map(\.rawValue)
            _ = try tx.commit(
                CustomerDataStatements.erase(.id(customer), .textArray(restrictions), .timestamp(now)),
                issuing.recording(.customerErased, about: held.brand, of: customer))
        }
    }

    /// Throws the reason for which ``erase(_:keptFor:)`` would be refused now. Nothing is changed.
    public func checkErasure(of customer: CustomerID, keptFor days: Int) async throws(ErasureFailure) {
        let now = clock.now()
        try await database.transaction { tx throws(ErasureFailure) in
            _ = try requireErasable(customer, keptFor: days, at: now, in: tx)
        }
    }

    /// Locks a customer whom nothing needs.
    private func requireErasable(
        _ customer: CustomerID, keptFor days: Int, at now: Date, in tx: Transaction<ErasureFailure>
    ) throws(ErasureFailure) -> CustomerDataStatements.Held {
        let final = CardStatus.allCases.filter(\.isFinal).map(\.rawValue)
        let customers = try tx.run(CustomerDataStatements.hold(.id(customer)))
        guard let held = customers.first else { throw .notFound(customer) }
        let ties = try tx.run(CustomerDataStatements.ties(.id(customer), .textArray(final)))
        let reasons = ties.flatMap { $0.reasons(at: now, keptFor: days) }
        guard reasons.isEmpty else { throw .stays(customer, reasons) }
        return held
    }
}
