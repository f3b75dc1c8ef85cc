import Cards
import Foundation
import Postgres

/// The changes of tokens that networks report by messages.
extension Issuing {
    /// Records a network's change of a token. A network sees only its own. A token that is activated completes its
    /// tokenization, as the report of an app does. What the token is already is not changed again.
    func record(
        _ change: ReportedTokenChange, of reference: DPANReference, by network: Program.Scheme,
        _ kept: KeptTokenAnswer, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> TokenServiceAnswer {
        guard let (held, token) = try hold(reference, in: tx), held.card.scheme == network else {
            throw .refused(.tokenization(.tokenUnknownToNetwork))
        }
        func keep(_ status: TokenStatus?) -> (TokenServiceAnswer, Query<Void>) {
            let answer = TokenServiceAnswer(.approved, tokenStatus: status)
            return (answer, kept(answer, (held.card.customer, held.card.id)))
        }
        if case .activated = change, case .announced = token.state {
            try requireIdentified(reference, of: held.card, in: tx)
            let (answer, query) = keep(held.card.standing.status.tokenStatus)
            try complete(token, as: reference, of: held, with: query, in: tx)
            return answer
        }
        guard case .completed(_, let status) = token.state else {
            throw .refused(.tokenization(.tokenNotActivated))
        }
        let customer = held.card.customer
        switch change {
        // An event has rules of its own, and what the issuer has asked for may be its deletion.
        case .event, .confirmed: break
        case .activated, .moved, .renewed:
            guard status != .deleted else { throw .refused(.tokenization(.tokenIsDeleted(.tokenReference))) }
        }
        switch change {
        case .event(let event):
            let changed = try self.change(token, of: held, by: event, in: tx)
            guard case .completed(_, let status) = changed.state else { throw .damaged("the state of a changed token") }
            let (answer, query) = keep(status)
            _ = try tx.commit(query)
            return answer
        case .moved(let device, let profile):
            let (answer, query) = keep(status)
            _ = try tx.commit(
                TokenLifeStatements.move(.id(customer), .id(token.id), .text(device), .text(profile)), query)
            return answer
        case .activated, .confirmed, .renewed: break
        }
        let (answer, query) = keep(status)
        _ = try tx.commit(query)
        return answer
    }

    private func requireIdentified(
        _ reference: DPANReference, of card: Card, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let decided = try tx.run(TokenServiceStatements.hold(.id(card.customer), .text(reference.rawValue)))
        guard decided.first?.waitsForIdentification != true else { throw .refused(.tokenization(.notIdentified)) }
        guard card.standing.status.tokenStatus != .deleted, card.standing.status != .damaged else {
            throw .refused(.tokenization(.cardHasEnded(status: card.standing.status)))
        }
    }

    private func complete(
        _ token: Tokenization, as reference: DPANReference, of held: CardStatements.Held, with further: Query<Void>,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let (card, now) = (held.card, clock.now())
        let (done, followed) = try tx.run(
            TokenizationStatements.complete(token, as: reference, of: card, at: now),
            TokenLifeStatements.follow(card.id, of: card.customer, at: now))
        let changes = done.map { $0.change.told(as: .tokenization) } + followed.map { $0.told(as: .token) }
        _ = try tx.commit(telling(changes, to: held.audience), further)
        tell(.tokenization(token.place.wallet, card.scheme, .completed), about: .init(card))
    }
}
