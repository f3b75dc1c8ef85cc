import NIOCore

/// Decides when a client has kept one connection waiting too long.
struct Pace {
    /// Why a connection is closed.
    enum Delay: String {
        case head = "no request arrived in time"
        case request = "the request arrived too slowly"
        case answer = "the client read the answer too slowly"
        case linger = "the client did not close the connection in time"
    }

    private let limits: ListenerLimits
    /// The time since which the service waits for the head of a request.
    private var quietSince: NIODeadline?
    /// The time since which an answered client should close its side or send the rest of its request.
    private var lingersSince: NIODeadline?
    private var isOutputClosed = false
    /// The request whose body is arriving.
    private var request: Transfer?
    /// The response bytes that wait until the client reads them.
    private var answer: Transfer?
    /// The number of bytes that the client must have read before `answer` ends.
    private var answerEnd = 0
    private var written = 0
    private var drained = 0
    private var unanswered = 0
    /// The bytes that have arrived of an incomplete head.
    private(set) var headBytes = 0

    init(_ limits: ListenerLimits) { self.limits = limits }

    /// Whether the service waits for the client. Otherwise the service is working on a complete request.
    var isClientsTurn: Bool { unanswered == 0 || request != nil || answer != nil }

    /// Whether one complete request is being answered, and no further one has arrived.
    var isAnsweringOne: Bool { unanswered == 1 && request == nil }

    /// Whether every request is answered and no byte of a further one has arrived.
    var isIdle: Bool { unanswered == 0 && request == nil && headBytes == 0 }

    /// Whether the client has still to read bytes of a response.
    var isAnswerUnread: Bool { answer != nil }

    mutating func handshakeEnded() { headBytes = 0 }

    mutating func opened(at now: NIODeadline) { quietSince = now }

    /// The service requests bytes from the socket. Before that, a missing body is not the client's delay.
    mutating func reads(at now: NIODeadline) { request?.resume(at: now) }

    mutating func received(_ bytes: Int, at now: NIODeadline) {
        guard request == nil else {
            request?.pause(at: now)
            request?.bytes += bytes
            return
        }
        headBytes += bytes
    }

    mutating func requestBegan() {
        quietSince = nil
        headBytes = 0
        unanswered += 1
        request = Transfer()
    }

    mutating func requestEnded(at now: NIODeadline) {
        request = nil
        if !isOutputClosed { lingersSince = nil }
        if unanswered == 0 { quietSince = now }
    }

    mutating func answerEnded(at now: NIODeadline) {
        unanswered = max(0, unanswered - 1)
        guard unanswered == 0 else { return }
        if request == nil { quietSince = now } else { lingersSince = now }
    }

    mutating func outputClosed(at now: NIODeadline) {
        isOutputClosed = true
        lingersSince = now
    }

    mutating func wrote(_ bytes: Int) { written += bytes }

    /// - Parameter waiting: the bytes that the socket has not taken yet.
    mutating func flushed(waiting: Int, at now: NIODeadline) {
        let newlyDrained = max(0, written - waiting - drained)
        drained += newlyDrained
        answer?.bytes += newlyDrained
        if answer != nil, drained >= answerEnd {
            answer = nil
            if quietSince != nil { quietSince = now }
            if lingersSince != nil { lingersSince = now }
        }
        guard waiting > 0, answer == nil else { return }
        answerEnd = written
        answer = Transfer()
        answer?.resume(at: now)
    }

    /// The delay that exceeds its limit now; nil if none does.
    func delay(at now: NIODeadline) -> Delay? {
        if let answer { return answer.isOverdue(at: now, limits) ? .answer : nil }
        if let lingersSince, now - lingersSince >= limits.lingerTime { return .linger }
        if let request, request.isOverdue(at: now, limits) { return .request }
        if let quietSince, now - quietSince >= limits.headTime { return .head }
        return nil
    }

    /// The bytes that the client has sent or read, and the time during which the service waited only for the client.
    private struct Transfer {
        var bytes = 0
        private var spent = TimeAmount.zero
        private var since: NIODeadline?

        mutating func resume(at now: NIODeadline) { since = since ?? now }

        mutating func pause(at now: NIODeadline) {
            if let since { spent = spent + (now - since) }
            since = nil
        }

        func isOverdue(at now: NIODeadline, _ limits: ListenerLimits) -> Bool {
            let total = since.map { spent + (now - $0) } ?? spent
            let earned = limits.startTime + .seconds(Int64(bytes / limits.leastBytesPerSecond))
            return total >= min(earned, limits.messageTime)
        }
    }
}
