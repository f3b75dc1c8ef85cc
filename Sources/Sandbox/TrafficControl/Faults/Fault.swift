import HTTPContract

/// A failure on purpose. It shows whether a client can handle it.
package enum Fault: Sendable, Hashable {
    /// The request waits before it is done, for this time plus a random time of up to the jitter.
    case latency(milliseconds: Int, jitterMilliseconds: Int)
    /// The request is not done, and the response is that of an unavailable or overloaded service.
    case status(Outage, retryAfterSeconds: Int)
    /// The request is not done, and the connection breaks.
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

    /// The names of the faults on the wire.
    package enum Kind: String, CaseIterable, Sendable {
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

        /// Whether the fault strikes requests, instead of messages that the service sends.
        package var isOfRequests: Bool { ![.issuerDown, .webhookDuplicate, .webhookLate].contains(self) }
    }

    /// The statuses of an unavailable service, and those of a proxy in front of it.
    package enum Outage: Int, CaseIterable, Sendable {
        case tooManyRequests = 429
        case internalServerError = 500
        case badGateway = 502
        case serviceUnavailable = 503
        case gatewayTimeout = 504

        /// Whether the response says when to try again.
        package var hasRetryAfter: Bool { [.tooManyRequests, .serviceUnavailable].contains(self) }

        /// All of them, for an error message.
        package static let list: String = {
            let statuses = allCases.map { String($0.rawValue) }
            return statuses.dropLast().joined(separator: ", ") + " or " + (statuses.last ?? "")
        }()
    }

    package var kind: Kind {
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

    /// Whether the fault decides the response of the request; a request can have only one such fault.
    var endsRequest: Bool {
        switch self {
        case .status, .connectionReset, .answerLost, .truncated, .malformed: true
        case .latency, .authenticationAgain, .issuerDown, .webhookDuplicate, .webhookLate: false
        }
    }
}

/// A fault, and the conditions under which it happens. A condition that is nil is always met.
package struct FaultRule: Sendable, Hashable {
    package let fault: Fault
    /// Nil for every operation that needs no name, and for messages that the service sends.
    package let operation: Operation?
    /// Those that a request or a message must be about, all of them.
    package let subjects: Set<TrafficSubject>
    package let header: FaultHeaderCondition?
    /// The number of the only matching occasion that it strikes, from 1; nil for all of them.
    package let nth: Int?
    /// The maximum number of strikes; nil for no limit.
    package let times: Int?
    /// The share of matching requests, 1 to 100 percent.
    package let percent: Int
    /// Whether the rule applies only to requests that can be repeated safely.
    package let isOnlyWithIdempotencyKey: Bool

    package init(
        fault: Fault, operation: Operation? = nil, about subjects: Set<TrafficSubject> = [],
        header: FaultHeaderCondition? = nil, nth: Int? = nil, times: Int? = nil, percent: Int = 100,
        isOnlyWithIdempotencyKey: Bool = false
    ) {
        (self.fault, self.operation, self.subjects, self.header) = (fault, operation, subjects, header)
        (self.nth, self.times, self.percent) = (nth, times, percent)
        self.isOnlyWithIdempotencyKey = isOnlyWithIdempotencyKey
    }

    func isAbout(_ occasion: FaultPlan.Occasion) -> Bool {
        switch occasion {
        case .request(let request):
            fault.kind.isOfRequests && isOfOperation(request)
                && subjects.isSubset(of: request.subjects) && (header?.isMet(by: request.headers) ?? true)
                && (!isOnlyWithIdempotencyKey || request.canBeRepeated)
                && (fault != .authenticationAgain || request.hasProof)
        case .message(let about): fault.kind == .issuerDown && subjects.isSubset(of: about)
        case .due: fault.kind == .webhookLate
        case .delivered: fault.kind == .webhookDuplicate
        }
    }

    private func isOfOperation(_ request: FaultRequest) -> Bool {
        operation == nil ? !request.needsName : operation == request.operation
    }
}
