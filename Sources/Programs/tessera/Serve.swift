import ArgumentParser
import CardServer
import Console
import Gateways
import Hosting
import HTTPService
import Logging
import MerchantsHosting
import NetworkServer
import Sandbox
import SandboxServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service.",
        discussion: """
            Without --database-url it runs a private Postgres in --data-dir, and starts and stops it. The data \
            is there again at the next start. It logs to standard error and ends with Ctrl-C.

            For example: tessera serve --demo --port 9090
            """)

    @OptionGroup var options: CardServiceOptions

    @Flag(help: "Mark an empty database as a sandbox's, add the demo universe, and allow webhooks anywhere.")
    var demo = false

    @OptionGroup(title: "Sandbox Options") var sandboxOptions: SandboxOptions

    @OptionGroup(title: "Storage Options") var storage: StorageOptions

    func run() async throws {
        // Nobody balances a sandbox, and those who restart it do not want to wait. Its secrets are published, and test
        // suites send wrong ones on purpose.
        var card = try options.choice(usualDrainSeconds: 0, publishingMetrics: true, usualWrongSecrets: 0)
        let sandbox = try sandboxOptions.choice()
        let isDemo = try Setting.flag(demo, "DEMO")
        let standby = try options.standby.choice()
        if isDemo {
            card.webhooksGoAnywhere = true
            let welcome = Welcome(card.address, beside: sandbox, tls: card.tls, dataDir: storage.dataDir)
            card.address.onRunning = { port in welcome.say(port: port) }
        }
        try await withInstallation(storage, standby: standby) { [card] installation in
            let names = [sandbox.address.host] + sandbox.names + sandbox.gatewayHosts
            let card = try card.secured(in: installation, calledAt: names)
            let mark = try await prepareDatabase(of: installation, card, sandbox, isDemo: isDemo)
            try sandbox.requireMark(mark)
            guard let mark, sandbox.isOn else {
                if let mark, isDemo { try await seedDemo(installation.sandbox(mark)) }
                noteMissingSandbox(mark, logger: installation.logger)
                card.explain(in: installation)
                try await installation.run(card.service(in: installation), draining: card.drainTime)
                return
            }
            let parts = try await sandboxParts(installation, mark, card, sandbox, isDemo: isDemo)
            noteSandbox(mark, sandbox, logger: installation.logger)
            card.explain(in: installation)
            try await installation.run(parts, draining: card.drainTime)
        }
    }

    /// The database's mark, or nil if the database is not a sandbox's. `--demo` and `--sandbox` mark an empty database.
    private func prepareDatabase(
        of installation: Installation, _ card: CardServiceChoice, _ sandbox: SandboxChoice, isDemo: Bool
    ) async throws -> SandboxMark? {
        if isDemo { return try await installation.prepareSandbox(for: "--demo") }
        if sandbox.isWanted { return try await installation.prepareSandbox(for: "--sandbox") }
        try await installation.prepareSchema(migrating: card.isMigrating)
        return try await installation.findSandbox()
    }

    private func seedDemo(_ sandbox: Sandbox) async throws {
        if try await sandbox.isEmpty() { try await sandbox.seedDemoUniverse() }
    }

    private func sandboxParts(
        _ installation: Installation, _ mark: SandboxMark, _ card: CardServiceChoice, _ choice: SandboxChoice,
        isDemo: Bool
    ) async throws -> ServiceParts {
        var sandbox = try await installation.sandbox(mark, seed: choice.seed)
        if isDemo { try await seedDemo(sandbox) }
        guard card.networks == nil else {
            throw Installation.Failure(
                description: "--network-keys is for a service without a sandbox: a sandbox has networks of its own. "
                    + "Leave it out, or turn the sandbox off with --sandbox-port 0.")
        }
        try await sandbox.followClock()
        sandbox = try await sandbox.connectedToSimulatedNetworks(trusting: choice.appleRoots)
        let settings = card.settings(in: installation)
        let server = await SandboxServer(
            sandbox, access: choice.access, settings,
            merchants: MerchantsServer.assembly(trusting: try .sandbox(besides: choice.appleRoots)))
        if isDemo { try await server.seedDemoMerchant() }
        let tenants = installation.tenants(beside: server, trusting: choice.appleRoots)
        var parts = server.parts(
            at: card.address, sandboxAt: choice.address.guarded(as: card.address),
            merchantsAt: choice.merchantsAddress(at: card.address.host)?.guarded(as: card.address), tenants: tenants,
            console: ConsolePages().register)
        card.doors.add(server.network, to: &parts)
        await card.addPartsForOperator(of: sandbox.issuing, settings, to: &parts)
        return parts
    }

    // These log lines tell operators whether a sandbox runs: they should neither run one by mistake nor look for one
    // that does not exist.

    private func noteMissingSandbox(_ mark: SandboxMark?, logger: Logger) {
        let reason =
            mark == nil
            ? "the database is not marked as a sandbox's; start with an empty database and --sandbox or --demo"
            : "--sandbox-port 0 turns it off, although the database is a sandbox's"
        logger.info("the sandbox is off: \(reason)")
    }

    private func noteSandbox(_ mark: SandboxMark, _ sandbox: SandboxChoice, logger: Logger) {
        logger.warning(
            "the sandbox is on: it shows card numbers to anyone who reaches it",
            metadata: [
                "database": .string(mark.database),
                "address": .string("\(sandbox.address.host):\(sandbox.address.port)"),
                "asksForToken": .stringConvertible(sandbox.token != nil),
            ])
    }
}

extension ListenerAddress {
    /// The same address with the limits, the certificate, the proxies and the log of another listener.
    fileprivate func guarded(as other: ListenerAddress) -> ListenerAddress {
        var address = self
        (address.limits, address.security) = (other.limits, other.security)
        address.logsRequests = other.logsRequests
        (address.secretLimit, address.trustedProxies) = (other.secretLimit, other.trustedProxies)
        return address
    }
}
