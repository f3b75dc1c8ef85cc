import Cards
import CardSecrets
import Ledger
import Postgres
import Validation

extension Issuing {
    /// Issues a new card for an old one and ends the old one as the reason says, once the customer has authenticated.
    /// Either both happen or neither.
    ///
    /// The new card has its own number, expiry and PIN, and keeps program, currency, mobile and balance. It does not
    /// count against the customer's allowable cards. Its tokens are on devices, which were not lost, so the new card
    /// takes them over.
    public func replaceCard(
        _ id: CardID, asked: Draft<ReplacementApplication>, pin: PIN?, evidence: AuthenticationEvidence,
        request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        let customer = evidence.customer
        return try await drawingAgain { () async throws(IssuingFailure) in
            try await database.transaction { tx throws(IssuingFailure) in
                let gate = gate(evidence)
                let (claimed, found, policies, events, devices, customers, offered, cards) = try tx.run(
                    request.claim(customer), request.find(customer, at: clock.now()), gate.policy, gate.event,
                    gate.device, CustomerStatements.find(.id(customer)),
                    ProgramStatements.offered(.id(customer)),
                    CardStatements.hold(.id(customer), .id(id)))
                if let earlier = try request.earlierAnswer(claimed: claimed, found: found) {
                    return .before(earlier)
                }
                guard let person = customers.first, let held = cards.first, case let old = held.card,
                    let program = offered.first(where: { $0.program.name == old.program })?.program
                else { throw .refused(.card(.notFound)) }
                let errors = asked.errors(replacing: old, of: person)
                guard errors.isEmpty, let reason = asked.value.reason else {
                    throw .refused(.invalidFields(errors))
                }
                let now = clock.now()
                let passage = try gate.pass((policies, events, devices), in: tx)
                try IssuingFailure.refusing { () throws(Refusal) in try reason.check(old) }
                // It needs no approval: `check` lets only cards pass that the issuer has approved.
                let currency = try IssuingFailure.requiring(Currency(old.currency), "the currency of a card")
                let new = try NewCard(
                    NewCard.Order(
                        customer: customer, program: program, status: program.issuedStatus, currency: currency,
                        mobile: old.mobile,
                        deliveryAddress: asked.value.deliveryAddress?.address ?? old.deliveryAddress,
                        externalID: nil, pin: pin),
                    account: old.account, by: self)
                let answer = request.answer(new.card)
                let change = held.change(
                    to: reason.leaves, by: .customer, on: .replacement, reason: reason.rawValue, at: now)
                let move = TransitionStatements.move(
                    id, of: customer, to: reason.leaves, by: .customer, on: .replacement, reason: reason.rawValue,
                    at: now)
                let claim = CardStatements.claimPAN(of: new)
                let release = CardStatements.release(new.panHashes.others)
                let issue = CardStatements.issue(
                    new, replaces: id, reason: "Replaces a card: \(reason.rawValue)")
                let reissue = held.hasTokenizations
                    ? TokenLifeStatements.reissue(from: id, to: new.card.id, of: customer, at: now) : nil
                let keep = request.keep(answer, for: customer, at: now)
                let outcomes: [TransitionStatements.Outcome]
                if held.hasTokenizations, held.audience.followsTokens {
                    let done = try tx.run(move, claim, issue, reissue, release)
                    let changes = change + done.3.map { $0.told(as: .token) }
                    _ = try tx.commit(telling(changes, to: held.audience), passage.use, keep, recordingPIN(of: new))
                    outcomes = done.0
                } else {
                    outcomes = try tx.commit(
                        move, claim, release, issue, reissue, telling(change, to: held.audience), passage.use, keep,
                        recordingPIN(of: new)
                    ).0
                }
                tell(outcomes, by: .customer, on: .replacement)
                tell(passage)
                return .now(new.card, answer)
            }
        }
    }
}
