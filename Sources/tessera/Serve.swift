import ArgumentParser
import CardServer
import Foundation
import HTTPService
import Issuing
import Logging
import Provisioning
import Sandbox
import ServiceLifecycle
import UnixSignals
import Webhooks

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service.",
        discussion: """
            Without --database-url it runs a private Postgres in --data-dir, and starts and stops it. The data \
            is there again at the next start. It logs to standard error and ends with Ctrl-C.

            For example: tessera serve --demo --port 9090
            """)

    @Option(help: "Address of the public listener. (default: 127.0.0.1)")
    var host: String?

    @Option(help: "Port of the public listener. (default: 8080)")
    var port: Int?

    @Option(help: "Address of the service for its users, such as https://cards.example. (default: none)")
    var publicURL: String?

    @Option(
        help: "Maximum number of connections from one client address to a listener. (default: 4096, at most 8192)")
    var connectionsPerAddress: Int?

    @Flag(help: "Mark an empty database as a sandbox's and add the demo universe.")
    var demo = false

    @Option(
        help: ArgumentHelp(
            "Directory with visa.json and mastercard.json, the keys shared with the networks. Without it, cards can be "
                + "added to wallets only in a sandbox. (default: none)",
            valueName: "directory"))
    var networkKeys: String?

    @Flag(help: "Migrate the database of --database-url before serving. An embedded one is always migrated.")
    var migrate = false

    @Flag(help: "Allow webhooks over plain http and to any address, for development. On with --demo.")
    var webhooksAnywhere = false

    @OptionGroup(title: "Sandbox Options") var sandboxOptions: SandboxOptions

    @OptionGroup(title: "Storage Options") var storage: StorageOptions

    func run() async throws {
        let host = Setting.text(host, "HOST", default: "127.0.0.1")
        let port = try Setting.port(port, "PORT", default: 8080)
        let publicURL = try Setting.publicURL(publicURL)
        var limits = ListenerLimits()
        limits.connectionsPerAddress = try Setting.count(
            connectionsPerAddress, "CONNECTIONS_PER_ADDRESS", in: 1...limits.connections,
            default: limits.connectionsPerAddress)
        let sandbox = try sandboxOptions.choice()
        let networks = try readNetworkKeys()
        let isDemo = try Setting.flag(demo, "DEMO")
        let isMigrating = try Setting.flag(migrate, "MIGRATE")
        let webhooks = WebhookSettings(
            goesAnywhere: try Setting.flag(webhooksAnywhere, "WEBHOOKS_ANYWHERE") || isDemo)
        try await withInstallation(storage) { [limits] installation in
            DescriptorLimit.raise(for: [limits, limits], logger: installation.logger)
            let marking = isDemo ? "--demo" : sandbox.isWanted ? "--sandbox" : nil
            let mark = try await installation.prepareDatabase(migrating: isMigrating, markingFor: marking)
            try sandbox.requireMark(mark)
            let (issuing, tried) = try await service(
                installation, mark, sandbox, networks: networks, isDemo: isDemo)
            say(mark, sandbox, logger: installation.logger)
            if let networks {
                let names = networks.names.joined(separator: ", ")
                installation.logger.info("networks are connected", metadata: ["networks": .string(names)])
            }
            if publicURL == nil, !["127.0.0.1", "::1", "localhost"].contains(host) {
                installation.logger.warning(
                    "Without --public-url, only callers on this machine get addresses of secure views.")
            }
            let server = await CardServer(
                issuing, logger: installation.logger, metrics: installation.metrics, publicURL: publicURL,
                webhooks: webhooks, sandbox: tried.map(sandbox.settings(of:)))
            var services: [(name: String, service: any Service)] = []
            if let embedded = installation.embedded { services.append(("embedded Postgres", embedded)) }
            services += server.backgroundServices()
            let tenants = tried.map { installation.tenants(beside: server, $0, trusting: sandbox.appleRoots) }
            if let tenants { services.append(("tenants", tenants)) }
            var listeners: [Listener] = []
            if let application = server.sandboxListener(
                host: sandbox.host, port: sandbox.port, limits: limits, tenants: tenants)
            {
                listeners.append(
                    Listener(
                        purpose: "sandbox", host: sandbox.host, port: sandbox.port,
                        options: "--sandbox-host and --sandbox-port", application: application))
            }
            let application = server.publicListener(
                host: host, port: port, limits: limits, tenants: tenants
            ) { port in
                if isDemo { Welcome.say(host: Setting.reachable(host), port: port) }
            }
            listeners.append(
                Listener(
                    purpose: "public", host: host, port: port, options: "--host and --port", application: application))
            services.append(("listeners", ListenerGroup(listeners: listeners)))
            try await run(services, logger: installation.logger)
        }
    }

    private func readNetworkKeys() throws -> WalletNetworks? {
        guard let directory = Setting.text(networkKeys, "NETWORK_KEYS") else { return nil }
        let files: NetworkKeyFiles
        do throws(NetworkKeyFailure) {
            files = try NetworkKeyFiles(directory: directory)
        } catch {
            throw ValidationError("--network-keys: \(error)")
        }
        return try WalletNetworks(files)
    }

    /// The card service, and the sandbox around it if it is on.
    ///
    /// - Parameters:
    ///   - mark: the database's, if it has one.
    ///   - networks: of a service without a sandbox, if any are connected.
    private func service(
        _ installation: Installation, _ mark: SandboxMark?, _ choice: SandboxChoice, networks: WalletNetworks?,
        isDemo: Bool
    ) async throws -> (Issuing, Sandbox?) {
        guard let mark else {
            var issuing = try await installation.issuing()
            issuing.networks = networks
            return (issuing, nil)
        }
        var sandbox = try await installation.sandbox(mark, seed: choice.seed)
        if isDemo, try await sandbox.isEmpty() { try await sandbox.seedDemoUniverse() }
        guard choice.isOn else {
            var issuing = sandbox.issuing
            issuing.networks = networks
            return (issuing, nil)
        }
        guard networks == nil else {
            throw Installation.Failure(
                description: "--network-keys is for a service without a sandbox: a sandbox has networks of its own. "
                    + "Leave it out, or turn the sandbox off with --sandbox-port 0.")
        }
        try await sandbox.followClock()
        sandbox = try await sandbox.connectedToSimulatedNetworks(trusting: choice.appleRoots)
        return (sandbox.issuing, sandbox)
    }

    /// Logged so that nobody has a sandbox without knowing it, or looks for one that does not exist.
    private func say(_ mark: SandboxMark?, _ sandbox: SandboxChoice, logger: Logger) {
        guard let mark else {
            logger.info("no sandbox: the database is not a sandbox's; --sandbox or --demo marks an empty one")
            return
        }
        guard sandbox.port != 0 else {
            logger.info("no sandbox: --sandbox-port 0 turns it off, although the database is a sandbox's")
            return
        }
        logger.warning(
            "the sandbox is on: it shows card numbers to anyone who reaches it",
            metadata: [
                "database": .string(mark.database), "address": .string("\(sandbox.host):\(sandbox.port)"),
                "asksForToken": .stringConvertible(sandbox.token != nil),
            ])
    }

    /// Runs until a signal arrives or one of the services fails. Either way the others end in order, the last one
    /// first.
    private func run(_ services: [(name: String, service: any Service)], logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: services.map { name, service in
                .init(service: service, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: name)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A container is killed 30 s after it was asked to end. What has not ended by then is cancelled.
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        try await ServiceGroup(configuration: configuration).run()
    }
}
