import CardSecrets
import Foundation
import HTTPContract
import Ledger
import Payments
import Postgres
import Webhooks

extension MoneyHash {
    // MARK: Finding

    /// An intent for the merchant's server that has made it.
    func intent(_ id: String?, of caller: MoneyHashCaller) async throws -> FoundIntent {
        let found = try await intent(id)
        guard found.intent.caller == caller else { throw MoneyHashError.notFound }
        return found
    }

    /// An intent for whoever knows its id: MoneyHash's own page.
    func intent(_ id: String?) async throws -> FoundIntent {
        guard let id, ShortID.isOne(id), let intent = try await database.read(IntentStatements.find(.text(id))).first
        else { throw MoneyHashError.notFound }
        return try await found(intent)
    }

    func found(_ intent: Intent) async throws -> FoundIntent {
        let tried = try await payments.payments(
            PaymentFilter(
                merchant: intent.caller.merchant, gateway: .moneyHash, .externalReference(intent.id),
                limit: Intent.attemptLimit)
        ).sorted { $0.attempt > $1.attempt }
        let steps = tried.isEmpty ? [] : try await payments.steps(of: tried[0].id)
        return FoundIntent(intent: intent, payments: tried, steps: steps)
    }

    // MARK: Making and selecting

    func createIntent(_ members: RequestMembers, for caller: MoneyHashCaller) async throws -> FoundIntent {
        let accepted = try IntentForm.accept(members, isPlainAllowed: webhooksGoAnywhere)
        let now = clock.now()
        let expiry = accepted.lifeSeconds.map { now + TimeInterval($0) }
        for _ in 0..<16 {
            let id = ShortID.draw(from: entropy)
            let added = try await database.write(
                IntentStatements.add(
                    .text(id), .text(caller.merchant.text), .boolean(caller.isLive), .text(accepted.request.jsonText),
                    .text(accepted.operation.rawValue), .bigint(accepted.amount.minorUnits),
                    .text(accepted.amount.currency.code), .boolean(accepted.isDirect),
                    .text(accepted.method?.rawValue), .timestamp(now), .timestamp(expiry)))
            if !added.isEmpty { return try await intent(id, of: caller) }
        }
        throw PaymentFailure.damaged("sixteen names of intents, which are all taken")
    }

    /// Selects a method. After a declined payment this begins the next attempt.
    func select(_ method: PaymentMethod, for found: FoundIntent) async throws -> FoundIntent {
        try found.state(at: clock.now()).require(.selection)
        let intent = found.intent
        let isRetry = found.payment != nil
        let selected = try await database.write(
            IntentStatements.select(
                .text(intent.id), .text(method.rawValue), .integer(intent.attempt + (isRetry ? 1 : 0)),
                .integer(intent.attempt), .timestamp(clock.realNow())))
        let current = try await self.intent(intent.id)
        guard !selected.isEmpty else {
            try current.state(at: clock.now()).require(.selection)
            throw MoneyHashError.invalid("intent", "The intent is being paid; read its details.")
        }
        return current
    }

    // MARK: Ending

    func close(_ found: FoundIntent) async throws -> FoundIntent {
        try found.state(at: clock.now()).require(.closing)
        guard try await end(found.intent, as: .closed) else {
            let current = try await intent(found.intent.id)
            try current.state(at: clock.now()).require(.closing)
            throw MoneyHashError.invalid("intent", "The intent is being paid; read its details.")
        }
        return try await intent(found.intent.id)
    }

    /// Ends an intent and queues the webhook about it, together.
    ///
    /// - Parameter isPaying: whether the caller has claimed the payment of the intent.
    /// - Returns: false if somebody else has ended it, or pays it now.
    func end(_ intent: Intent, as status: IntentStatus, isPaying: Bool = false) async throws -> Bool {
        let ended = try await found(intent)
        let event = intentEvent(ended, status)
        let owner = PaymentOutbox.owner(intent.caller.merchant, at: .moneyHash)
        let change = IntentStatements.end(
            .text(intent.id), .text(status.rawValue), .integer(intent.attempt), .boolean(isPaying),
            .timestamp(clock.realNow()))
        let announcing = webhooks.queueing(
            event.map { [$0] } ?? [], of: owner, about: "\(intent.caller.merchant)/intent \(intent.id)")
        return try await database.transaction { tx throws(PaymentFailure) -> Bool in
            guard try !tx.run(change).isEmpty else { return false }
            _ = try tx.commit(announcing)
            return true
        }
    }

    // MARK: What becomes due

    /// Expires intents whose time is over.
    func expireIntents() async throws {
        while true {
            let due = try await database.read(
                IntentStatements.due(.timestamp(clock.now()), .timestamp(clock.realNow())))
            for intent in due {
                let found = try await self.found(intent)
                _ = try await end(intent, as: found.paid == nil ? .timeExpired : .processed)
            }
            guard due.count == IntentStatements.batch else { return }
        }
    }

    /// Ends what a server left that stopped while it asked the issuer. The payment itself is taken care of by
    /// ``Payments``.
    func finishAbandonedPayments() async throws {
        for intent in try await database.read(IntentStatements.abandoned(.timestamp(clock.realNow()))) {
            let found = try await self.found(intent)
            if found.paid != nil {
                _ = try await end(intent, as: .processed)
            } else if found.payment?.status != .created {
                try await release(intent)
            }
        }
    }

    func release(_ intent: Intent) async throws(PostgresFailure) {
        _ = try await database.write(IntentStatements.release(.text(intent.id), .integer(intent.attempt)))
    }
}
