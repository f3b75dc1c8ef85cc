import Authorizing
import Cards
import HTTPContract
import Identifiers
import Issuing
import Sandbox
import TrafficControl
import Validation
import Webhooks

extension SandboxEvent.Kind {
    static let message = Self(rawValue: "message")
    static let webhook = Self(rawValue: "webhook")
    static let card = Self(rawValue: "card")
    static let token = Self(rawValue: "token")
    static let payment = Self(rawValue: "payment")
    static let clock = Self(rawValue: "clock")
    static let reset = Self(rawValue: "reset")

    /// In the order of the documentation.
    static let all: [Self] = [.request, .message, .webhook, .card, .token, .payment, .clock, .reset]
}

extension SandboxEvent {
    /// The event about a change of a card, a token or an authentication, or about an answer to a network; nil for an
    /// occurrence that the stream leaves out.
    init?(_ occurrence: Occurrence, about subject: Occurrence.Subject) {
        let (card, customer) = (subject.card?.description, subject.customer?.description)
        let whom: [(String, JSONValue?)] = [
            ("cardId", card.map { .string($0) }), ("customerId", customer.map { .string($0) }),
        ]
        switch occurrence {
        case .transition(let from, let to, let actor, let occasion):
            self.init(
                .card,
                whom + [
                    ("from", .string(from.rawValue)), ("to", .string(to.rawValue)), ("actor", .string(actor.rawValue)),
                    ("occasion", .string(occasion.rawValue)),
                ])
        case .tokenization(let wallet, _, let status):
            self.init(
                .token, whom + [("walletType", .string(wallet.rawValue)), ("status", .string(status.rawValue))])
        case .authentication(.challenged(let way)) where [.smsCode, .emailCode, .push].contains(way):
            self.init(.message, whom + [("channel", .string(way.rawValue))])
        case .answered(let code):
            let authorization = subject.authorization?.description
            self.init(
                .payment,
                whom + [
                    ("authorizationId", authorization.map { .string($0) }), ("responseCode", .string(code.rawValue)),
                ])
        case .authentication:
            return nil
        }
    }

    /// A token on a phone is new or has changed.
    init(_ token: PhoneToken, on phone: PhoneID) {
        self.init(
            .token,
            [
                ("cardId", .string(token.card.description)), ("phoneId", .string(phone.description)),
                ("issuerTokenId", .string(token.reference)), ("state", .string(token.state.rawValue)),
            ])
    }

    /// A network has sent the code with which the cardholder confirms a token.
    init(codeFor token: PhoneToken) {
        self.init(
            .message,
            [("cardId", .string(token.card.description)), ("issuerTokenId", .string(token.reference))])
    }

    /// The clock was set.
    init(_ clock: SandboxClock) {
        let answer = ClockAnswer(clock)
        self.init(.clock, [("now", .string(answer.now.description)), ("frozen", .boolean(answer.isFrozen))])
    }

    /// The service has tried to deliver a webhook.
    ///
    /// - Parameter status: of the delivery afterwards; nil if another server has taken it over.
    init(_ attempt: WebhookAttempt, of webhook: ClaimedWebhook, _ status: WebhookStatus?) {
        self.init(
            .webhook,
            [
                ("deliveryId", .string(webhook.delivery.description)),
                ("subscriptionId", .string(webhook.subscription.description)), ("owner", .string(webhook.owner)),
                ("attempt", .number(String(webhook.attempt))), ("outcome", .string(attempt.outcome.rawValue)),
                ("statusCode", attempt.statusCode.map { .number(String($0)) }),
                ("milliseconds", .number(String(attempt.milliseconds))),
                ("status", status.map { .string($0.rawValue) }),
            ])
    }
}
