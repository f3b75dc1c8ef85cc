import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation

extension Issuing {
    /// Begins a deposit, a transfer or a withdrawal for a business. It is a preview, which moves no money.
    public func beginMovement(
        _ order: MovementOrder, for customer: NamedCustomer, request: IdempotentRequest<Movement>
    ) async throws(IssuingFailure) -> Answered<Movement> {
        try await beginMovement(
            order, lookup: customer.lookup, in: MovementNumbers(of: customer.brand),
            evidence: .vouched(for: customer.unproven), request: request)
    }

    /// Does the same for a customer, once the customer has authenticated.
    public func beginMovement(
        _ order: MovementOrder, evidence: AuthenticationEvidence, request: IdempotentRequest<Movement>
    ) async throws(IssuingFailure) -> Answered<Movement> {
        try await beginMovement(
            order, lookup: CustomerStatements.find(.id(evidence.customer)),
            in: MovementNumbers(of: evidence.brand, for: AccountHolder(evidence.customer)), evidence: evidence,
            request: request)
    }

    /// Runs the transaction again if another request has used the same number meanwhile. Then it finds that movement.
    private func beginMovement(
        _ order: MovementOrder, lookup: Query<Customer>, in numbers: MovementNumbers,
        evidence: AuthenticationEvidence, request: IdempotentRequest<Movement>
    ) async throws(IssuingFailure) -> Answered<Movement> {
        let begin: @Sendable (Transaction<IssuingFailure>) throws(IssuingFailure) -> Answered<Movement> = {
            tx throws(IssuingFailure) in
            try self.begin(order, lookup: lookup, in: numbers, evidence: evidence, request: request, in: tx)
        }
        do {
            return try await database.transaction(begin)
        } catch {
            guard error.postgresFailure?.constraint == "merchant_reference_is_used_once" else { throw error }
            return try await database.transaction(begin)
        }
    }

    private func begin(
        _ order: MovementOrder, lookup: Query<Customer>, in numbers: MovementNumbers,
        evidence: AuthenticationEvidence, request: IdempotentRequest<Movement>, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Answered<Movement> {
        let (customer, now, gate) = (evidence.customer, clock.now(), gate(evidence))
        let (claimed, found, policies, events, devices, people, earlier, recipients, accounts) = try tx.run(
            request.claim(customer), request.find(customer, at: now), gate.policy, gate.event, gate.device, lookup,
            order.merchantRefNum.map { MovementStatements.find($0, in: numbers) },
            order.recipient.map { CustomerStatements.findInBrand(.id($0), .text(numbers.brand)) },
            order.kind.isOutgoing ? AccountStatements.accounts(of: AccountHolder(customer)) : nil)
        guard !people.isEmpty else { throw .refused(.customer(.notFound)) }
        if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
        guard order.recipient != customer else {
            throw .refused(.invalidFields([FieldError("recipient.customerId", "must be another customer")]))
        }
        let passage = try gate.pass((policies, events, devices), in: tx)
        let account = accounts.first { $0.currency == order.amount.currency }
        let asked = movement(order, of: customer, on: account?.id, at: now)
        guard earlier.allSatisfy({ $0.asksForTheSame(as: asked) }) else {
            throw .refused(.movement(.merchantRefNumTaken(order.kind)))
        }
        let movement = earlier.first ?? asked
        if earlier.isEmpty { try Self.checkRestrictions(on: order.kind, of: people.first, to: recipients.first) }
        if earlier.isEmpty, order.kind.isOutgoing {
            guard order.recipient == nil || !recipients.isEmpty else {
                throw .refused(.movement(.recipientNotFound))
            }
            guard account != nil else { throw .refused(.movement(.currencyNotHeld(order.kind, asked.amount.currency))) }
        }
        let answer = request.answer(movement)
        _ = try tx.commit(
            earlier.isEmpty ? MovementStatements.add(movement, in: numbers) : nil, passage.use,
            request.keep(answer, for: customer, at: now))
        tell(passage)
        return .now(movement, answer)
    }

    /// Refuses a movement that a restriction of the customer or of the recipient blocks. A movement that is PROCESSING
    /// is completed in spite of later restrictions.
    static func checkRestrictions(
        on kind: Movement.Kind, of customer: Customer?, to recipient: Customer?
    ) throws(IssuingFailure) {
        let use: RestrictedUse =
            switch kind {
            case .deposit: .deposit
            case .transfer: .sending
            case .withdrawal: .withdrawal
            }
        try IssuingFailure.refusing { () throws(Refusal) in try customer?.restrictions.check(use) }
        guard recipient?.restrictions.blocks(.receiving) != true else {
            throw .refused(.movement(.recipientIsRestricted))
        }
    }

    private func movement(
        _ order: MovementOrder, of customer: CustomerID, on account: AccountID?, at now: Date
    ) -> Movement {
        Movement(
            id: MovementID(rawValue: entropy.uuid()), kind: order.kind, holder: AccountHolder(customer),
            recipient: order.recipient.map { AccountHolder($0) }, amount: order.amount,
            merchantRefNum: order.merchantRefNum, reason: order.reason, description: order.description,
            instrument: order.instrument, account: account, createdAt: now, changedAt: now)
    }
}
