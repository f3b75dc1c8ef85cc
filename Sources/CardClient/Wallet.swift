import AsyncHTTPClient
import CardAPI
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A brand's wallet at one server: gives out tokens, and the card service of whoever a token was issued for.
public struct Wallet: Sendable {
    let configuration: Configuration
    let http: HTTPClient
    let makeIdempotencyKey: @Sendable () -> String

    public struct Configuration: Sendable {
        /// Scheme and authority, without a path: `https://api.example.com`.
        public var baseURL: String
        public var brand: String
        /// The version of this client, its platform, and the version of the application it is part of, sent with every
        /// request.
        public var walletVersion = "1.0"
        public var walletPlatform = "Swift"
        public var partnerApplicationVersion: String?
        public var timeoutSeconds: Int64 = 30

        public init(baseURL: String, brand: String) {
            self.baseURL = baseURL
            self.brand = brand
        }
    }

    /// - Parameters:
    ///   - http: stays the caller's, who shuts it down.
    ///   - makeIdempotencyKey: a new unguessable key at every call, such as a UUID. Given from outside, so that a test
    ///     can say the same thing twice.
    public init(
        _ configuration: Configuration, http: HTTPClient, makeIdempotencyKey: @escaping @Sendable () -> String
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

    public func token(_ grant: TokenGrant, as client: Credentials) async throws(CardClientFailure) -> TokenBody {
        let path = Operations.issueToken.path(filling: ["brand": configuration.brand])
        var request = request(Operations.issueToken, path: path)
        request.setBasicAuth(username: client.clientID, password: client.clientSecret)
        request.body = .bytes(ByteBuffer(string: grant.formText))
        return try await answer(to: request, of: Operations.issueToken)
    }

    /// The card service as the owner of `accessToken` may use it.
    public func cardService(accessToken: String) -> CardService {
        CardService(wallet: self, accessToken: accessToken)
    }

    /// The business operations as the owner of `accessToken` may use them.
    public func businessService(accessToken: String) -> BusinessService {
        BusinessService(wallet: self, accessToken: accessToken)
    }

    func call<Answer: Decodable>(
        _ operation: CardAPI.Operation, bearing accessToken: String, filling parameters: [String: String],
        query: some RequestQuery, body: (some CardAPI.RequestBody)?, idempotencyKey: String?
    ) async throws(CardClientFailure) -> Answer {
        let path = operation.path(filling: parameters)
        let query = query.text
        var request = request(operation, path: query.isEmpty ? path : "\(path)?\(query)")
        request.headers.add(name: HTTPField.Name.authorization.rawName, value: "Bearer \(accessToken)")
        if operation.acceptsIdempotencyKey {
            let key = idempotencyKey ?? makeIdempotencyKey()
            request.headers.add(name: HTTPField.Name.idempotencyKey.rawName, value: key)
        }
        if let body { request.body = .bytes(ByteBuffer(bytes: body.jsonBytes)) }
        return try await answer(to: request, of: operation)
    }

    func request(_ operation: CardAPI.Operation, path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: configuration.baseURL + path)
        request.method = HTTPMethod(rawValue: operation.method.rawValue)
        let headers: [(name: HTTPField.Name, value: String?)] = [
            (.accept, "application/json"),
            (.contentType, operation.mediaType),
            (.userAgent, "\(configuration.walletPlatform)-CardClient/\(configuration.walletVersion)"),
            (.walletVersion, configuration.walletVersion),
            (.walletPlatform, configuration.walletPlatform),
            (.partnerApplicationVersion, configuration.partnerApplicationVersion),
        ]
        for (name, value) in headers {
            if let value { request.headers.add(name: name.rawName, value: value) }
        }
        return request
    }

    /// Sends the request once; whether it is safe to send again only the caller knows.
    func answer<Body: Decodable>(
        to request: HTTPClientRequest, of operation: CardAPI.Operation
    ) async throws(CardClientFailure) -> Body {
        let status: HTTPResponse.Status
        let bytes: Data
        do {
            let response = try await http.execute(request, timeout: .seconds(configuration.timeoutSeconds))
            status = HTTPResponse.Status(code: Int(response.status.code))
            bytes = Data(try await response.body.collect(upTo: Self.maximumAnswerBytes).readableBytesView)
        } catch {
            throw .notAnswered(error)
        }
        let decoder = JSONDecoder()
        if status == operation.successStatus, let body = try? decoder.decode(Body.self, from: bytes) { return body }
        if let problem = try? decoder.decode(Problem.self, from: bytes) { throw .problem(problem) }
        if let refusal = try? decoder.decode(TokenErrorBody.self, from: bytes) { throw .tokenRefused(refusal) }
        throw .notUnderstood(operation: operation.name, status: status.code)
    }

    /// A hundred cards with everything included are far below this.
    private static let maximumAnswerBytes = 1 << 20
}

/// Why there is no answer of the kind asked for.
public enum CardClientFailure: Error, Sendable {
    /// The service refused, and says why.
    case problem(Problem)
    /// The service gave no token, and says why.
    case tokenRefused(TokenErrorBody)
    /// An answer came that is none of this service, or of a later version of it; its body is kept out of the error, for
    /// it may hold anything.
    case notUnderstood(operation: String, status: Int)
    /// No whole answer came. What was asked may have been done: ask again with the same idempotency key.
    case notAnswered(any Error)

    public var problem: Problem? {
        if case .problem(let problem) = self { problem } else { nil }
    }
}
