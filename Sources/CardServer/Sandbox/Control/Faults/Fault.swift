import CardAPI
import HTTPContract

/// Something that goes wrong because it was asked to, so that a client can be seen to bear it.
enum Fault: Sendable, Hashable {
    /// The request waits before anything is done with it: so long, and up to so much longer.
    case latency(milliseconds: Int, jitterMilliseconds: Int)
    /// Nothing is done, and the answer is that of a service that cannot.
    case status(Outage, retryAfterSeconds: Int)
    /// Nothing is done, and the connection breaks.
    case connectionReset
    /// Everything is done, and the connection ends without a byte of the answer.
    case answerLost
    /// The proof of strong customer authentication that came along is overlooked.
    case authenticationAgain
    /// What was delivered is sent once more.
    case webhookDuplicate
    /// What is due is sent so much later, by the service's clock, and what waits behind it waits too.
    case webhookLate(seconds: Int)

    enum Kind: String, CaseIterable, Sendable {
        case latency = "LATENCY"
        case status = "STATUS"
        case connectionReset = "CONNECTION_RESET"
        case answerLost = "ANSWER_LOST"
        case authenticationAgain = "SCA_AGAIN"
        case webhookDuplicate = "WEBHOOK_DUPLICATE"
        case webhookLate = "WEBHOOK_LATE"

        var isOfWebhooks: Bool { self == .webhookDuplicate || self == .webhookLate }
    }

    /// The statuses of a service that cannot.
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
        case .webhookDuplicate: .webhookDuplicate
        case .webhookLate: .webhookLate
        }
    }

    /// Whether it settles how the request ends; one request can have only one such fault.
    var endsRequest: Bool {
        switch self {
        case .status, .connectionReset, .answerLost: true
        case .latency, .authenticationAgain, .webhookDuplicate, .webhookLate: false
        }
    }
}

/// When a fault happens.
struct FaultRule: Sendable, Hashable {
    let fault: Fault
    /// Nil for every operation, and where it is about webhooks.
    var operation: HTTPContract.Operation?
    /// How often at most; nil for any number of times.
    var times: Int?
    /// Of those it could happen to, 1 to 100.
    var percent = 100
    /// Spares what cannot be repeated safely.
    var isOnlyWithIdempotencyKey = false

    func isAbout(_ occasion: FaultPlan.Occasion) -> Bool {
        switch occasion {
        case .request(let asked, let hasKey, let hasProof):
            !fault.kind.isOfWebhooks && (operation == nil || operation == asked)
                && (!isOnlyWithIdempotencyKey || (hasKey && asked.acceptsIdempotencyKey))
                && (fault != .authenticationAgain || hasProof)
        case .due: fault.kind == .webhookLate
        case .delivered: fault.kind == .webhookDuplicate
        }
    }
}
