import Cards
import Postgres

extension Issuing {
    /// Records a wallet's report about a token, once the customer has authenticated: its reference, and whether the
    /// tokenization is COMPLETED.
    ///
    /// The card's row is locked, so one of several simultaneous reports completes the tokenization and the others find
    /// it completed. Two cards are not locked together, so the database enforces that a token belongs to one card only.
    /// If the card's status has become LOCKED, its token is suspended at once.
    ///
    /// A token that its network would activate only after an identification is completed, too: the customer is
    /// identified by the authentication of this call, which strong customer authentication protects unless the brand's
    /// policy excludes it. A report that the token still waits identifies nobody for the network.
    public func completeTokenization(
        of id: CardID, as report: TokenizationReport, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Tokenization {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices, cards, known) = try tx.run(
                gate.policy, gate.event, gate.device,
                CardStatements.hold(.id(customer), .id(id)),
                TokenizationStatements.of([id], of: customer, or: report.reference.rawValue))
            guard let held = cards.first, case let card = held.card else { throw .refused(.card(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let effect = try IssuingFailure.refusing { () throws(Refusal) in
                try report.effect(on: card, knowing: known.map(\.tokenization))
            }
            switch effect {
            case .stands(let tokenization):
                _ = try tx.commit(passage.use)
                tell(passage)
                return tokenization
            case .announces(let tokenization, let reference):
                let (announced, _) = try tx.commit(
                    TokenizationStatements.announce(tokenization, as: reference, of: card), passage.use)
                tell(passage)
                return try IssuingFailure.requiring(announced.first, "the tokenization of a held card")
            case .completes(let tokenization, let reference):
                let now = clock.now()
                let complete = TokenizationStatements.complete(tokenization, as: reference, of: card, at: now)
                let follow = TokenLifeStatements.follow(id, of: customer, at: now)
                let completed: [(change: TokenChange, tokenization: Tokenization)]
                if held.audience.hears(.tokenization) || held.audience.followsTokens {
                    let (done, followed, _) = try tx.run(complete, follow, passage.use)
                    let changes = done.map { $0.change.told(as: .tokenization) }
                    _ = try tx.commit(telling(changes + followed.map { $0.told(as: .token) }, to: held.audience))
                    completed = done
                } else {
                    completed = try tx.commit(complete, follow, passage.use).0
                }
                tell(passage)
                tell(.tokenization(tokenization.place.wallet, card.scheme, .completed), about: .init(card))
                return try IssuingFailure.requiring(completed.first?.tokenization, "the tokenization of a held card")
            }
        }
    }
}
