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

    var url: String { "http://\(host):\(port)" }

    func signal(_ signal: Int32) {
        kill(processIdentifier, signal)
    }

    private var api: CardAPIClient {
        CardAPIClient(
            Wallet.Configuration(baseURL: url, brand: "demo"), transport: .asyncHTTP,
            makeIdempotencyKey: { "key-\(Self.keys.add(1, ordering: .relaxed).newValue)" })
    }

    private static let keys = Atomic(0)

    /// A token for a customer of the demo's brand.
    func token(of customer: String, scope: String? = nil) async throws -> String {
        let client = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: "demo-secret")
        return try await api.token(.customer(customer, scope: scope), as: client).accessToken
    }

    func cards(of customer: String) async throws -> CustomerOperations {
        cards(bearing: try await token(of: customer))
    }

    func cards(bearing token: String) -> CustomerOperations {
        api.customer(accessToken: token)
    }

    /// The operations of the demo brand's backend.
    func business() async throws -> BusinessOperations {
        api.business(accessToken: try await businessToken())
    }

    func businessToken() async throws -> String {
        let client = CardAPIClient.Credentials(clientID: "demo-backend", clientSecret: "demo-backend-secret")
        return try await api.token(.clientCredentials(scope: nil), as: client).accessToken
    }

    func get(_ path: String) async throws -> Answer {
        try await Answer.to(HTTPClientRequest(url: url + path))
    }
}

/// A sandbox listener with an address that no other test uses: all of 127.0.0.0/8 is this machine.
struct Sandbox: Sendable {
    let host: String
    let port = 18081

    /// - Parameter number: different for each test; the rest of the address depends on the test process.
    init(_ number: UInt8) {
        let process = getpid()
        host = "127.\(1 + process >> 8 & 127).\(process & 255).\(number)"
    }

    var arguments: [String] { ["--sandbox-host", host, "--sandbox-port", "\(port)"] }

    func get(_ path: String) async throws -> Answer {
        try await Answer.to(HTTPClientRequest(url: url + path))
    }

    func send(_ method: String, _ path: String, _ json: String) async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .RAW(value: method)
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: json))
        return try await Answer.to(request)
    }

    /// Enrols a customer, who may have five cards of each program.
    func newCustomer() async throws -> String {
        let answer = try await send(
            "POST", "/sandbox/customers",
            #"{"country": "DE", "firstName": "Mara", "lastName": "Lindt", "mobile": "+49 15112345670"}"#)
        return try answer.member("customerId")
    }

    var url: String { "http://\(host):\(port)" }
}

struct Answer: Sendable {
    let status: UInt
    let body: String

    struct Unexpected: Error {
        let answer: Answer
    }

    static func to(_ request: HTTPClientRequest) async throws -> Answer {
        let response = try await HTTPClient.walletDefault.execute(request, timeout: .seconds(120))
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
