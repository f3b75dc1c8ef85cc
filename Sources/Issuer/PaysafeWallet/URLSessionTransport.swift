import CardClient
import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with `URLSession`, which every app has.
public struct URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: Exchanges

    /// A session keeps its delegate until it is invalidated, so there is only one.
    fileprivate static let shared = URLSessionTransport()

    private init() {
        // Nothing is stored on the device: no cookie, no cache, no credential.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        // The client has its own time limit.
        configuration.timeoutIntervalForRequest = 86_400
        exchanges = Exchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    public func send(_ request: TransportRequest) async throws -> TransportAnswer {
        guard let url = URL(string: request.url), url.host != nil else { throw URLError(.badURL) }
        var sent = URLRequest(url: url)
        sent.httpMethod = request.method.rawValue
        sent.httpBody = request.body
        for field in request.headers { sent.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        #if canImport(FoundationNetworking)
        // On Linux, a request on a connection that was used before is sent a second time if the connection breaks.
        sent.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        let task = session.dataTask(with: sent)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { exchanges.begin(task, $0) }
        } onCancel: {
            exchanges.end(task, .failure(CancellationError()))
        }
    }
}

extension Transport where Self == URLSessionTransport {
    /// The transport of an app.
    public static var urlSession: URLSessionTransport { .shared }
}

/// The requests that wait for their responses.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let waiting: CheckedContinuation<TransportAnswer, any Error>
        var head: HTTPURLResponse?
        var body = Data()
    }

    private let open = Mutex<[Int: Exchange]>([:])

    /// Sends the request, unless its task was cancelled before it could wait.
    func begin(_ task: URLSessionTask, _ waiting: CheckedContinuation<TransportAnswer, any Error>) {
        open.withLock { $0[task.taskIdentifier] = Exchange(waiting: waiting) }
        guard !Task.isCancelled else { return end(task, .failure(CancellationError())) }
        task.resume()
    }

    /// Ends an exchange by what comes first: the response, an error, or the cancellation.
    func end(_ task: URLSessionTask, _ result: Result<TransportAnswer, any Error>) {
        let exchange = open.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        task.cancel()
        exchange?.waiting.resume(with: result)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// A refusal may name a scheme that `URLSession` knows, such as Basic. The app has no password for it, so the
    /// refusal itself is the answer. On Linux, the default handling would never end; the answer is complete there.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        endWithAnswer(task)
        #else
        completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        open.withLock { $0[dataTask.taskIdentifier]?.head = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let count = open.withLock { open in
            open[dataTask.taskIdentifier]?.body.append(data)
            return open[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if count > TransportAnswer.maximumBytes { end(dataTask, .failure(AnswerTooLarge())) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { end(task, .failure(error)) } else { endWithAnswer(task) }
    }

    private func endWithAnswer(_ task: URLSessionTask) {
        guard let exchange = open.withLock({ $0[task.taskIdentifier] }) else { return }
        let answer = exchange.head.map { TransportAnswer(head: $0, body: exchange.body) }
        end(task, answer.map { .success($0) } ?? .failure(URLError(.badServerResponse)))
    }
}

extension TransportAnswer {
    fileprivate init(head: HTTPURLResponse, body: Data) {
        var headers = HTTPFields()
        for case (let name as String, let value as String) in head.allHeaderFields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(status: HTTPResponse.Status(code: head.statusCode), headers: headers, body: body)
    }
}
