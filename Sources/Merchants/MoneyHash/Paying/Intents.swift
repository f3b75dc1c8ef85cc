import CardSecrets
import Foundation
import Gateways
import HTTPContract
import Identifiers
import Ledger
import Payments
import Postgres

extension MoneyHash {
    // MARK: Finding

    /// An intent for the merchant's server that has made it.
    func intent(_ id: String?, of caller: MoneyHashCaller) async throws -> FoundIntent {
        let found = try await intent(id)
        guard found.intent.caller == caller else { throw MoneyHashError.notFound }
        return found
    }

    /// An intent for MoneyHash's own page, which needs only the id.
    func intent(_ id: String?) async throws -> FoundIntent {
        guard let id, ShortID.isOne(id), let intent = try await database.read(IntentStatements.find(.text(id))).first,
            var found = try await self.found([intent]).first
        else { throw MoneyHashError.notFound }
        if let card = intent.cardID { found.card = try await self.card(card.description, of: intent.caller) }
        return found
    }

    /// Intents with the payments of each, in two queries. Their saved cards are not read.
    func found(_ intents: [Intent]) async throws -> [FoundIntent] {
        let tried = Dictionary(
            grouping: try await payments.payments(
                under: intents.map { ($0.caller.merchant, $0.id) }, at: .moneyHash, limit: Intent.attemptLimit),
            by: \.externalReference
        ).mapValues { $0.sorted { $0.attempt > $1.attempt } }
        let newest = tried.values.compactMap(\.first?.id)
        let steps = newest.isEmpty ? [:] : try await payments.steps(of: newest)
        return intents.map { intent in
            let payments = tried[intent.id] ?? []
            return FoundIntent(
                intent: intent, payments: payments, steps: payments.first.flatMap { steps[$0.id] } ?? [])
        }
    }

    // MARK: Making and selecting

    /// Makes an intent. The merchant can charge a saved card at once, without its customer.
    ///
    /// - Parameter key: the request's `X-Idempotency-Key`. A request that comes again because its answer was lost finds
    ///   the intent that it made, so the card is charged once.
    func createIntent(
        _ members: RequestMembers, under key: MoneyHashIdempotencyKey?, for caller: MoneyHashCaller
    ) async throws -> FoundIntent {
        let customer = members.text("customer")
        let name = customer == nil ? nil : members.text("card_token")
        let card = try await self.card(name, of: caller, for: customer)
        let accepted = try IntentForm.accept(members, card, webhookAddresses)
        let now = clock.now()
        let expiry = accepted.lifeSeconds.map { now + TimeInterval($0) }
        for attempt in 0..<16 {
            // In upper case, as for the intents that are stored.
            let id = key.map {
                ShortID.of(caller.merchant.rawValue, "\(caller.isLive)", $0.rawValue.uuidString, "\(attempt)")
            } ?? ShortID.draw(from: entropy)
            let added = try await database.write(
                IntentStatements.add(
                    .text(id), .text(caller.merchant.rawValue), .boolean(caller.isLive),
                    .text(accepted.request.jsonText), .text(accepted.operation.rawValue),
                    .bigint(accepted.amount.minorUnits),
                    .text(accepted.amount.currency.code), .boolean(accepted.isDirect),
                    .text(accepted.method?.rawValue), .id(card?.id), .timestamp(now), .timestamp(expiry)))
            let earlier = added.isEmpty ? try await database.read(IntentStatements.find(.text(id))).first : nil
            guard !added.isEmpty || key != nil && earlier?.isMade(by: caller, accepted.request, at: now) == true
            else { continue }
            let made = try await intent(id, of: caller)
            guard accepted.isMerchantInitiated, let card, made.payments.isEmpty else { return try await begin(made) }
            return try await charge(card, for: made)
        }
        throw PaymentFailure.damaged("sixteen names of intents, which are all taken")
    }

    /// Selects a method. After a declined payment this begins the next attempt. A provider that needs no more data is
    /// asked at once.
    ///
    /// - Parameter cardName: of a saved card of the intent's customer.
    func select(
        _ method: PaymentMethod, _ cardName: String? = nil, for found: FoundIntent
    ) async throws -> FoundIntent {
        try found.state(at: clock.now()).require(.selection)
        let intent = found.intent
        guard method.isOffered(isDirect: intent.isDirect, intent.operation) else {
            throw MoneyHashError.invalid("payment_method", FieldProblem.notAChoice(method.rawValue))
        }
        let card = try await chosenCard(cardName, method, for: intent)
        let isRetry = found.payment != nil
        // The last of the attempts may have ended while no server was there.
        if isRetry, intent.attempt >= Intent.attemptLimit {
            _ = try await end(found, as: .closed)
            try await self.intent(intent.id).state(at: clock.now()).require(.selection)
        }
        let selected = try await database.write(
            IntentStatements.select(
                .text(intent.id), .text(method.rawValue), .id(card?.id),
                .integer(intent.attempt + (isRetry ? 1 : 0)), .integer(intent.attempt), .timestamp(clock.realNow())))
        let current = try await self.intent(intent.id)
        guard !selected.isEmpty else { throw busy(current, .selection) }
        return try await begin(current)
    }

    private func chosenCard(
        _ name: String?, _ method: PaymentMethod, for intent: Intent
    ) async throws -> SavedCard? {
        guard let name else { return nil }
        guard method == .card, let customer = intent.customer,
            let card = try await self.card(name, of: intent.caller, for: customer)
        else { throw MoneyHashError.invalid("card_token", FieldProblem.noObject) }
        return card
    }

    /// The reason why an intent does not change, although its state seemed to allow it: the state is another one now,
    /// or another request is at work.
    func busy(_ current: FoundIntent, _ occasion: IntentTransition.Occasion) -> MoneyHashError {
        do throws(MoneyHashError) {
            try current.state(at: clock.now()).require(occasion)
        } catch {
            return error
        }
        return .invalid("intent", "The intent is being paid; read its details.")
    }

    // MARK: Claiming

    /// The maximum time in which a server asks the issuer, in real time. After that, another server may go on.
    private static let claimSeconds = 120.0

    /// Claims the current attempt of an intent for one of many callers. While it is claimed, no other caller can end
    /// the intent.
    ///
    /// - Parameter time: when the intent must be open.
    func claim(_ intent: Intent, openAt time: Date) async throws -> Bool {
        let realNow = clock.realNow()
        let begun = try await database.write(
            IntentStatements.begin(
                .text(intent.id), .integer(intent.attempt), .text(intent.method?.rawValue),
                .timestamp(realNow + Self.claimSeconds), .timestamp(realNow), .timestamp(time)))
        return !begun.isEmpty
    }

    /// Gives the claim back.
    ///
    /// - Parameters:
    ///   - isCharged: whether a payment was made in the attempt.
    ///   - waitsForApp: whether the customer is asked in the bank's app.
    func release(
        _ intent: Intent, isCharged: Bool, waitsForApp: Bool = false
    ) async throws(PostgresFailure) {
        _ = try await database.write(
            IntentStatements.release(
                .text(intent.id), .integer(intent.attempt), .boolean(waitsForApp), .boolean(isCharged)))
    }
}
