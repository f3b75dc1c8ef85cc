import AsyncHTTPClient
import CardAPI
import HTTPContract
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The plain operations: each call is sent once, with the token that is passed. ``Wallet`` is built on it; a backend
/// and a simulated phone use it directly.
public struct CardAPIClient: Sendable {
    let configuration: Wallet.Configuration
    let http: HTTPClient
    let makeIdempotencyKey: @Sendable () -> String

    /// - Parameters:
    ///   - http: the caller shuts it down.
    ///   - makeIdempotencyKey: returns a new unguessable key for each call, such as a UUID. It is a parameter so that a
    ///     test is repeatable.
    public init(
        _ configuration: Wallet.Configuration, http: HTTPClient, makeIdempotencyKey: @escaping @Sendable () -> String
    ) {
        self.configuration = configuration
        self.http = http
        self.makeIdempotencyKey = makeIdempotencyKey
    }

    /// A client application of the brand.
    public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
        public let clientID: String
        public let clientSecret: String

        public init(clientID: String, clientSecret: String) {
            self.clientID = clientID
            self.clientSecret = clientSecret
        }

        public var description: String { "Credentials(clientID: \(clientID))" }
        public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID], displayStyle: .struct) }
    }

    public func token(_ grant: TokenGrant, as client: Credentials) async throws(WalletError) -> TokenBody {
        let operation = Operations.issueToken
        var request = request(operation, to: operation.path(filling: ["brand": configuration.brand]))
        request.setBasicAuth(username: client.clientID, password: client.clientSecret)
        request.body = .bytes(ByteBuffer(string: grant.formText))
        return try await answer(to: request, within: configuration.timeout).decoded(of: operation)
    }

    /// The operations on a customer's cards, as the owner of `accessToken` may use them.
    public func customer(accessToken: String) -> CustomerOperations {
        CustomerOperations(call: AuthorizedCall(client: self, accessToken: accessToken))
    }

    /// The business operations, as the owner of `accessToken` may use them.
    public func business(accessToken: String) -> BusinessOperations {
        BusinessOperations(call: AuthorizedCall(client: self, accessToken: accessToken))
    }

    /// Sends the call once; ``Wallet`` decides when to send it again.
    func send<Body: Decodable>(
        _ call: Call, bearing accessToken: String, within time: Duration? = nil
    ) async throws(WalletError) -> Body {
        var request = request(call.operation, to: call.target)
        request.headers.add(call.headers(bearing: accessToken))
        if let body = call.body { request.body = .bytes(ByteBuffer(bytes: body)) }
        return try await answer(to: request, within: time ?? configuration.timeout)
            .decoded(of: call.operation)
    }

    private func request(_ operation: HTTPContract.Operation, to target: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: configuration.baseURL + target)
        request.method = HTTPMethod(rawValue: operation.method.rawValue)
        request.headers.add([
            (.accept, "application/json"),
            (.contentType, operation.mediaType),
            (.userAgent, "\(configuration.walletPlatform)-CardClient/\(configuration.walletVersion)"),
            (.walletVersion, configuration.walletVersion),
            (.walletPlatform, configuration.walletPlatform),
            (.partnerApplicationVersion, configuration.partnerApplicationVersion),
        ])
        return request
    }

    /// The complete response, up to the last byte of its body. The HTTP client's own timeout would apply only until the
    /// head has arrived.
    private func answer(to request: HTTPClientRequest, within time: Duration) async throws(WalletError) -> Answer {
        do {
            return try await withThrowingTaskGroup(of: Answer.self) { race in
                race.addTask { try await Answer(http.execute(request, deadline: .distantFuture)) }
                race.addTask {
                    try await Task.sleep(for: min(time, Self.longestTime))
                    throw HTTPClientError.deadlineExceeded
                }
                defer { race.cancelAll() }
                guard let answer = try await race.next() else { throw CancellationError() }
                return answer
            }
        } catch {
            throw .notAnswered(error)
        }
    }

    /// Nobody waits longer than this, and timers need an end.
    private static let longestTime = Duration.seconds(86_400)
}

extension HTTPHeaders {
    fileprivate mutating func add(_ fields: [(HTTPField.Name, String?)]) {
        for case (let name, let value?) in fields { add(name: name.rawName, value: value) }
    }
}

extension HTTPClient {
    /// Fails at once if nobody listens, instead of trying until the time limit. It follows no redirect, because a
    /// redirect could send the token anywhere. It is never shut down, like ``HTTPClient/shared``.
    public static let walletDefault = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}

extension Wallet.Token {
    /// The response of the token call.
    public init(_ body: TokenBody) {
        self.init(accessToken: body.accessToken, expiresIn: body.expiresIn)
    }
}
