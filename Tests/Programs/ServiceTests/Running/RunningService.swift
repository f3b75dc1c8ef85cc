import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import NIOTransport
import Synchronization

/// A service that accepts connections.
struct RunningService: Sendable {
    let processIdentifier: Int32
    let host: String
    let port: Int
    let log: ServiceLog
    /// A client that trusts the service's root; nil for a service without TLS.
    var trusting: HTTPClient?

    var url: String { "\(trusting == nil ? "http" : "https")://\(host):\(port)" }

    func signal(_ signal: Int32) {
        kill(processIdentifier, signal)
    }

    /// For clients of the demo's brand. A busy machine makes tests slow; it must not make them fail.
    var configuration: Wallet.Configuration {
        var configuration = Wallet.Configuration(baseURL: url, brand: "demo")
        (configuration.timeout, configuration.totalTimeout) = (.seconds(120), .seconds(240))
        return configuration
    }

    private var api: CardAPIClient {
        CardAPIClient(
            configuration, transport: AsyncHTTPTransport(trusting ?? .patient),
            makeIdempotencyKey: { "key-\(Self.keys.add(1, ordering: .relaxed).newValue)" })
    }

    private static let keys = Atomic(0)

    /// A token for a customer of the demo's brand.
    func token(of customer: String, scope: String? = nil, secret: String = "demo-secret") async throws -> String {
        let client = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: secret)
        return try await api.token(.customer(customer, scope: scope), as: client).accessToken
    }

    func cards(of customer: String) async throws -> CustomerOperations {
        cards(bearing: try await token(of: customer))
    }

    func cards(bearing token: String) -> CustomerOperations {
        api.customer(accessToken: token)
    }

    /// The operations of the demo brand's backend.
    func business(secret: String = "demo-backend-secret") async throws -> BusinessOperations {
        api.business(accessToken: try await businessToken(secret: secret))
    }

    func businessToken(secret: String = "demo-backend-secret") async throws -> String {
        let client = CardAPIClient.Credentials(clientID: "demo-backend", clientSecret: secret)
        return try await api.token(.clientCredentials(scope: nil), as: client).accessToken
    }

    func get(_ path: String) async throws -> Answer {
        try await Answer.to(HTTPClientRequest(url: url + path), trusting)
    }
}

/// A sandbox listener with an address of its own.
struct Sandbox: Sendable {
    let host = Unshared.host()
    let port = 18081
    /// A client that trusts the service's root; nil for a service without TLS.
    var trusting: HTTPClient?

    var arguments: [String] { ["--sandbox-host", host, "--sandbox-port", "\(port)"] }

    func get(_ path: String) async throws -> Answer {
        try await Answer.to(HTTPClientRequest(url: url + path), trusting)
    }

    func send(_ method: String, _ path: String, _ json: String) async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .RAW(value: method)
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: json))
        return try await Answer.to(request, trusting)
    }

    /// Enrols a customer, who may have five cards of each program.
    func newCustomer() async throws -> String {
        let answer = try await send(
            "POST", "/sandbox/customers",
            #"{"country": "DE", "firstName": "Mara", "lastName": "Lindt", "mobile": "+49 15112345670"}"#)
        return try answer.member("customerId")
    }

    var url: String { "\(trusting == nil ? "http" : "https")://\(host):\(port)" }
}

struct Answer: Sendable {
    let status: UInt
    let body: String

    struct Unexpected: Error {
        let answer: Answer
    }

    static func to(_ request: HTTPClientRequest, _ client: HTTPClient? = nil) async throws -> Answer {
        let response = try await (client ?? .patient).execute(request, timeout: .seconds(120))
        return Answer(
            status: response.status.code, body: String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    func member(_ name: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        guard let value = object?[name] else { throw Unexpected(answer: self) }
        return "\(value)"
    }
}

extension CreateCardBody {
    static func virtual(_ program: String = "SKRILL-VIRTUAL-MC-EEA") -> CreateCardBody {
        var body = CreateCardBody()
        (body.programName, body.currency) = (program, "EUR")
        return body
    }
}
