import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres

extension Issuing {
    /// How an attempt to activate ended. A wrong attempt has an effect too, so it is stored as a result under the
    /// request's key, and a repeated request does not count again.
    public enum ActivationOutcome: Sendable {
        case activated(Card)
        case wrong(triesLeft: Int)
    }

    /// Activates a delivered card, once the customer has authenticated and sent two values that are printed on it: the
    /// last four digits and the CVV.
    ///
    /// The card is locked during the decision, so attempts are counted exactly, even if many arrive at once. The
    /// response and its duration do not show which of the two values was wrong. A wrong attempt also uses up its
    /// authentication event, because it has an effect, and it counts as a wrong code of payments, too. Wrong codes of
    /// payments do not keep the customer from activating.
    public func activateCard(
        _ id: CardID, lastFour: String, cvv: String, evidence: AuthenticationEvidence,
        request: IdempotentRequest<ActivationOutcome>
    ) async throws(IssuingFailure) -> Answered<ActivationOutcome> {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (claimed, found, policies, events, devices, cards) = try tx.run(
                request.claim(customer), request.find(customer, at: clock.now()), gate.policy, gate.event, gate.device,
                CardStatements.hold(.id(customer), .id(id)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let held = cards.first else { throw .refused(.card(.notFound)) }
            let now = clock.now()
            let passage = try gate.pass((policies, events, devices), in: tx)
            try IssuingFailure.refusing { () throws(Refusal) in try Activation.check(held.card) }
            let isRight = try IssuingFailure.guarding { () throws(VaultFailure) in
                try vault.activationMatches(
                    lastFour: lastFour, cvv: cvv,
                    of: try vault.open(held.pan, customer: customer.rawValue, card: id.rawValue),
                    keyVersion: held.cvvKeyVersion, expiryMonth: held.card.expiry.month,
                    expiryYear: held.card.expiry.year)
            }
            let outcome: ActivationOutcome =
                isRight
                ? .activated(held.card.activated(at: now))
                : .wrong(triesLeft: max(0, Activation.allowedTries - held.card.wrongActivations - 1))
            let answer = request.answer(outcome)
            try record(
                outcome, of: held, at: now, in: tx, using: passage.use,
                keeping: request.keep(answer, for: customer, at: now))
            tell(passage)
            return .now(outcome, answer)
        }
    }

    /// Commits the outcome. The card is locked and the rules were checked, so the move cannot be refused.
    private func record(
        _ outcome: ActivationOutcome, of held: CardStatements.Held, at now: Date, in tx: Transaction<IssuingFailure>,
        using evidence: Query<Void>?, keeping answer: Query<Void>?
    ) throws(IssuingFailure) {
        let card = held.card
        let countWrong = CardStatements.countWrongActivation(.id(card.customer), .id(card.id))
        let countCode = CodeTryStatements.countWrong(
            onDay: Window.day(of: now), pausedUntil: nil, of: card.customer, card.id)
        switch outcome {
        case .activated:
            _ = try commitMove(
                of: held, to: .active, by: .customer, on: .activation, reason: "Activated", at: now, in: tx,
                with: evidence, answer)
        case .wrong(triesLeft: 0):
            _ = try commitMove(
                of: held, to: .suspended, by: .issuer, on: .event, reason: "Wrong activation data", at: now, in: tx,
                with: countWrong, countCode, evidence, answer)
        case .wrong:
            _ = try tx.commit(countWrong, countCode, evidence, answer)
        }
    }
}
