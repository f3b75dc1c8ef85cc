import Foundation
import HTTPContract
import Payments
import Postgres
import Webhooks

extension MoneyHash {
    /// Closes the intent, so that it can no longer be paid. If its customer is being asked, the transaction fails.
    func close(_ found: FoundIntent) async throws -> FoundIntent {
        try found.state(at: clock.now()).require(.closing)
        guard try await endUnpaid(found, as: .closed) else { throw busy(try await intent(found.intent.id), .closing) }
        let closed = try await intent(found.intent.id)
        // Its payment may have begun to wait for the customer just before.
        guard let payment = closed.challenged else { return closed }
        _ = try await payments.cancelAuthentication(of: payment.id)
        return try await intent(found.intent.id)
    }

    /// Ends an intent that is not paid. A payment that waits for its customer fails first, so no money can be taken
    /// afterwards.
    ///
    /// - Returns: false if another call has ended it, or is paying it now.
    private func endUnpaid(_ found: FoundIntent, as status: IntentStatus) async throws -> Bool {
        guard let payment = found.challenged else { return try await end(found, as: status) }
        // Also at the end of its time an intent is open for this.
        guard try await claim(found.intent, openAt: found.intent.madeAt) else { return false }
        do {
            let ended = try await payments.cancelAuthentication(of: payment.id)
            guard ended.hasFailed else {
                _ = try await finish(found.intent, ended)
                return false
            }
            return try await end(try await refreshed(found.intent), as: status, isPaying: true)
        } catch {
            try await release(found.intent, isCharged: true)
            throw error
        }
    }

    /// The same intent in its present state.
    private func refreshed(_ intent: Intent) async throws -> FoundIntent {
        guard let current = try await database.read(IntentStatements.find(.text(intent.id))).first,
            let found = try await found([current]).first
        else { throw MoneyHashError.notFound }
        return found
    }

    /// Ends an intent and queues the webhooks about it, together. A card that is to be saved is saved with it.
    ///
    /// - Parameter isPaying: whether the caller has claimed the payment of the intent.
    /// - Returns: false if another call has ended it, or is paying it now.
    func end(
        _ found: FoundIntent, as status: IntentStatus, isPaying: Bool = false,
        saving card: Query<SavedCardChange>? = nil
    ) async throws -> Bool {
        let intent = found.intent
        let event = intentEvent(found, status)
        let change = IntentStatements.end(
            .text(intent.id), .text(status.rawValue), .integer(intent.attempt), .boolean(isPaying),
            .timestamp(clock.realNow()))
        let merchant = intent.caller.merchant
        let (owner, subject) = (PaymentOutbox.owner(merchant, at: .moneyHash), "\(merchant)/intent \(intent.id)")
        return try await database.transaction { [webhooks] tx throws(PaymentFailure) -> Bool in
            guard try !tx.run(change).isEmpty else { return false }
            var saved: SavedCardChange?
            if let card { saved = try tx.run(card).first }
            let events = [saved?.event, event].compactMap(\.self)
            _ = try tx.commit(webhooks.queueing(events, of: owner, about: subject))
            return true
        }
    }

    /// Stores the outcome of an attempt. A customer who has failed too often cannot try again.
    ///
    /// - Returns: false if another call has ended the intent meanwhile, so that the payment is taken back.
    func finish(_ intent: Intent, _ payment: Payment) async throws -> Bool {
        if payment.authorizedAt != nil {
            let found = try await refreshed(intent)
            let card = try await cardToSave(found, payment)
            if try await end(found, as: .processed, isPaying: true, saving: card) { return true }
            let current = try await refreshed(intent).intent
            // Another server may have done the same.
            if current.status == .processed, current.attempt == intent.attempt { return true }
            _ = try await payments.void(payment.id)
            return false
        }
        if payment.hasFailed, intent.attempt >= Intent.attemptLimit {
            _ = try await end(try await refreshed(intent), as: .closed, isPaying: true)
        } else {
            let isAsked = payment.status == .pendingAuthentication && intent.waitsForApp
            try await release(intent, isCharged: true, waitsForApp: isAsked)
        }
        return true
    }

    /// The query that saves the card that a payment was charged to, if its customer wants that.
    private func cardToSave(_ found: FoundIntent, _ payment: Payment) async throws -> Query<SavedCardChange>? {
        guard MoneyHashNote(payment.metadata)?.savesCard == true,
            let instrument = try await payments.instrument(of: payment.id)
        else { return nil }
        return saving(instrument, of: found.intent)
    }

    // MARK: What becomes due

    /// Expires intents whose time is over.
    func expireIntents() async throws {
        while true {
            let due = try await database.read(
                IntentStatements.due(.timestamp(clock.now()), .timestamp(clock.realNow())))
            try await workOn(due) { found in
                if let payment = found.paid {
                    _ = try await finish(found.intent, payment)
                } else {
                    _ = try await endUnpaid(found, as: .timeExpired)
                }
            }
            guard due.count == IntentStatements.batch else { return }
        }
    }

    /// Ends attempts that were left by a server that stopped while it asked the issuer. The payment itself is taken
    /// care of by ``Payments``.
    func finishAbandonedPayments() async throws {
        let abandoned = try await database.read(IntentStatements.abandoned(.timestamp(clock.realNow())))
        try await workOn(abandoned) { found in
            guard let payment = found.payment else { return try await release(found.intent, isCharged: false) }
            if payment.status != .created { _ = try await finish(found.intent, payment) }
        }
    }

    /// Works on intents that are read together. One that cannot be worked on stops none of the others.
    func workOn(_ intents: [Intent], _ work: (FoundIntent) async throws -> Void) async throws {
        var failure: (any Error)?
        for found in try await self.found(intents) {
            do {
                try await work(found)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Forgets the cards of customers who took too long to choose a plan.
    func forgetCards() async throws(PostgresFailure) {
        let query = IntentStatements.forgetCards(.timestamp(clock.now()))
        while let count = try await database.write(query).first, count > 0 {}
    }
}
