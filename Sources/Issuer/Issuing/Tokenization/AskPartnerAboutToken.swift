import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres
import Validation
import Webhooks

/// The question to a partner: whether it agrees to a token that the issuer would not decline.
public struct TokenQuestion: Sendable {
    /// The same if the network sends its message again.
    public let id: PartnerQuestionID
    public let partner: AskedPartner
    public let signingKey: SigningKey
    public let customer: CustomerID
    public let card: CardID
    public let wanted: WantedToken
    /// What the issuer answers if the partner agrees.
    public let decision: ProvisioningDecision
}

/// A request for a token is answered, or a partner must be asked first.
enum TokenStep: Sendable {
    case answered(TokenServiceAnswer)
    case partnerMustBeAsked(TokenQuestion)
}

extension Issuing {
    /// Decides about a token in one transaction. If it would not be declined and the brand's partner is to be asked,
    /// the transaction writes nothing, and the partner is asked while none is open. A second transaction decides again,
    /// with the partner's answer as the last check.
    func decideAsking(
        _ wanted: WantedToken, _ message: TokenServiceMessage
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        var reply: PartnerAnswer?
        for _ in 1...2 {
            let step: TokenStep
            do throws(IssuingFailure) {
                step = try await steppingOnce(message) { [reply] tx, kept throws(IssuingFailure) in
                    try decide(wanted, for: message, after: reply, kept, in: tx)
                }
            } catch {
                guard case .refused(.tokenization(.referenceTaken)) = error else { throw error }
                throw .refused(.tokenization(.referenceTaken(.tokenReference)))
            }
            switch step {
            case .answered(let answer): return answer
            case .partnerMustBeAsked(let question):
                reply = await partners?.answer(to: question) ?? .silent(.notAsked)
            }
        }
        throw .damaged("a partner was asked about a token, and must be asked again")
    }

    func question(
        about wanted: WantedToken, in message: TokenServiceMessage, of card: Card, _ decision: ProvisioningDecision,
        to partner: AskedPartner
    ) throws(IssuingFailure) -> TokenQuestion {
        let key = try translating({ IssuingFailure(.signingKeyDoesNotOpen($0)) }) { () throws in
            try CardWebhookHost(issuing: self).open(partner.sealedKey, of: partner.subscription)
        }
        let reference = Array("\(message.reference.text)\u{0}".utf8)
        let digest = vault.requestDigests(reference + digests(of: message).current.bytes).current.bytes
        return TokenQuestion(
            id: Self.questionID(of: digest), partner: partner, signingKey: key, customer: card.customer,
            card: card.id, wanted: wanted, decision: decision)
    }
}

extension ProvisioningDecision {
    /// The decision after the partner's answer. Without an answer, its stand-in rule declines, or the cardholder is
    /// identified: nobody vouches for the token then.
    func after(
        _ answer: PartnerAnswer, standIn: Partner.StandIn, methods: [Verification]
    ) -> ProvisioningDecision {
        switch answer {
        case .approved: return self
        case .declined: return .declined(.partnerDeclines)
        case .silent:
            if case .decline = standIn { return .declined(.partnerDeclines) }
            guard self == .approved else { return self }
            return methods.isEmpty ? .declined(.noMethod) : .identify(methods, because: .partnerAsks)
        }
    }
}
