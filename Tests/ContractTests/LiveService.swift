import AsyncHTTPClient
import CardAPI
import CardClient
import Cards
import CardSecrets
import Foundation
import HTTPContract
import Issuing
import Logging
import Postgres
import Sandbox
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Webhooks

@testable import CardServer
@testable import HTTPService

/// The service as it runs in production, on real sockets and a real database of the test's own; only the clock stands
/// still and entropy is seeded, so that the same requests in the same order get the same bytes.
struct LiveService: Sendable {
    let fixture: IssuingFixture
    let publicPort: Int
    let sandboxPort: Int
    let log: CapturedLog
    /// Sends webhooks on request. Nothing is sent otherwise, unless the clock is moved.
    let webhooks: WebhookSender
    /// What every path begins with: nothing, or a tenant.
    var base = ""
    var brand = DemoUniverse.brand

    /// The same, as a test run in a tenant of its own sees it.
    func tenant(_ name: String, brand: String = DemoUniverse.brand) -> LiveService {
        var tenant = self
        tenant.brand = brand
        tenant.base = "/tenants/\(name)"
        return tenant
    }

    /// The people of the demo universe.
    enum Person: String {
        case ivana = "10000001"
        case jonas = "10000002"
        case emily = "20000001"
    }

    var client: CardAPIClient { client(brand: brand) }

    func client(brand: String) -> CardAPIClient {
        var configuration = Wallet.Configuration(baseURL: "http://127.0.0.1:\(publicPort)\(base)", brand: brand)
        // A busy machine makes tests slow; it must not make them fail.
        configuration.timeout = .seconds(120)
        return CardAPIClient(
            configuration, http: .shared,
            makeIdempotencyKey: { [entropy = fixture.issuing.entropy] in entropy.uuid().uuidString })
    }

    /// A customer's access token, as the brand's app gets it.
    func token(of customer: String, scope: String? = nil) async throws -> String {
        try await client.token(.customer(customer, scope: scope), as: .app).accessToken
    }

    func token(of person: Person, scope: String? = nil) async throws -> String {
        try await token(of: person.rawValue, scope: scope)
    }

    func business() async throws -> BusinessOperations {
        client.business(accessToken: try await businessToken())
    }

    func businessToken() async throws -> String {
        try await client.token(.clientCredentials(scope: nil), as: .backend).accessToken
    }

    /// Somebody whom the demo's brand knows nothing of.
    func customerOfAnotherBrand() async throws -> String {
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('elsewhere')")
        return try await fixture.enrol(in: "elsewhere").description
    }

    func cards(of person: Person) async throws -> CustomerOperations { try await cards(of: person.rawValue) }

    func cards(of customer: String) async throws -> CustomerOperations {
        client.customer(accessToken: try await token(of: customer))
    }
}

extension CardAPIClient.Credentials {
    static let app = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: "demo-secret")
    static let backend = CardAPIClient.Credentials(clientID: "demo-backend", clientSecret: "demo-backend-secret")
}

/// Runs a service while `work` talks to it, and stops it gracefully however that ends.
///
/// - Parameters:
///   - operations: which ask for strong customer authentication.
///   - declared: what its answers are held against.
///   - tenantsWait: how long their requests wait for their databases.
///   - access: what the sandbox asks for, and what it is called.
///   - limits: of both listeners.
func withLiveService(
    seed: UInt64 = 1, asking operations: [ProtectedOperation] = [], webhooks settings: WebhookSettings = .init(),
    declaring declared: [HTTPContract.Operation] = Operations.all, tenantsWait: Duration = .seconds(60),
    sandbox access: (token: SandboxToken?, names: [String]) = (nil, []), limits: ListenerLimits = .init(),
    _ work: (LiveService) async throws -> Void
) async throws {
    let fixture = try await IssuingFixture.make(seed: seed, asking: operations)
    let log = CapturedLog()
    let server = await CardServer(
        fixture.issuing, logger: log.logger, metrics: PrometheusRegistry(), webhooks: settings,
        sandbox: SandboxSettings(fixture.sandbox, token: access.token, names: access.names))
    let (publicPorts, tellPublic) = AsyncStream.makeStream(of: Int.self)
    let (sandboxPorts, tellSandbox) = AsyncStream.makeStream(of: Int.self)
    var besides = try fixture.scratch.configuration
    besides.waitingLimit = tenantsWait
    let tenants = Tenants(beside: server, fixture.sandbox, besides, assemble: IssuingFixture.assemble)
    let sandboxListener = server.sandboxListener(host: "127.0.0.1", port: 0, limits: limits, tenants: tenants) {
        tellSandbox.yield($0)
    }
    let listeners: [any Service] = [
        tenants,
        ContractWatch(
            try #require(sandboxListener),
            against: SandboxOperations.all, OpenAPIDocument.sandbox().errors),
        ContractWatch(
            server.publicListener(host: "127.0.0.1", port: 0, limits: limits, tenants: tenants) {
                tellPublic.yield($0)
            },
            against: declared, OpenAPIDocument.cardService().errors),
    ]
    let group = ServiceGroup(configuration: .init(services: listeners.map { .init(service: $0) }, logger: log.logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer {
                tellPublic.finish()
                tellSandbox.finish()
            }
            try await group.run()
        }
        let ports = await (publicPorts.first { _ in true }, sandboxPorts.first { _ in true })
        guard let publicPort = ports.0, let sandboxPort = ports.1 else { return try await tasks.waitForAll() }
        let outcome: Result<Void, any Error>
        do {
            try await work(
                LiveService(
                    fixture: fixture, publicPort: publicPort, sandboxPort: sandboxPort, log: log,
                    webhooks: server.webhooks))
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        await fixture.issuing.database.shutDown()
        try outcome.get()
    }
}

/// Every line the service logs, as it would stand in the log file.
final class CapturedLog: Sendable {
    private let lines = Mutex<[[UInt8]]>([])

    var text: String { lines.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined() }

    var logger: Logger {
        Logger(label: "tessera") { label in
            JSONLogHandler(label: label, level: .trace, now: { IssuingFixture.now }) { [self] line in
                lines.withLock { $0.append(line) }
            }
        }
    }
}
