import ArgumentParser
import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import Hosting
import HTTPContract
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOTransport
import Synchronization

/// The running service that a simulation talks to, and the customer it acts for.
struct ServiceOptions: ParsableArguments {
    @Option(help: "The service. (default: http://127.0.0.1:8080)")
    var url: String?

    @Option(help: "Address of the service's sandbox. (default: http://127.0.0.1:8081)")
    var sandboxURL: String?

    @Option(help: "The sandbox's token, if it has one; better given as TESSERA_SANDBOX_TOKEN.")
    var sandboxToken: String?

    @Option(help: "The brand. (default: demo)")
    var brand: String?

    @Option(help: "The client that gets the customer's token. (default: demo-app)")
    var clientID: String?

    @Option(help: "The client's secret; better given as TESSERA_CLIENT_SECRET. (default: demo-secret)")
    var clientSecret: String?

    @Option(
        help: ArgumentHelp(
            "PEM file with a further root certificate to trust, such as the command ca prints.", valueName: "file"))
    var tlsRoot: String?

    /// - Throws: if there is a `--tls-root` that cannot be used.
    func service() throws -> RunningService {
        RunningService(
            url: Setting.text(url, "URL", default: "http://127.0.0.1:8080"),
            sandboxURL: Setting.text(sandboxURL, "SANDBOX_URL", default: "http://127.0.0.1:8081"),
            sandboxToken: Setting.text(sandboxToken, "SANDBOX_TOKEN"),
            brand: Setting.text(brand, "BRAND", default: "demo"),
            client: CardAPIClient.Credentials(
                clientID: Setting.text(clientID, "CLIENT_ID", default: "demo-app"),
                clientSecret: Setting.text(clientSecret, "CLIENT_SECRET", default: "demo-secret")),
            http: try Setting.text(tlsRoot, "TLS_ROOT").map(TrustingClient.trusting) ?? .walletDefault)
    }
}

/// A running service, with the addresses and credentials to reach it and its sandbox.
struct RunningService: Sendable {
    var url: String
    /// With the sandbox's own path at its end, as a tenant's `sandboxUrl`, or without it.
    var sandboxURL: String
    let sandboxToken: String?
    var brand: String
    var client: CardAPIClient.Credentials
    let http: HTTPClient

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Clock: Decodable {
        let now: Timestamp
        let frozen: Bool
    }

    var api: CardAPIClient {
        CardAPIClient(
            Wallet.Configuration(baseURL: url, brand: brand), transport: AsyncHTTPTransport(http),
            makeIdempotencyKey: { UUID().uuidString })
    }

    func token(of customer: String) async throws -> String {
        do {
            return try await api.token(.customer(customer), as: client).accessToken
        } catch .tokenRefused(let refusal) {
            let reason = refusal.errorDescription ?? refusal.error.rawValue
            throw Failure(description: "\(url) does not issue a token for customer \(customer): \(reason)")
        } catch .notAnswered {
            throw nothingAnswers(at: url)
        } catch {
            throw Failure(description: "\(url) does not issue a token for customer \(customer): \(error)")
        }
    }

    /// A new customer in the sandbox, who can have cards of the demo's programs for the EEA.
    func newCustomer() async throws -> String {
        struct Enrolled: Decodable {
            let customerId: String
        }
        let customer: Enrolled = try await sandbox(
            "POST", "/customers",
            """
            {"country": "PL", "firstName": "Anna", "lastName": "Nowak", "mobile": "+48 500100200", "address": \
            {"address1": "Nowy Swiat 6", "city": "Warszawa", "countryCode": "PL", "postalCode": "00-400"}}
            """)
        return customer.customerId
    }

    /// The clock of this service's sandbox.
    func sandboxClock() async throws -> @Sendable () -> Date {
        let clock: Clock = try await sandbox("GET", "/clock")
        let there = Date(timeIntervalSince1970: TimeInterval(clock.now.secondsSince1970))
        let ahead = there.timeIntervalSince(Date())
        return { clock.frozen ? there : Date() + ahead }
    }

    func sandbox<Body: Decodable>(_ method: String, _ path: String, _ json: String? = nil) async throws -> Body {
        try await answer(method, path, json).decoded()
    }

    /// The sandbox's response, whatever its status is.
    func askSandbox(_ method: String, _ path: String, _ json: String?) async throws -> (status: Int, body: Data) {
        let answer = try await answer(method, path, json)
        return (Int(answer.status), answer.body)
    }

    private func answer(_ method: String, _ path: String, _ json: String?) async throws -> RawAnswer {
        let url = (sandboxURL.hasSuffix("/sandbox") ? sandboxURL : sandboxURL + "/sandbox") + path
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        if let sandboxToken { request.headers.add(name: "Authorization", value: "Bearer \(sandboxToken)") }
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json))
        }
        do {
            let response = try await http.execute(request, timeout: .seconds(30))
            let body = try await response.body.collect(upTo: 1 << 20)
            return RawAnswer(url: url, status: response.status.code, body: Data(body.readableBytesView))
        } catch {
            throw nothingAnswers(at: url)
        }
    }

    private func nothingAnswers(at url: String) -> Failure {
        let advice = url.hasPrefix("https:") ? "; or name its root with --tls-root, if it runs with --tls" : ""
        return Failure(description: "No service answers at \(url). Start it first: tessera serve --demo" + advice)
    }
}

/// Clients that trust a further root. They are kept until the program ends, as ``HTTPClient/walletDefault`` is.
private enum TrustingClient {
    private static let kept = Mutex<[HTTPClient]>([])

    static func trusting(_ file: String) throws -> HTTPClient {
        // A bundle of all public roots has about 200 KiB.
        let pem = try Setting.pem(file, option: "--tls-root", limit: 1 << 20)
        guard let roots = try? NIOSSLCertificate.fromPEMBytes(pem), !roots.isEmpty else {
            throw ValidationError(
                "--tls-root \(file) does not contain certificates in PEM; write it with: tessera ca > \(file)")
        }
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.additionalTrustRoots = [.certificates(roots)]
        configuration.tlsConfiguration = tls
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        kept.withLock { $0.append(client) }
        return client
    }
}

private struct RawAnswer: Sendable {
    let url: String
    let status: UInt
    let body: Data

    func decoded<Body: Decodable>(as type: Body.Type = Body.self) throws -> Body {
        guard (200...299).contains(status), let body = try? JSONDecoder().decode(type, from: body) else {
            // A response to a success may have card numbers.
            let isSuccess = 200...299 ~= status
            let text = isSuccess ? "something unreadable" : String(decoding: body.prefix(500), as: UTF8.self)
            throw RunningService.Failure(description: "\(url) answered \(status): \(text)\(advice)")
        }
        return body
    }

    /// What to do about the status; empty if the response says it itself.
    private var advice: String {
        switch status {
        case 200...299, 404:
            "\nCheck --sandbox-url: a sandbox is at the port that `tessera serve --demo` prints, 8081 by default."
        case 401: "\nSet --sandbox-token, or TESSERA_SANDBOX_TOKEN, to the value that the service has."
        case 500...: "\nThe service's log has the cause; it may still be starting."
        default: ""
        }
    }
}
