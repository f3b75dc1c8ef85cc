import Cards
import HTTPContract
import Issuing

/// A failure on purpose. It shows whether a client can handle it.
enum Fault: Sendable, Hashable {
    /// The request waits before anything is done, for this time plus a random time of up to the jitter.
    case latency(milliseconds: Int, jitterMilliseconds: Int)
    /// Nothing is done, and the response is that of an unavailable or overloaded service.
    case status(Outage, retryAfterSeconds: Int)
    /// Nothing is done, and the connection breaks.
    case connectionReset
    /// The request is done, but the connection ends without a byte of the response.
    case answerLost
    /// The request is done, but the connection ends in the middle of the response's body.
    case truncated
    /// The request is done, but the response's body is no JSON.
    case malformed
    /// The proof of strong customer authentication in the request is ignored.
    case authenticationAgain
    /// A message of a gateway's payment does not reach the issuer.
    case issuerDown
    /// A delivered event is sent again.
    case webhookDuplicate
    /// A due event is sent this much later by the service's clock, and the events after it wait too.
    case webhookLate(seconds: Int)

    enum Kind: String, CaseIterable, Sendable {
        case latency = "LATENCY"
        case status = "STATUS"
        case connectionReset = "CONNECTION_RESET"
        case answerLost = "ANSWER_LOST"
        case truncated = "TRUNCATED"
        case malformed = "MALFORMED"
        case authenticationAgain = "SCA_AGAIN"
        case issuerDown = "ISSUER_DOWN"
        case webhookDuplicate = "WEBHOOK_DUPLICATE"
        case webhookLate = "WEBHOOK_LATE"

        /// Whether it strikes requests, and not what the service sends.
        var isOfRequests: Bool { ![.issuerDown, .webhookDuplicate, .webhookLate].contains(self) }
    }

    /// The statuses of an unavailable service, and those of a proxy in front of it.
    enum Outage: Int, CaseIterable, Sendable {
        case tooManyRequests = 429
        case internalServerError = 500
        case badGateway = 502
        case serviceUnavailable = 503
        case gatewayTimeout = 504

        /// Whether the response says when to try again.
        var hasRetryAfter: Bool { [.tooManyRequests, .serviceUnavailable].contains(self) }

        /// All of them, for an error message.
        static let list: String = {
            let statuses = allCases.map { String($0.rawValue) }
            return statuses.dropLast().joined(separator: ", ") + " or " + (statuses.last ?? "")
        }()
    }

    var kind: Kind {
        switch self {
        case .latency: .latency
        case .status: .status
        case .connectionReset: .connectionReset
        case .answerLost: .answerLost
        case .truncated: .truncated
        case .malformed: .malformed
        case .authenticationAgain: .authenticationAgain
        case .issuerDown: .issuerDown
        case .webhookDuplicate: .webhookDuplicate
        case .webhookLate: .webhookLate
        }
    }

    /// Whether it decides how the request ends; one request can have only one such fault.
    var endsRequest: Bool {
        switch self {
        case .status, .connectionReset, .answerLost, .truncated, .malformed: true
        case .latency, .authenticationAgain, .issuerDown, .webhookDuplicate, .webhookLate: false
        }
    }
}

/// A fault, and the conditions under which it happens. A condition that is nil is always met.
struct FaultRule: Sendable, Hashable {
    let fault: Fault
    /// Nil for every operation, and for what the service sends.
    var operation: HTTPContract.Operation?
    /// The card that a request of the card service names in its path, or that a message is about.
    var card: CardID?
    /// The customer whose token a request has, or whom it names in its path, or whose card a message is about.
    var customer: CustomerID?
    var header: FaultHeaderCondition?
    /// Which of the matching occasions alone it strikes, from 1; nil for all of them.
    var nth: Int?
    /// The maximum number of strikes; nil for no limit.
    var times: Int?
    /// The share of matching requests, 1 to 100 percent.
    var percent = 100
    /// Whether the rule applies only to requests that can be repeated safely.
    var isOnlyWithIdempotencyKey = false

    /// Whether the card of an occasion must be known.
    var needsCard: Bool { card != nil || customer != nil }

    func isAbout(_ occasion: FaultPlan.Occasion) -> Bool {
        switch occasion {
        case .request(let request):
            fault.kind.isOfRequests && (operation == nil || operation == request.operation)
                && (card == nil || card == request.card) && (customer == nil || customer == request.customer)
                && (header?.isMet(by: request.headers) ?? true)
                && (!isOnlyWithIdempotencyKey || request.canBeRepeated)
                && (fault != .authenticationAgain || request.hasProof)
        case .message(let charged):
            fault.kind == .issuerDown && (card == nil || card == charged?.card)
                && (customer == nil || customer == charged?.customer)
        case .due: fault.kind == .webhookLate
        case .delivered: fault.kind == .webhookDuplicate
        }
    }
}
