import AsyncHTTPClient
import Metrics
import NIOCore
import NIOHTTP1
import Synchronization

/// Asks receivers questions on which a caller waits, and gives each question a limited time.
///
/// A question is a signed request like an event, and goes to the same addresses. If the first address of a host gives
/// no answer, the next one is asked at once, because nobody waits for another attempt. Any answer counts, also a
/// refusal.
///
/// A receiver that does not answer in time has not answered: the caller waits no longer, not even for a name server
/// that hangs. So the number of open questions is limited too, in all and for each owner.
public final class WebhookAsker: Sendable {
    public struct Question: Sendable {
        let body: [UInt8]
        let url: String
        let headers: [(name: String, value: String)]
        let owner: String
        let limit: Duration

        /// - Parameters:
        ///   - headers: identify the question and sign it. A receiver that gets it twice should answer the same.
        ///   - limit: from the call to the last byte of the answer.
        public init(
            _ body: [UInt8], at url: String, with headers: [(name: String, value: String)], for owner: String,
            within limit: Duration
        ) {
            (self.body, self.url, self.headers) = (body, url, headers)
            (self.owner, self.limit) = (owner, limit)
        }
    }

    /// Why there is no answer.
    public enum Failure: Error, Equatable {
        case timedOut
        /// There is no connection, or the address may not be asked.
        case notReached
        /// The answer has another status than 200.
        case refused(status: Int)
        /// The answer is longer than ``answerLimitBytes``.
        case tooLong
        /// Too many questions are open.
        case overloaded

        /// Its name in the metric.
        fileprivate var outcome: String {
            switch self {
            case .timedOut: "TIMED_OUT"
            case .notReached: "NOT_REACHED"
            case .refused: "REFUSED"
            case .tooLong: "TOO_LONG"
            case .overloaded: "OVERLOADED"
            }
        }
    }

    public static let answerLimitBytes = 4096
    /// Open questions, of one owner and in all.
    static let questionsOfOne = 64
    static let questions = 256
    /// The addresses of one host that are tried. Each has a share of the time for connecting.
    static let addresses = 4

    private let settings: WebhookSettings
    private let metrics: any MetricsFactory
    private let open = Mutex<[String: Int]>([:])

    public init(_ settings: WebhookSettings, metrics: any MetricsFactory) {
        self.settings = settings
        self.metrics = metrics
    }

    /// Asks a receiver once, and counts how that ended.
    ///
    /// - Returns: the body of the answer.
    public func ask(_ question: Question) async throws(Failure) -> [UInt8] {
        let start = ContinuousClock.now
        do throws(Failure) {
            let answer = try await firstAnswer(to: question)
            count("ANSWERED", since: start)
            return answer
        } catch {
            count(error.outcome, since: start)
            throw error
        }
    }

    private func count(_ outcome: String, since start: ContinuousClock.Instant) {
        Timer(label: "webhook_question_duration", dimensions: [("outcome", outcome)], factory: metrics)
            .recordMilliseconds((ContinuousClock.now - start) / .milliseconds(1))
    }

    /// The answer, unless the time for it ends first.
    private func firstAnswer(to question: Question) async throws(Failure) -> [UInt8] {
        guard begin(for: question.owner) else { throw .overloaded }
        let (answers, continuation) = AsyncStream.makeStream(
            of: Result<[UInt8], Failure>.self, bufferingPolicy: .bufferingOldest(1))
        // Two tasks and no group: a group would wait for a connection that does not end.
        let post = Task {
            continuation.yield(await answer(to: question))
            end(for: question.owner)
        }
        let deadline = Task {
            try await Task.sleep(for: question.limit)
            continuation.yield(.failure(.timedOut))
        }
        defer {
            post.cancel()
            deadline.cancel()
        }
        for await answer in answers { return try answer.get() }
        // The caller was cancelled.
        throw .timedOut
    }

    private func answer(to question: Question) async -> Result<[UInt8], Failure> {
        let deadline = ContinuousClock.now + question.limit
        do {
            guard let url = WebhookURL(question.url) else { throw WebhookAddresses.NotAllowed() }
            let addresses = try await settings.addresses.of(url, for: question.owner).prefix(Self.addresses)
            let request = HTTPClientRequest(posting: question.body, to: url, question.headers)
            var failure: any Error = HostAddress.NotFound()
            for (place, address) in addresses.enumerated() {
                let left = ContinuousClock.now.duration(to: deadline)
                guard left > .zero else { throw HTTPClientError.deadlineExceeded }
                let http = settings.client(
                    for: url, at: address, connectingWithin: left / (addresses.count - place))
                // The end of the connection is not awaited.
                defer { Task { try? await http.shutdown() } }
                do {
                    return try await answer(to: request, of: http, within: left)
                } catch where Self.isUnanswered(error) {
                    failure = error
                }
            }
            throw failure
        } catch is NIOTooManyBytesError {
            return .failure(.tooLong)
        } catch NameResolver.Failure.timedOut, is CancellationError {
            return .failure(.timedOut)
        } catch let error as HTTPClientError where error.isTimeout || error == .cancelled {
            return .failure(.timedOut)
        } catch {
            return .failure(.notReached)
        }
    }

    private func answer(
        to request: HTTPClientRequest, of http: HTTPClient, within limit: Duration
    ) async throws -> Result<[UInt8], Failure> {
        let response = try await http.execute(request, timeout: TimeAmount(limit))
        guard response.status == .ok else { return .failure(.refused(status: Int(response.status.code))) }
        let bytes = try await response.body.collect(upTo: Self.answerLimitBytes)
        return .success(Array(bytes.readableBytesView))
    }

    /// Whether the address failed to answer, so that another one may be asked. An answer that is too long, or a caller
    /// that has stopped waiting, is no failure of the address.
    private static func isUnanswered(_ error: any Error) -> Bool {
        switch error {
        case is NIOTooManyBytesError, is CancellationError: false
        case let error as HTTPClientError: error.isTimeoutOfConnecting || !(error.isTimeout || error == .cancelled)
        default: true
        }
    }

    private func begin(for owner: String) -> Bool {
        open.withLock { open in
            let own = open[owner] ?? 0
            guard own < Self.questionsOfOne, open.values.reduce(0, +) < Self.questions else { return false }
            open[owner] = own + 1
            return true
        }
    }

    private func end(for owner: String) {
        open.withLock { open in
            let own = (open[owner] ?? 1) - 1
            open[owner] = own == 0 ? nil : own
        }
    }
}
