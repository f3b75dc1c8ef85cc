import AsyncHTTPClient
import CardAPI
import CardClient
import Cards
import CardSecrets
import CardServer
import Console
import Foundation
import Gateways
import HTTPContract
import HTTPService
import Hummingbird
import Identifiers
import Issuing
import Logging
import MerchantsHosting
import NetworkServer
import NIOTransport
import Postgres
import Sandbox
import SandboxServer
import ServiceLifecycle
import Synchronization
import Testing
import TestSupport
import Webhooks

import struct HTTPContract.Operation

/// A service on real sockets and with its own real database. The clock is frozen and the entropy is seeded, so the same
/// requests in the same order get the same bytes. The brand requires strong customer authentication only where a test
/// says so, and the networks are simulated.
package struct LiveService: Sendable {
    package let fixture: IssuingFixture
    package let publicPort: Int
    package let sandboxPort: Int
    /// The port of the network's listener.
    package let networkPort: Int
    /// The merchants' listener; nil without a sandbox around the service.
    package let merchantsPort: Int?
    package let log: CapturedLog
    /// Sends webhooks when a test calls it. Otherwise webhooks are sent only when the clock is moved.
    package let webhooks: WebhookSender
    /// The prefix of every path: empty, or that of a tenant.
    package var base = ""
    package var brand = DemoUniverse.brand

    /// The same service, for a test run in a tenant.
    package func tenant(_ name: String, brand: String = DemoUniverse.brand) -> LiveService {
        var tenant = self
        tenant.brand = brand
        tenant.base = "/tenants/\(name)"
        return tenant
    }

    /// The people of the demo universe.
    package enum Person: String {
        case ivana = "10000001"
        case jonas = "10000002"
        case emily = "20000001"
    }

    package var client: CardAPIClient { client(brand: brand) }

    package func client(brand: String) -> CardAPIClient {
        var configuration = Wallet.Configuration(baseURL: "http://127.0.0.1:\(publicPort)\(base)", brand: brand)
        // A busy machine makes tests slow; it must not make them fail.
        configuration.timeout = .seconds(120)
        return CardAPIClient(
            configuration, transport: AsyncHTTPTransport(.shared),
            makeIdempotencyKey: { [entropy = fixture.issuing.entropy] in entropy.uuid().uuidString })
    }

    /// A customer's access token, as the brand's app gets it.
    package func token(of customer: String, scope: String? = nil) async throws -> String {
        try await client.token(.customer(customer, scope: scope), as: .app).accessToken
    }

    package func token(of person: Person, scope: String? = nil) async throws -> String {
        try await token(of: person.rawValue, scope: scope)
    }

    package func business() async throws -> BusinessOperations {
        client.business(accessToken: try await businessToken())
    }

    package func businessToken() async throws -> String {
        try await client.token(.clientCredentials(scope: nil), as: .backend).accessToken
    }

    /// A customer of a brand that is not the demo's.
    package func customerOfAnotherBrand() async throws -> String {
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('elsewhere')")
        return try await fixture.enrol(in: "elsewhere").description
    }

    package func cards(of person: Person) async throws -> CustomerOperations { try await cards(of: person.rawValue) }

    package func cards(of customer: String) async throws -> CustomerOperations {
        client.customer(accessToken: try await token(of: customer))
    }
}

extension CardAPIClient.Credentials {
    package static let app = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: "demo-secret")
    package static let backend = CardAPIClient.Credentials(
        clientID: "demo-backend", clientSecret: "demo-backend-secret")
}

/// The options with which a test runs a service.
package struct ServingOptions: Sendable {
    package var seed: UInt64 = 1
    /// The operations that require strong customer authentication.
    package var operations: [ProtectedOperation] = []
    package var webhooks = WebhookSettings()
    /// The operations whose declarations are compared with the responses.
    package var declared: [Operation] = Operations.all
    /// The limit for the wait of requests to tenants for their databases.
    package var tenantsWait = Duration.seconds(60)
    /// The access rules of the sandbox.
    package var access = SandboxAccess()
    /// True if the sandbox's listener has the console's page.
    package var hasConsole = false
    /// The limits of both listeners.
    package var limits = ListenerLimits()
    /// The threads that hash passwords.
    package var slowWork = SlowWork.patient
    /// The limit for wrong secrets; nil for none.
    package var wrongSecrets: WrongSecretsLimit?
}

/// A limit for wrong secrets, and its time. The listeners believe the `X-Forwarded-For` of a test.
package struct WrongSecretsLimit: Sendable {
    package let perMinute: Int
    package let clock = MovableInstant()

    package init(perMinute: Int) { self.perMinute = perMinute }

    fileprivate func secretLimit(_ settings: CardServerSettings) -> SecretLimit {
        SecretLimit(perMinute: perMinute, logger: settings.logger, metrics: settings.metrics, now: { clock.now })
    }
}

/// Runs the listener of a card service without a sandbox around it, while `work` talks to it. Its sandbox runs beside
/// it on the same database and clock, as another server would. Both stop gracefully, even if `work` fails.
package func withLiveService(
    seed: UInt64 = 1, asking operations: [ProtectedOperation] = [], webhooks: WebhookSettings = .init(),
    declaring declared: [Operation] = Operations.all, limits: ListenerLimits = .init(),
    _ work: (LiveService) async throws -> Void
) async throws {
    let options = ServingOptions(
        seed: seed, operations: operations, webhooks: webhooks, declared: declared, limits: limits)
    try await serve(options, work) { fixture, sandbox, settings, addresses, tenants in
        let card = await StandaloneCardServer(fixture.issuing, settings).parts(at: addresses.card)
        let beside = sandbox.parts(at: addresses.card, sandboxAt: addresses.sandbox, tenants: tenants)
        return card.listeners + beside.listeners.filter { $0.purpose == "sandbox" }
    }
}

/// Runs a card service with a sandbox around it, as `tessera serve --demo` does, while `work` talks to it.
package func withSandboxService(
    seed: UInt64 = 1, asking operations: [ProtectedOperation] = [], webhooks: WebhookSettings = .init(),
    declaring declared: [Operation] = Operations.all, tenantsWait: Duration = .seconds(60),
    access: SandboxAccess = .init(), console: Bool = false, limits: ListenerLimits = .init(),
    hashingOn slowWork: SlowWork = .patient, limiting wrongSecrets: WrongSecretsLimit? = nil,
    _ work: (LiveService) async throws -> Void
) async throws {
    let options = ServingOptions(
        seed: seed, operations: operations, webhooks: webhooks, declared: declared, tenantsWait: tenantsWait,
        access: access, hasConsole: console, limits: limits, slowWork: slowWork,
        wrongSecrets: wrongSecrets)
    let page: (HTTPService.Router<ServiceContext>) -> Void = { ConsolePages().register(on: $0) }
    try await serve(options, work) { _, sandbox, _, addresses, tenants in
        sandbox.parts(
            at: addresses.card, sandboxAt: addresses.sandbox, merchantsAt: addresses.merchants, tenants: tenants,
            console: options.hasConsole ? page : nil
        ).listeners
    }
}

private typealias Addresses = (card: ListenerAddress, sandbox: ListenerAddress, merchants: ListenerAddress)

/// Any free port, for a listener that logs its requests.
private func loggingAddress(
    _ options: ServingOptions, _ secretLimit: SecretLimit?, _ ports: AsyncStream<Int>.Continuation
) throws -> ListenerAddress {
    var address = ListenerAddress(host: "127.0.0.1", port: 0, limits: options.limits) { ports.yield($0) }
    address.logsRequests = true
    address.secretLimit = secretLimit
    if secretLimit != nil { address.trustedProxies = try TrustedProxies(["127.0.0.1"]) }
    return address
}

/// - Parameter listeners: returns the listeners to run. Workers do not run, because tests move the clock and send
///   webhooks themselves.
private func serve(
    _ options: ServingOptions, _ work: (LiveService) async throws -> Void,
    listeners: (IssuingFixture, SandboxServer, CardServerSettings, Addresses, Tenants) async throws -> [Listener]
) async throws {
    let fixture = try await IssuingFixture.make(
        seed: options.seed, asking: options.operations, hashingOn: options.slowWork)
    let log = CapturedLog()
    let settings = CardServerSettings(logger: log.logger, metrics: PrometheusRegistry(), webhooks: options.webhooks)
    let server = await SandboxServer(
        fixture.sandbox, access: options.access, settings,
        merchants: MerchantsServer.assembly(trusting: try .sandbox()))
    let (publicPorts, tellPublic) = AsyncStream.makeStream(of: Int.self)
    let (sandboxPorts, tellSandbox) = AsyncStream.makeStream(of: Int.self)
    let (networkPorts, tellNetwork) = AsyncStream.makeStream(of: Int.self)
    let (merchantsPorts, tellMerchants) = AsyncStream.makeStream(of: Int.self)
    var besides = try fixture.scratch.configuration
    besides.waitingLimit = options.tenantsWait
    let tenants = Tenants(
        beside: server, besides, with: .withMerchants, spares: 1, assemble: IssuingFixture.assemble)
    let secretLimit = options.wrongSecrets?.secretLimit(settings)
    let addresses = (
        card: try loggingAddress(options, secretLimit, tellPublic),
        sandbox: try loggingAddress(options, secretLimit, tellSandbox),
        merchants: try loggingAddress(options, secretLimit, tellMerchants)
    )
    let watched = try await listeners(fixture, server, settings, addresses, tenants).map { listener in
        switch listener.purpose {
        case "sandbox": watch(listener, against: SandboxOperations.all, OpenAPIDocument.sandbox().errors)
        case "merchants": watchLimits(listener, of: server.merchants?.gateways ?? [])
        default: watch(listener, against: options.declared, OpenAPIDocument.cardService().errors)
        }
    }
    if !watched.contains(where: { $0.purpose == "merchants" }) { tellMerchants.finish() }
    let door = server.network.listener(at: ListenerAddress(host: "127.0.0.1", port: 0) { tellNetwork.yield($0) })
    let services: [any Service] = [tenants, door] + watched
    let group = ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: log.logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer {
                tellPublic.finish()
                tellSandbox.finish()
                tellNetwork.finish()
                tellMerchants.finish()
            }
            try await group.run()
        }
        let ports = await (
            publicPorts.first { _ in true }, sandboxPorts.first { _ in true }, networkPorts.first { _ in true }
        )
        guard let publicPort = ports.0, let sandboxPort = ports.1, let networkPort = ports.2 else {
            return try await tasks.waitForAll()
        }
        let merchantsPort = await merchantsPorts.first { _ in true }
        let outcome: Result<Void, any Error>
        do {
            try await work(
                LiveService(
                    fixture: fixture, publicPort: publicPort, sandboxPort: sandboxPort, networkPort: networkPort,
                    merchantsPort: merchantsPort, log: log, webhooks: server.webhooks))
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

/// Every line that the service logs, as in a log file.
package final class CapturedLog: Sendable {
    private let lines = Mutex<[[UInt8]]>([])

    package init() {}

    package var text: String { lines.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined() }

    package var logger: Logger {
        Logger(label: "tessera") { label in
            JSONLogHandler(label: label, level: .trace, now: { IssuingFixture.now }) { [self] line in
                lines.withLock { $0.append(line) }
            }
        }
    }
}
