import Authorizing
import CardAPI
import Cards
import HTTPContract
import HTTPService
import Identifiers
import Issuing
import Ledger
import Validation
import Webhooks

/// Asks partners about payments by signed webhook.
public struct WebhookPartnerDesk: PartnerDesk {
    private let asker: WebhookAsker

    /// - Parameter settings: where webhooks may go; questions go to the same addresses.
    public init(_ settings: CardServerSettings) {
        asker = WebhookAsker(settings.webhooks, metrics: settings.metrics)
    }

    public func answer(to question: PartnerQuestion) async -> PartnerAnswer {
        let body = PartnerQuestionBody(question).jsonBytes
        return await answer(to: question.id, body, of: question.partner, signedWith: question.signingKey) {
            PartnerAnswer($0, to: question)
        }
    }

    public func answer(to question: TokenQuestion) async -> PartnerAnswer {
        let body = TokenQuestionBody(question).jsonBytes
        return await answer(to: question.id, body, of: question.partner, signedWith: question.signingKey) {
            PartnerAnswer($0)
        }
    }

    private func answer(
        to id: PartnerQuestionID, _ body: [UInt8], of partner: AskedPartner, signedWith key: SigningKey,
        _ read: ([UInt8]) -> PartnerAnswer?
    ) async -> PartnerAnswer {
        do throws(WebhookAsker.Failure) {
            var headers = HouseDialect.headers(of: id, body, signedWith: key)
            if let trace = TraceParent.current { headers.append((name: "traceparent", value: trace.text)) }
            let answer = try await asker.ask(
                WebhookAsker.Question(
                    body, at: partner.url, with: headers, for: partner.brand, within: partner.timeLimit))
            return read(answer) ?? .silent(.unreadable)
        } catch {
            switch error {
            case .timedOut: return .silent(.timedOut)
            case .notReached: return .silent(.notReached)
            case .refused: return .silent(.refused)
            case .tooLong: return .silent(.unreadable)
            case .overloaded: return .silent(.notAsked)
            }
        }
    }

    public func body(of event: PartnerEvent) -> [UInt8] {
        CardAuthorizationEventBody(event).jsonBytes
    }
}

extension PartnerAnswer {
    /// Nil if the bytes are no answer. A misspelt or contradictory answer counts as none, because a guess about a
    /// partner's intention could move money wrongly.
    init?(_ bytes: [UInt8], to question: PartnerQuestion) {
        guard let (body, errors) = try? PartnerAnswerBody.read(bytes), errors.isEmpty, let approved = body.approved
        else { return nil }
        switch (approved, body.approvedAmount, body.responseCode) {
        case (true, let amount, nil):
            // More than was asked about is a mistake, such as another unit.
            let asked = question.authorization.amount.minorUnits
            guard amount.map({ Int64($0) <= asked }) ?? true else { return nil }
            self = .approved(upTo: amount.map(Int64.init))
        case (false, nil, nil): self = .declined(nil)
        case (false, nil, let text?):
            guard let code = ResponseCode(rawValue: text), !code.isApproval else { return nil }
            self = .declined(code)
        default: return nil
        }
    }

    /// The answer about a token, which has no amount and no response code.
    init?(_ bytes: [UInt8]) {
        guard let (body, errors) = try? PartnerAnswerBody.read(bytes), errors.isEmpty, let approved = body.approved,
            body.approvedAmount == nil, body.responseCode == nil
        else { return nil }
        self = approved ? .approved(upTo: nil) : .declined(nil)
    }

    fileprivate var word: String {
        switch self {
        case .approved: "APPROVED"
        case .declined: "DECLINED"
        case .silent(let silence): silence.rawValue
        }
    }
}

extension PartnerQuestionBody {
    fileprivate init(_ question: PartnerQuestion) {
        self.init(
            id: question.id.description, kind: question.kind.rawValue,
            timeLimitMilliseconds: question.partner.terms.timeLimitMilliseconds,
            authorization: AuthorizationBody(question.authorization))
    }
}

extension CardAuthorizationEventBody {
    fileprivate init(_ event: PartnerEvent) {
        let authorization = event.authorization
        self.init(
            id: event.id.description, cardId: authorization.card.description,
            customerId: authorization.holder.description, eventTimestamp: Timestamp(event.at),
            questionId: event.question.id.description, partnerAnswer: event.answer.word,
            decidedBy: event.decidedBy.rawValue, responseCode: event.code.rawValue,
            authorization: AuthorizationBody(authorization))
    }
}
