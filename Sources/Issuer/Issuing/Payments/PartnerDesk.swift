import Authorizing
import Foundation
import Identifiers
import Ledger
import Webhooks

/// Asks partners whether they agree to payments and to tokens. The composition of a program gives one to
/// ``Issuing/partners``, because asking needs an HTTP client and the words of the wire.
public protocol PartnerDesk: Sendable {
    /// Waits at most as long as the question's limit.
    func answer(to question: PartnerQuestion) async -> PartnerAnswer
    /// The same about a token.
    func answer(to question: TokenQuestion) async -> PartnerAnswer
    /// The bytes of the event that tells a partner about a decision without its answer.
    func body(of event: PartnerEvent) -> [UInt8]
}

/// The question to a partner: whether it agrees to a payment that passes every other check.
public struct PartnerQuestion: Sendable {
    /// The same if the network sends its message again.
    public let id: PartnerQuestionID
    public let partner: AskedPartner
    public let signingKey: SigningKey
    public let kind: MessageKind
    /// The authorization as it will be if the partner agrees. An increment has only its own amounts.
    public let authorization: Authorization
}

/// A partner that is asked about the payments of its brand, its URL, and the rule that decides if it does not answer.
public struct AskedPartner: Sendable {
    public let brand: String
    public let url: String
    public let terms: PartnerTerms
    let subscription: WebhookSubscriptionID
    let sealedKey: SealedBytes

    public var timeLimit: Duration { .milliseconds(terms.timeLimitMilliseconds) }
}

public enum PartnerAnswer: Hashable, Sendable {
    /// - Parameter upTo: in minor units of the merchant's currency; nil for the whole amount.
    case approved(upTo: Int64?)
    case declined(ResponseCode?)
    case silent(Partner.Silence)
}

/// A question and its answer.
struct PartnerReply: Sendable {
    let question: PartnerQuestion
    let answer: PartnerAnswer

    /// The payment that it was asked about; nil for an increment, which begins none.
    var begunPayment: Authorization.Payment? {
        question.kind == .incremental ? nil : question.authorization.payment
    }

    /// A partner agrees to no more than it was asked about, even if the payment has grown meanwhile.
    var partner: Partner {
        switch answer {
        case .approved: .approvedUpTo(agreed)
        case .declined(let code): .declined(code)
        case .silent(let silence): .silent(question.partner.terms.standIn, because: silence)
        }
    }

    /// In the merchant's currency.
    private var agreed: Money {
        let asked = question.authorization.amount
        guard case .approved(let limit?) = answer else { return asked }
        return Money(minorUnits: min(limit, asked.minorUnits), currency: asked.currency)
    }

    /// Whether the decision followed the partner's answer.
    func isFollowed(by decision: Decision) -> Bool {
        switch (answer, decision.outcome) {
        case (.approved, .approved(let approval)):
            decision.decidedBy == .partner && approval.quote?.transaction == agreed
        case (.declined, .declined): decision.decidedBy == .partner
        default: false
        }
    }
}

/// A decision that is not the partner's answer: the answer came late or not at all, or the money was spent meanwhile.
public struct PartnerEvent: Sendable {
    public let id: WebhookEventID
    public let question: PartnerQuestion
    public let answer: PartnerAnswer
    /// The response code that the network got.
    public let code: ResponseCode
    public let decidedBy: Authorization.Decider
    /// As it is now.
    public let authorization: Authorization
    public let at: Date
}

/// A message is answered, or a partner must be asked first.
enum AuthorizationStep: Sendable {
    case answered(AnsweredMessage)
    case partnerMustBeAsked(PartnerQuestion)
}
