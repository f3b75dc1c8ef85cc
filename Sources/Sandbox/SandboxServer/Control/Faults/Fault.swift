import CardAPI
import CardServer
import HTTPContract

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
        case authenticationAgain = "SCA_AGAIN"
        case issuerDown = "ISSUER_DOWN"
        case webhookDuplicate = "WEBHOOK_DUPLICATE"
        case webhookLate = "WEBHOOK_LATE"

        /// Whether it strikes requests, and not what the service sends.
        var isOfRequests: Bool { ![.issuerDown, .webhookDuplicate, .webhookLate].contains(self) }
    }

    /// The statuses of an unavailable service.
    enum Outage: Int, CaseIterable, Sendable {
        case tooManyRequests = 429
        case internalServerError = 500
        case serviceUnavailable = 503
    }

    var kind: Kind {
        switch self {
        case .latency: .latency
        case .status: .status
        case .connectionReset: .connectionReset
        case .answerLost: .answerLost
        case .authenticationAgain: .authenticationAgain
        case .issuerDown: .issuerDown
        case .webhookDuplicate: .webhookDuplicate
        case .webhookLate: .webhookLate
        }
    }

    /// Whether it decides how the request ends; one request can have only one such fault.
    var endsRequest: Bool {
        switch self {
        case .status, .connectionReset, .answerLost: true
        case .latency, .authenticationAgain, .issuerDown, .webhookDuplicate, .webhookLate: false
        }
    }
}

/// A fault, and the conditions under which it happens.
struct FaultRule: Sendable, Hashable {
    let fault: Fault
    /// Nil for every operation, and for what the service sends.
    var operation: HTTPContract.Operation?
    /// The maximum number of strikes; nil for no limit.
    var times: Int?
    /// The share of matching requests, 1 to 100 percent.
    var percent = 100
    /// Whether the rule applies only to requests that can be repeated safely.
    var isOnlyWithIdempotencyKey = false

    func isAbout(_ occasion: FaultPlan.Occasion) -> Bool {
        switch occasion {
        case .request(let asked, let hasKey, let hasProof):
            fault.kind.isOfRequests && (operation == nil || operation == asked)
                && (!isOnlyWithIdempotencyKey || (hasKey && asked.acceptsIdempotencyKey))
                && (fault != .authenticationAgain || hasProof)
        case .message: fault.kind == .issuerDown
        case .due: fault.kind == .webhookLate
        case .delivered: fault.kind == .webhookDuplicate
        }
    }
}
