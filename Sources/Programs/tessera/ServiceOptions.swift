import ArgumentParser
import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import Hosting
import HTTPContract
import NIOTransport

/// The running service that a simulation talks to, and the customer it acts for.
struct ServiceOptions: ParsableArguments {
    @Option(help: "The service. (default: http://127.0.0.1:8080)")
    var url: String?

    @OptionGroup var sandbox: SandboxAddress

    @Option(help: "The brand. (default: demo)")
    var brand: String?

    @Option(help: "The client that gets the customer's token. (default: demo-app)")
    var clientID: String?

    @Option(help: "The client's secret; better given as TESSERA_CLIENT_SECRET. (default: demo-secret)")
    var clientSecret: String?

    /// - Throws: if an option cannot be used.
    func service() throws -> RunningService {
        RunningService(
            url: try Setting.address(url, "URL", default: "http://127.0.0.1:8080"), beside: try sandbox.sandbox(),
            brand: Setting.text(brand, "BRAND", default: "demo"),
            client: CardAPIClient.Credentials(
                clientID: Setting.text(clientID, "CLIENT_ID", default: "demo-app"),
                clientSecret: Setting.text(clientSecret, "CLIENT_SECRET", default: "demo-secret")))
    }
}

/// A running service, with the addresses and credentials to reach it and its sandbox.
struct RunningService: Sendable {
    var url: String
    /// Its sandbox.
    var beside: RunningSandbox
    var brand: String
    var client: CardAPIClient.Credentials

    struct Failure: Error, CustomStringConvertible {
        let description: String

        static func nothingAnswers(at url: String) -> Failure {
            let advice = url.hasPrefix("https:") ? "; or name its root with --tls-root, if it runs with --tls" : ""
            return Failure(description: "No service answers at \(url). Start it first: tessera serve --demo" + advice)
        }
    }

    private struct Clock: Decodable {
        let now: Timestamp
        let frozen: Bool
    }

    var http: HTTPClient { beside.http }

    var api: CardAPIClient {
        CardAPIClient(
            Wallet.Configuration(baseURL: url, brand: brand),
            transport: RepeatingTransport(MarkingTransport(AsyncHTTPTransport(http))),
            makeIdempotencyKey: { UUID().uuidString })
    }

    func token(of customer: String) async throws -> String {
        do {
            return try await api.token(.customer(customer), as: client).accessToken
        } catch .tokenRefused(let refusal) {
            let reason = refusal.errorDescription ?? refusal.error.rawValue
            throw Failure(description: "\(url) does not issue a token for customer \(customer): \(reason)")
        } catch .notAnswered {
            throw Failure.nothingAnswers(at: url)
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
            {"country": "PL", "firstName": "Marta", "lastName": "Lis", "mobile": "+48 500100200", "address": \
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
        try await beside.ask(method, path, json.map { .json($0) })
    }

    /// The sandbox's response, whatever its status is.
    func askSandbox(_ method: String, _ path: String, _ json: String?) async throws -> (status: Int, body: Data) {
        let answer = try await beside.answer(method, path, json.map { .json($0) })
        return (answer.status, answer.body)
    }
}
