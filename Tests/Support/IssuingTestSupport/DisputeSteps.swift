import Administration
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

/// The steps of disputes.
extension IssuingFixture {
    /// A purchase that is cleared.
    @discardableResult
    package func purchase(
        _ reference: String = "p1", of amount: Int64 = 1234, with card: Card
    ) async throws -> AuthorizationID {
        let answer = try await pay(reference, with: card) { $0.fields.amount = amount }
        try await follow(reference, .clearing, reference + "-clearing", for: card, amount: amount)
        return try #require(answer.authorization)
    }

    package func setDisputeTerms(
        _ program: DemoProgram, givesProvisionalCredit: Bool = true, bearsLosses: Bool = false
    ) async throws {
        var terms = PaymentTerms.standard
        terms.disputes = DisputeTerms(givesProvisionalCredit: givesProvisionalCredit, bearsLosses: bearsLosses)
        try await administration.set(terms, of: program.rawValue)
    }

    /// A dispute that a business opens for its customer.
    package func dispute(
        _ payment: AuthorizationID, of card: Card, amount: Int64? = nil, reason: DisputeReason = .notReceived,
        description: String? = nil
    ) async throws -> Dispute {
        let claim = DisputeClaim(authorization: payment, amount: amount, reason: reason, description: description)
        return try await issuing.openDispute(
            claim, for: NamedCustomer(card.customer, in: DemoUniverse.brand), request: .unkeyed()
        ).done()
    }

    @discardableResult
    package func take(
        _ step: DisputeStep, by actor: DisputeMatrix.Actor, of dispute: Dispute
    ) async throws -> Dispute {
        try await sandbox.play(step, by: actor, of: dispute.id)
    }

    package func stored(_ dispute: Dispute) async throws -> DisputeDossier {
        try await issuing.dispute(dispute.id)
    }

    /// Checks that the ledger adds up, and that the statement of account ends with the account's balance.
    ///
    /// - Returns: the balance.
    @discardableResult
    package func checkedBalance(of card: Card) async throws -> Int64 {
        #expect(try await ledgerFindings() == [])
        let posted = try await balance(of: card).posted
        let period = try #require(StatementPeriod(from: Self.now - 86_400, to: issuing.clock.now() + 1))
        let statement = try #require(
            try await issuing.wholeStatement(of: .own(card.account, of: card.customer), over: period, limit: 1000))
        #expect(statement.closing.minorUnits == posted && statement.addsUp)
        return posted
    }

    /// The house's balances of this customer's postings: credits less debits.
    package func books(_ accounts: String...) async throws -> [Int64] {
        var balances: [Int64] = []
        for account in accounts {
            let sums = try await texts(
                "SELECT coalesce(sum(change), 0)::text FROM money.entry WHERE ledger_account = $1", .text(account))
            balances.append(try #require(sums.first.flatMap { Int64($0) }))
        }
        return balances
    }
}
