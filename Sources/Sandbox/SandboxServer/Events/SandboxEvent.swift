import Authorizing
import Cards
import HTTPContract
import Identifiers
import Issuing
import Sandbox
import Validation
import Webhooks

/// Something that happened in a service with a sandbox, as its stream of events tells it. It holds no secret: whoever
/// needs more than this asks for the object that it names.
struct SandboxEvent: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case request, message, webhook, card, token, payment, clock, reset
    }

    let kind: Kind
    private let members: [(String, JSONValue)]

    /// - Parameter members: those without a value are left out.
    init(_ kind: Kind, _ members: [(String, JSONValue?)] = []) {
        self.kind = kind
        self.members = members.compactMap { name, value in value.map { (name, $0) } }
    }

    /// One line of JSON.
    var line: [UInt8] { JSONValue.object(JSONObject(members)).jsonBytes }
}

extension SandboxEvent {
    /// What happened to a card, a token or an authentication, or what a network was answered; nil for what the stream
    /// does not tell.
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
                ("deliveryId", .string(webhook.delivery.spelled)),
                ("subscriptionId", .string(webhook.subscription.spelled)), ("owner", .string(webhook.owner)),
                ("attempt", .number(String(webhook.attempt))), ("outcome", .string(attempt.outcome.rawValue)),
                ("statusCode", attempt.statusCode.map { .number(String($0)) }),
                ("milliseconds", .number(String(attempt.milliseconds))),
                ("status", status.map { .string($0.rawValue) }),
            ])
    }

    /// A request was recorded.
    init(_ exchange: Exchange, number: Int, codes: [String]) {
        let outline = exchange.outline
        self.init(
            .request,
            [
                ("number", .number(String(number))), ("requestId", .string(outline.requestID)),
                ("gateway", outline.gateway.map { .string($0) }), ("operation", outline.operation.map { .string($0) }),
                ("method", .string(outline.method)), ("path", .string(String(outline.path.prefix(Self.pathLimit)))),
                ("status", exchange.status.map { .number(String($0)) }), ("code", codes.first.map { .string($0) }),
                ("customerId", outline.customer.map { .string($0) }),
                ("tool", outline.tool.map { .string($0.rawValue) }),
                ("time", .string(Timestamp(outline.time).description)),
                ("milliseconds", .number(String((outline.milliseconds * 100).rounded() / 100))),
                ("fault", outline.faults.map { .string($0) }),
            ])
    }

    /// A request to a gateway may have changed a payment. What it changed is in the gateway's own words; the list of
    /// payments has it in ours.
    init(changedBy exchange: Exchange) {
        let outline = exchange.outline
        self.init(
            .payment,
            [
                ("gateway", outline.gateway.map { .string($0) }), ("operation", outline.operation.map { .string($0) }),
                ("status", exchange.status.map { .number(String($0)) }),
                ("requestId", .string(outline.requestID)),
            ])
    }

    private static let pathLimit = 300
}
