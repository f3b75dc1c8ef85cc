import ArgumentParser
import CardServer
import Foundation
import Issuing
import Logging
import ServiceLifecycle
import UnixSignals
import WalletCrypto

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service.",
        discussion: """
            Without --database-url it runs a private Postgres in --data-dir, started and stopped with it; everything \
            is found again at the next start. It logs to standard error and ends with Ctrl-C.

            For example: tessera serve --demo --port 9090
            """)

    @Option(help: "Address of the public listener. (default: 127.0.0.1)")
    var host: String?

    @Option(help: "Port of the public listener. (default: 8080)")
    var port: Int?

    @Option(help: "Address of the sandbox listener, which asks for no token. (default: 127.0.0.1)")
    var sandboxHost: String?

    @Option(help: "Port of the sandbox listener; 0 turns the sandbox off. (default: 8081)")
    var sandboxPort: Int?

    @Option(help: "How the service is reached from outside, such as https://cards.example. (default: as it was asked)")
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "PEM file with a root that Apple devices' certificates may lead to; sandbox only, repeatable.",
            valueName: "file"))
    var appleRoot: [String] = []

    @Option(
        help: ArgumentHelp(
            "Take all chance from this number and stop the clock, so that the same requests get the same answers; "
                + "sandbox only, for an empty database.",
            valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Migrate, and put the demo universe into an empty database.")
    var demo = false

    @Flag(help: "Migrate the database given by --database-url before serving. An embedded one always is.")
    var migrate = false

    @Flag(help: "Let webhooks go to plain http and to any address, for development. On with --demo.")
    var webhooksAnywhere = false

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let host = Setting.text(host, "HOST", default: "127.0.0.1")
        let port = try Setting.port(port, "PORT", default: 8080)
        let sandboxHost = Setting.text(sandboxHost, "SANDBOX_HOST", default: "127.0.0.1")
        let sandboxPort = try Setting.port(sandboxPort, "SANDBOX_PORT", default: 8081)
        let publicURL = try Setting.publicURL(publicURL)
        let appleRoots = try readAppleRoots(hasSandbox: sandboxPort != 0)
        let seed = try Setting.seed(seed)
        guard seed == nil || sandboxPort != 0 else {
            throw ValidationError(
                "--seed is for the sandbox, which --sandbox-port 0 turns off: who knows the seed knows every key.")
        }
        let isDemo = try Setting.flag(demo, "DEMO")
        let isMigrating = try Setting.flag(migrate, "MIGRATE")
        let webhooks = WebhookSettings(
            goesAnywhere: try Setting.flag(webhooksAnywhere, "WEBHOOKS_ANYWHERE") || isDemo)
        try await withInstallation(storage) { installation in
            if installation.embedded != nil || isDemo || isMigrating {
                _ = try await installation.migrate()
            } else {
                try await installation.requireSchema()
            }
            var issuing = try await installation.issuing(seed: seed)
            if isDemo, try await issuing.isEmpty() { try await issuing.seedDemoUniverse() }
            if sandboxPort != 0 {
                try await issuing.followClock()
                issuing = try await issuing.connectedToSimulatedNetworks(trusting: appleRoots)
            }
            let server = await CardServer(
                issuing, logger: installation.logger, metrics: installation.metrics, publicURL: publicURL,
                webhooks: webhooks, hasSandbox: sandboxPort != 0)
            var services: [(name: String, service: any Service)] = []
            if let embedded = installation.embedded { services.append(("embedded Postgres", embedded)) }
            services += server.backgroundServices()
            var tenants: Tenants?
            if sandboxPort != 0 {
                let beside = Tenants(beside: server, installation.configuration) { database, clock, entropy in
                    try await installation.issuing(on: database, clock, entropy)
                        .connectedToSimulatedNetworks(trusting: appleRoots)
                }
                services.append(("tenants", beside))
                tenants = beside
                let listener = server.sandboxListener(host: sandboxHost, port: sandboxPort, tenants: beside)
                services.append((
                    "sandbox listener",
                    Listener(
                        purpose: "sandbox", host: sandboxHost, port: sandboxPort,
                        options: "--sandbox-host and --sandbox-port", application: listener)
                ))
            }
            let listener = server.publicListener(host: host, port: port, tenants: tenants) { port in
                if isDemo { Welcome.say(host: Setting.reachable(host), port: port) }
            }
            services.append((
                "public listener",
                Listener(
                    purpose: "public", host: host, port: port, options: "--host and --port", application: listener)
            ))
            try await run(services, logger: installation.logger)
        }
    }

    /// Roots beside Apple's own and the sandbox's; production trusts none but Apple's.
    private func readAppleRoots(hasSandbox: Bool) throws -> [String] {
        let files = Setting.list(appleRoot, "APPLE_ROOT")
        guard files.isEmpty || hasSandbox else {
            throw ValidationError("--apple-root is for the sandbox, which --sandbox-port 0 turns off.")
        }
        return try files.map { file in
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw ValidationError("--apple-root \(file) is no text file that can be read; a PEM file is needed.")
            }
            do throws(CertificateFailure) {
                _ = try AppleTrust(sandboxRoots: [text])
            } catch {
                throw ValidationError("--apple-root \(file): the certificate \(error.predicate)")
            }
            return text
        }
    }

    /// Until a signal, or until one of them fails: then too the others end in order, the last first.
    private func run(_ services: [(name: String, service: any Service)], logger: Logger) async throws {
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { name, service in
                    .init(service: service, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: name)
                },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
    }
}
