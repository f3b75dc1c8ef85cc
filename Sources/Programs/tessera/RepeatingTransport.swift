import CardClient
import Foundation
import HTTPContract
import HTTPTypes

/// Sends a request again where the contract says that this is safe: after a 429 or a 503, because nothing was done, and
/// after a lost response to a request that only reads or has an `Idempotency-Key`.
struct RepeatingTransport<Base: Transport>: Transport {
    private let base: Base

    init(_ base: Base) { self.base = base }

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        var repetition = RetrySchedule()
        while true {
            do {
                let answer = try await base.send(request)
                let status = answer.status.code
                let isInProgress = status == 409 && request.headers.contains(.idempotencyKey)
                guard isInProgress || RetrySchedule.isRefusal(status),
                    let pause = repetition.next(answer.headers[.retryAfter])
                else { return answer }
                try await Task.sleep(for: pause)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                guard request.method == .get || request.headers.contains(.idempotencyKey),
                    let pause = repetition.next(nil)
                else { throw error }
                try await Task.sleep(for: pause)
            }
        }
    }
}

/// How often and when a request is sent again.
struct RetrySchedule {
    private var count = 0

    private static let limit = 4
    private static let longestPauseSeconds = 10

    /// Whether a status means that the service refused a request temporarily, before it changed anything.
    static func isRefusal(_ status: Int) -> Bool { [429, 503].contains(status) }

    /// The pause before the next time; nil if there is none.
    ///
    /// - Parameter retryAfter: the header of the response, if it has one.
    mutating func next(_ retryAfter: String?) -> Duration? {
        count += 1
        guard count <= Self.limit else { return nil }
        let asked = retryAfter.flatMap { Int($0) }.map { min(max($0, 0), Self.longestPauseSeconds) }
        return asked.map { .seconds($0) } ?? .milliseconds(100 << count)
    }
}
