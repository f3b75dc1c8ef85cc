import Cards
import Foundation
import Ledger
import Postgres

extension Issuing {
    /// Takes the next step of a deposit, a transfer or a withdrawal for a business.
    ///
    /// - Returns: the movement as it is now. One that takes money may have failed.
    public func advanceMovement(
        _ id: MovementID, _ kind: Movement.Kind, of customer: NamedCustomer, to step: Movement.Step
    ) async throws(IssuingFailure) -> Movement {
        try await advanceMovement(
            id, kind, lookup: customer.lookup, evidence: .vouched(for: customer.unproven), to: step)
    }

    /// Does the same for a customer, once the customer has authenticated.
    public func advanceMovement(
        _ id: MovementID, _ kind: Movement.Kind, evidence: AuthenticationEvidence, to step: Movement.Step
    ) async throws(IssuingFailure) -> Movement {
        try await advanceMovement(
            id, kind, lookup: CustomerStatements.find(.id(evidence.customer)), evidence: evidence, to: step)
    }

    private func advanceMovement(
        _ id: MovementID, _ kind: Movement.Kind, lookup: Query<Customer>, evidence: AuthenticationEvidence,
        to step: Movement.Step
    ) async throws(IssuingFailure) -> Movement {
        try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices, people, found, recipients) = try tx.run(
                gate.policy, gate.event, gate.device, lookup,
                MovementStatements.find(id, kind, of: AccountHolder(evidence.customer)),
                kind == .transfer ? CustomerStatements.recipient(.id(evidence.customer), .id(id)) : nil)
            guard !people.isEmpty else { throw .refused(.customer(.notFound)) }
            guard let asked = found.first else { throw .refused(.movement(.notFound(kind))) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            try Self.checkRestrictions(on: kind, of: people.first, to: recipients.first)
            let (account, movement, ticket) = try lock(asked, for: step, at: clock.now(), in: tx)
            let (change, hold, telling) = try self.step(step, of: movement, on: account, ticket)
            let (_, changed, _, _) = try tx.commit(hold, change, telling, passage.use)
            tell(passage)
            return try IssuingFailure.requiring(changed.first, "the movement just locked")
        }
    }

    /// Locks the account and then the movement, which may have changed until then. The first step of a deposit opens
    /// the account if there is none.
    private func lock(
        _ asked: Movement, for step: Movement.Step, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> (account: Account, movement: Movement, ticket: TransactionTicket?) {
        guard asked.status.nextStep == step else {
            throw .refused(.movement(.stepNotAccepted(asked.kind, status: asked.status, step: step)))
        }
        let id = try account(of: asked, at: now, in: tx)
        let (accounts, movements, tickets) = try tx.run(
            AccountStatements.lock(id, of: asked.holder), MovementStatements.hold(asked),
            asked.transaction.map { ticket(forChangeOf: $0, of: asked.holder) }
                ?? ticketForNewTransaction(of: asked.holder))
        // A preview may have been forgotten meanwhile.
        guard let movement = movements.first else { throw .refused(.movement(.notFound(asked.kind))) }
        guard movement.status.nextStep == step else {
            throw .refused(.movement(.stepNotAccepted(movement.kind, status: movement.status, step: step)))
        }
        return (try IssuingFailure.requiring(accounts.first, "the account just chosen"), movement, tickets.first)
    }

    private func account(
        of movement: Movement, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> AccountID {
        if let known = movement.account { return known }
        let owner = [(holder: movement.holder, currency: movement.amount.currency)]
        let (_, chosen) = try tx.run(
            AccountStatements.openMissing(owner, at: now), AccountStatements.chosen(for: owner))
        return try IssuingFailure.requiring(chosen.first, "the account just opened")
    }

    /// Checks a step, and returns its writes.
    ///
    /// A transfer or a withdrawal whose money is missing is refused before it has a transaction. Later it fails, and so
    /// does its transaction.
    private func step(
        _ step: Movement.Step, of movement: Movement, on account: Account, _ ticket: TransactionTicket?
    ) throws(IssuingFailure) -> MovementStep {
        let now = clock.now()
        let isCovered = account.available.minorUnits >= movement.amount.minorUnits
        switch (movement.kind, step) {
        case (.deposit, .pending):
            guard account.hasRoom(for: movement.amount) else { throw .refused(.account(.balanceTooLarge)) }
            return beginning(movement, on: account.id, ticket, at: now)
        case (.transfer, .pending), (.withdrawal, .pending):
            guard isCovered else { throw .refused(.movement(.notEnoughBalance(movement.kind))) }
            return beginning(movement, on: account.id, ticket, at: now)
        case (.transfer, .processing) where !isCovered, (.withdrawal, .processing) where !isCovered:
            let (change, telling) = changing(movement, to: .failed, because: .insufficientFunds, ticket, at: now)
            return (change, nil, telling)
        case (.transfer, .processing), (.withdrawal, .processing):
            let (change, telling) = changing(movement, to: .processing, ticket, at: now)
            let hold = HoldStatements.place(
                movement.id.hold, of: movement.amount, on: account.id, of: account.holder, at: now, expiresAt: nil)
            return (change, hold, telling)
        case (.deposit, .processing):
            let (change, telling) = changing(movement, to: .processing, ticket, at: now)
            return (change, nil, telling)
        }
    }

    private typealias MovementStep = (change: Query<Movement>, hold: Query<Account>?, telling: Query<Void>?)

    private func beginning(
        _ movement: Movement, on account: AccountID, _ ticket: TransactionTicket?, at now: Date
    ) -> MovementStep {
        let numbers = ticket?.numbers()
        let transaction = numbers.map { numbers in
            movement.transaction(on: account, numbers: numbers, status: .pending, createdAt: now, changedAt: now)
        }
        return (
            MovementStatements.begin(movement, on: account, numbers: numbers, at: now), nil,
            telling(new: transaction, ticket)
        )
    }
}

extension Issuing {
    /// Changes the status of a movement and of its transaction, and tells the brand.
    ///
    /// - Parameter balance: that of the account after the movement; nil if nothing moves.
    func changing(
        _ movement: Movement, to status: Movement.Status, because failure: Movement.Failure? = nil,
        balance: Money? = nil, _ ticket: TransactionTicket?, at now: Date
    ) -> (change: Query<Movement>, telling: Query<Void>?) {
        let change = MovementStatements.change(movement, to: status, because: failure, at: now)
        guard let ticket, let madeAt = ticket.madeAt, let account = movement.account, let id = movement.transaction,
            let slip = movement.slip, let reached = AccountTransaction.Status(rawValue: status.rawValue)
        else { return (change, nil) }
        let transaction = movement.transaction(
            on: account, numbers: TransactionNumbers(id, slip: slip), status: reached, because: failure,
            balance: balance, createdAt: madeAt, changedAt: now)
        return (change, telling(changed: transaction, ticket))
    }
}
