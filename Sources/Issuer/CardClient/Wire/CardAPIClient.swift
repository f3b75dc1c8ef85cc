import CardAPI
import Foundation
import HTTPContract
import HTTPTypes

import struct HTTPContract.Operation
import Validation

/// The plain operations: each call is sent once, with the token that is passed. ``Wallet`` is built on it; a backend
/// and a simulated phone use it directly.
public struct CardAPIClient: Sendable {
    let configuration: Wallet.Configuration
    let transport: any Transport
    let makeIdempotencyKey: @Sendable () -> String

    /// - Parameters:
    ///   - makeIdempotencyKey: returns a new unguessable key for each call, such as a UUID. It is a parameter so that a
    ///     test is repeatable.
    public init(
        _ configuration: Wallet.Configuration, transport: any Transport,
        makeIdempotencyKey: @escaping @Sendable () -> String
    ) {
        self.configuration = configuration
        self.transport = transport
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
        let basic = Data("\(client.clientID):\(client.clientSecret)".utf8).base64EncodedString()
        let request = request(
            operation, to: operation.path(filling: ["brand": configuration.brand]),
            headers: [(.authorization, "Basic \(basic)")], body: Data(grant.formText.utf8))
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
        let request = request(
            call.operation, to: call.target, headers: call.headers(bearing: accessToken),
            body: call.body.map { Data($0) })
        return try await translating({ $0.keeping(call.idempotencyKey) }) { () async throws(WalletError) in
            try await answer(to: request, within: time ?? configuration.timeout).decoded(of: call.operation)
        }
    }

    private func request(
        _ operation: Operation, to target: String, headers: [(HTTPField.Name, String?)], body: Data?
    ) -> TransportRequest {
        let common: [(HTTPField.Name, String?)] = [
            (.accept, "application/json"),
            (.contentType, operation.mediaType),
            (.userAgent, "\(configuration.walletPlatform)-CardClient/\(configuration.walletVersion)"),
            (.walletVersion, configuration.walletVersion),
            (.walletPlatform, configuration.walletPlatform),
            (.partnerApplicationVersion, configuration.partnerApplicationVersion),
        ]
        let additional = configuration.additionalHeaders.map { (HTTPField.Name($0.key), $0.value) }
        var fields = HTTPFields()
        for case (let name?, let value) in additional { fields[name] = value }
        for case (let name, let value?) in common + headers { fields[name] = value }
        var url = configuration.baseURL
        if url.hasSuffix("/") { url.removeLast() }
        return TransportRequest(method: operation.method, url: url + target, headers: fields, body: body)
    }

    /// Waits for the complete response, up to the last byte of its body.
    private func answer(
        to request: TransportRequest, within time: Duration
    ) async throws(WalletError) -> TransportAnswer {
        do {
            return try await withThrowingTaskGroup(of: TransportAnswer.self) { race in
                race.addTask { try await transport.send(request) }
                race.addTask {
                    try await Task.sleep(for: min(time, Self.longestTime))
                    throw TimeLimitExceeded()
                }
                defer { race.cancelAll() }
                guard let answer = try await race.next() else { throw CancellationError() }
                return answer
            }
        } catch {
            throw .notAnswered(error)
        }
    }

    /// The maximum time of a call. Timers need an upper limit, and no caller waits longer.
    private static let longestTime = Duration.seconds(86_400)
}

extension Wallet.Token {
    /// The response of the token call.
    public init(_ body: TokenBody) {
        self.init(accessToken: body.accessToken, expiresIn: body.expiresIn)
    }
}
