import Foundation
import Synchronization

/// Looks up the addresses of host names on a limited number of threads, with a deadline.
///
/// The system's look-up (`getaddrinfo`) blocks its thread until a name server answers, and cannot be cancelled. So
/// look-ups have their own threads, in a limited number, and a caller waits no longer than the deadline. A later answer
/// is dropped; until it arrives, the thread stays busy. No owner can use more than its share of the threads, so slow
/// names of one owner do not block those of others.
public final class NameResolver: Sendable {
    struct Limits: Sendable {
        /// Concurrent look-ups, in all and for one owner.
        var threads = 32
        var share = 4
        /// Look-ups that wait for a thread, in all and for one owner. All of an owner's couriers may ask at once.
        var waiting = 256
        var waitingShare = WebhookSettings.attempts
        /// The time from the call to the answer, including the wait for a thread.
        var deadline = Duration.seconds(5)
    }

    /// Why a name is not looked up.
    public enum Failure: Error, Equatable {
        /// This owner has reached its limit of look-ups.
        case shareUsedUp
        /// All owners together have reached the limit.
        case overloaded
        case timedOut
    }

    private let limits: Limits
    private let lookUp: @Sendable (_ host: String) throws -> [HostAddress]
    private let state = Mutex(State())

    /// - Parameter lookUp: blocks its thread.
    init(
        limits: Limits = Limits(),
        lookUp: @escaping @Sendable (_ host: String) throws -> [HostAddress] = HostAddress.all
    ) {
        self.limits = limits
        self.lookUp = lookUp
    }

    /// At least one address, the preferred one first.
    ///
    /// - Throws: ``Failure``, or what the look-up throws.
    func addresses(of host: String, for owner: String) async throws -> [HostAddress] {
        let request = Request(host: host, owner: owner)
        let (answers, continuation) = AsyncThrowingStream.makeStream(of: [HostAddress].self)
        request.continuation.withLock { $0 = continuation }
        try admit(request)
        let deadline = Task {
            try await Task.sleep(for: limits.deadline)
            giveUp(request)
        }
        // Nobody needs the look-up of a cancelled caller, so it must leave the queue.
        defer {
            deadline.cancel()
            giveUp(request)
        }
        for try await addresses in answers { return addresses }
        throw CancellationError()
    }

    /// How many threads are running, and how many look-ups wait for one.
    var threads: Int { state.withLock { $0.threads } }
    var waiting: Int { state.withLock { $0.waiting.count } }

    // MARK: Threads

    private func admit(_ request: Request) throws(Failure) {
        let decision = state.withLock { state in state.admit(request, limits) }
        switch decision {
        case .wait: return
        case .begin: Thread.detachNewThread { [self] in work(on: request) }
        case .refuse(let failure): throw failure
        }
    }

    /// A thread ends when there is nothing left to look up.
    private func work(on first: Request) {
        var next: Request? = first
        while let request = next {
            request.answer(with: Result { try lookUp(request.host) })
            next = state.withLock { $0.following(request, limits) }
        }
    }

    private func giveUp(_ request: Request) {
        let failure = state.withLock { $0.forget(request, limits) }
        request.answer(with: .failure(failure))
    }
}

/// One look-up with a caller that waits for it.
private final class Request: Sendable {
    let host: String
    let owner: String
    /// Nil once it is answered.
    let continuation = Mutex<AsyncThrowingStream<[HostAddress], any Error>.Continuation?>(nil)

    init(host: String, owner: String) {
        self.host = host
        self.owner = owner
    }

    func answer(with result: Result<[HostAddress], any Error>) {
        guard let waiting = continuation.withLock({ $0.take() }) else { return }
        if case .success(let addresses) = result { waiting.yield(addresses) }
        if case .failure(let error) = result { waiting.finish(throwing: error) } else { waiting.finish() }
    }
}

/// The owners whose names are being looked up, and the look-ups that wait.
private struct State {
    var threads = 0
    private var underWay: [String: Int] = [:]
    private(set) var waiting: [Request] = []

    enum Decision {
        case begin, wait
        case refuse(NameResolver.Failure)
    }

    mutating func admit(_ request: Request, _ limits: NameResolver.Limits) -> Decision {
        if threads < limits.threads, underWay[request.owner, default: 0] < limits.share {
            threads += 1
            underWay[request.owner, default: 0] += 1
            return .begin
        }
        guard waiting.count(where: { $0.owner == request.owner }) < limits.waitingShare else {
            return .refuse(.shareUsedUp)
        }
        guard waiting.count < limits.waiting else { return .refuse(.overloaded) }
        waiting.append(request)
        return .wait
    }

    /// The next look-up for a thread that has finished one: the first whose owner has not used up its share.
    mutating func following(_ done: Request, _ limits: NameResolver.Limits) -> Request? {
        underWay[done.owner] = underWay[done.owner].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard let index = waiting.firstIndex(where: { underWay[$0.owner, default: 0] < limits.share }) else {
            threads -= 1
            return nil
        }
        let next = waiting.remove(at: index)
        underWay[next.owner, default: 0] += 1
        return next
    }

    /// Removes a waiting look-up. A running one keeps its thread until it ends.
    ///
    /// - Returns: why there is no answer.
    mutating func forget(_ request: Request, _ limits: NameResolver.Limits) -> NameResolver.Failure {
        guard let index = waiting.firstIndex(where: { $0 === request }) else { return .timedOut }
        waiting.remove(at: index)
        return underWay[request.owner, default: 0] < limits.share ? .overloaded : .shareUsedUp
    }
}
