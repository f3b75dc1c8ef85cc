import ArgumentParser
import CardServer
import Foundation
import HTTPService
import Issuing
import Logging
import NetworkServer
import Provisioning
import Validation
import Webhooks

/// The options of the card service, for every program that runs it.
package struct CardServiceOptions: ParsableArguments {
    @Option(help: "Address of the public listener. (default: localhost, which is 127.0.0.1 and ::1)")
    package var host: String?

    @Option(help: "Port of the public listener. (default: 8080)")
    package var port: Int?

    @Option(help: "Address of the service for its users, such as https://cards.example. (default: none)")
    package var publicURL: String?

    @Option(
        help: "Maximum number of connections from one client address to a listener. (default: 4096, at most 8192)")
    package var connectionsPerAddress: Int?

    @Option(
        help: ArgumentHelp(
            "Seconds that the service still accepts and answers after SIGTERM or Ctrl-C, while /readyz answers 503. "
                + "(default: 5 in tessera-core, 0 in tessera and on a terminal)",
            valueName: "seconds"))
    package var drainSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "Wrong secrets of clients that one address may send in a minute; then it must wait. 0 for any number. "
                + "(default: 20 in tessera-core, 0 in tessera)",
            valueName: "count"))
    package var wrongSecretsPerMinute: Int?

    @Option(
        help: ArgumentHelp(
            "Days after which an authorization without a clearing is a break, up to 90. 0 for never. "
                + "(default: 5 in tessera-core, 0 in tessera)",
            valueName: "days"))
    package var missingClearingDays: Int?

    @Option(
        help: ArgumentHelp(
            "Address of a proxy in front of the service, or a block such as 10.0.0.0/8, whose X-Forwarded-For is "
                + "believed; repeatable. (default: none)",
            valueName: "address"))
    package var trustedProxies: [String] = []

    @Option(
        help: ArgumentHelp(
            "Whether each request gets one line in the log, without its path and body: true or false. "
                + "(default: true)",
            valueName: "boolean"))
    package var logRequests: Bool?

    @Option(
        help: ArgumentHelp(
            "Directory with visa.json and mastercard.json, the keys shared with the networks. Without it, cards can be "
                + "added to wallets only in a sandbox. (default: none)",
            valueName: "directory"))
    package var networkKeys: String?

    @Option(
        help: "Port of the listener for card networks, which only this machine reaches; 0 closes it. (default: 0)")
    package var networkPort: Int?

    @Option(
        help: ArgumentHelp(
            "Port of the listener for card networks that speak ISO 8583 over TCP; 0 closes it. (default: 0)",
            valueName: "iso8583-port"))
    package var iso8583Port: Int?

    @Option(help: "Address of the listener for metrics. (default: localhost, which is 127.0.0.1 and ::1)")
    package var metricsHost: String?

    @Option(help: "Port of the listener for /metrics, /healthz and /readyz alone; 0 closes it. (default: 0)")
    package var metricsPort: Int?

    @Flag(help: "Migrate the database of --database-url before serving. An embedded one is always migrated.")
    package var migrate = false

    @Flag(help: "Allow webhooks over plain http and to any address, for development.")
    package var webhooksAnywhere = false

    @OptionGroup(title: "TLS Options") package var tls: TLSOptions

    @OptionGroup(title: "Standby Options") package var standby: StandbyOptions

    package init() {}

    /// Checks everything that can be checked without the database.
    ///
    /// - Parameters:
    ///   - usualDrainSeconds: the drain time of this program, unless it runs in a terminal.
    ///   - publishingMetrics: whether the public listener has `/metrics`.
    ///   - usualWrongSecrets: the limit of this program for wrong secrets of an address in a minute; 0 for none.
    ///   - usualMissingClearingDays: the days of this program until a clearing is missing; 0 for never.
    package func choice(
        usualDrainSeconds: Int, publishingMetrics: Bool, usualWrongSecrets: Int, usualMissingClearingDays: Int = 0
    ) throws -> CardServiceChoice {
        let host = Setting.text(host, "HOST", default: "localhost")
        let port = try Setting.port(port, "PORT", default: 8080)
        let publicURL = try Setting.publicURL(publicURL)
        var limits = ListenerLimits()
        limits.connectionsPerAddress = try Setting.count(
            connectionsPerAddress, "CONNECTIONS_PER_ADDRESS", in: 1...limits.connections,
            default: limits.connectionsPerAddress)
        // A service that runs in a terminal has no load balancer, and its user does not want to wait.
        let drainSeconds = try Setting.count(
            drainSeconds, "DRAIN_SECONDS", in: 0...600, default: isatty(STDERR_FILENO) == 1 ? 0 : usualDrainSeconds)
        var address = ListenerAddress(host: host, port: port, limits: limits, options: "--host and --port")
        address.logsRequests = try Setting.choice(logRequests, "LOG_REQUESTS", default: true)
        address.trustedProxies = try readTrustedProxies()
        return CardServiceChoice(
            address: address,
            tls: try tls.choice(), publicURL: publicURL, networks: try readNetworkKeys(),
            doors: try readDoors(logging: address.logsRequests),
            metricsAddress: try readMetricsAddress(logging: address.logsRequests),
            publishesMetrics: publishingMetrics, drainTime: .seconds(drainSeconds),
            wrongSecretsPerMinute: try Setting.count(
                wrongSecretsPerMinute, "WRONG_SECRETS_PER_MINUTE", in: 0...1000, default: usualWrongSecrets),
            missingClearingDays: try Setting.count(
                missingClearingDays, "MISSING_CLEARING_DAYS", in: 0...Issuing.missingClearingDays.upperBound,
                default: usualMissingClearingDays),
            isMigrating: try Setting.flag(migrate, "MIGRATE"),
            webhooksGoAnywhere: try Setting.flag(webhooksAnywhere, "WEBHOOKS_ANYWHERE"))
    }

    private func readDoors(logging logsRequests: Bool) throws -> NetworkDoors {
        func address(_ port: Int?, _ name: String, _ option: String) throws -> ListenerAddress? {
            let port = try Setting.port(port, name, default: 0)
            guard port != 0 else { return nil }
            var address = ListenerAddress(host: "localhost", port: port, options: option)
            address.logsRequests = logsRequests
            return address
        }
        return NetworkDoors(
            json: try address(networkPort, "NETWORK_PORT", "--network-port"),
            iso8583: try address(iso8583Port, "ISO8583_PORT", "--iso8583-port"))
    }

    private func readMetricsAddress(logging logsRequests: Bool) throws -> ListenerAddress? {
        let host = Setting.text(metricsHost, "METRICS_HOST", default: "localhost")
        let port = try Setting.port(metricsPort, "METRICS_PORT", default: 0)
        guard port != 0 else { return nil }
        var limits = ListenerLimits()
        // Few programs read metrics, and each of them has few connections.
        (limits.connections, limits.connectionsPerAddress) = (256, 256)
        var address = ListenerAddress(
            host: host, port: port, limits: limits, options: "--metrics-host and --metrics-port")
        address.logsRequests = logsRequests
        return address
    }

    private func readTrustedProxies() throws -> TrustedProxies {
        // An IPv6 address has colons, so commas separate them.
        let texts = Setting.list(trustedProxies, "TRUSTED_PROXIES", separator: ",")
        return try translating({
            ValidationError(
                "--trusted-proxies must be an IP address or a block such as 10.0.0.0/8, not '\($0.text.prefix(100))'.")
        }) { () throws(TrustedProxies.Unreadable) in
            try TrustedProxies(texts)
        }
    }

    private func readNetworkKeys() throws -> WalletNetworks? {
        guard let directory = Setting.text(networkKeys, "NETWORK_KEYS") else { return nil }
        let files = try translating({ ValidationError("--network-keys: \($0)") }) { () throws(NetworkKeyFailure) in
            try NetworkKeyFiles(directory: directory)
        }
        return try WalletNetworks(files)
    }
}

/// The card service's options after they were checked.
package struct CardServiceChoice {
    /// The address of the public listener.
    package var address: ListenerAddress
    package let tls: TLSChoice
    package let publicURL: PublicURL?
    /// Nil if no keys are shared with any network.
    package let networks: WalletNetworks?
    /// Where a card network sends its messages.
    package let doors: NetworkDoors
    /// Nil if metrics have no listener of their own.
    private(set) var metricsAddress: ListenerAddress?
    let publishesMetrics: Bool
    /// How long the listeners accept after the signal to end.
    package let drainTime: Duration
    /// 0 for any number.
    package let wrongSecretsPerMinute: Int
    /// 0 for never.
    package let missingClearingDays: Int
    package let isMigrating: Bool
    package var webhooksGoAnywhere: Bool

    package func settings(in installation: Installation) -> CardServerSettings {
        var settings = CardServerSettings(
            logger: installation.logger, metrics: installation.metrics, publicURL: publicURL,
            webhooks: WebhookSettings(goesAnywhere: webhooksGoAnywhere))
        settings.publishesMetrics = publishesMetrics
        return settings
    }

    /// Adds the parts that every program has for its operator: the listener for metrics, if it has an address, and the
    /// worker that takes SIGHUP.
    package func addPartsForOperator(
        of issuing: Issuing, _ settings: CardServerSettings, to parts: inout ServiceParts
    ) async {
        if let metricsAddress {
            parts.listeners.append(MetricsServer(issuing, settings).listener(at: metricsAddress))
        }
        if takesHangUp {
            parts.workers.append(("certificate", await CertificateReloading(of: tls, logger: settings.logger)))
        }
    }

    /// Whether SIGHUP is for the certificate. A terminal that is closed sends it, too, and a service without a
    /// certificate to read again then ends.
    private var takesHangUp: Bool {
        if case .own = tls { return true }
        return isatty(STDERR_FILENO) != 1
    }

    /// The card service without a sandbox, connected to the networks whose keys it has.
    ///
    /// - Parameter further: adds parts that only one program has.
    package func service(
        in installation: Installation,
        adding further: (Issuing, CardServerSettings, inout ServiceParts) async throws -> Void = { _, _, _ in }
    ) async throws -> ServiceParts {
        var issuing = try await installation.issuing()
        let settings = settings(in: installation)
        issuing.networks = networks
        issuing.daysUntilClearingIsMissing = missingClearingDays > 0 ? missingClearingDays : nil
        issuing.partners = WebhookPartnerDesk(settings)
        var parts = await StandaloneCardServer(issuing, settings).parts(at: address)
        doors.add(NetworkServer(issuing, settings, answering: issuing), to: &parts)
        await addPartsForOperator(of: issuing, settings, to: &parts)
        try await further(issuing, settings, &parts)
        return parts
    }

    /// The choice with the certificate of its listeners, which may be made for them, and with its limit of wrong
    /// secrets.
    ///
    /// - Parameter hosts: further names at which the service is called.
    package func secured(
        in installation: Installation, calledAt hosts: [String] = []
    ) throws -> CardServiceChoice {
        var choice = self
        let own = [address.host] + [metricsAddress?.host, publicURL?.host].compactMap(\.self)
        choice.address.security = try installation.security(tls, calledAt: own + hosts)
        choice.metricsAddress?.security = choice.address.security
        if wrongSecretsPerMinute > 0 {
            choice.address.secretLimit = SecretLimit(
                perMinute: wrongSecretsPerMinute, logger: installation.logger, metrics: installation.metrics)
        }
        return choice
    }

    /// Logs what an operator should know about the choice.
    package func explain(in installation: Installation) {
        if let networks {
            let names = networks.names.joined(separator: ", ")
            installation.logger.info("networks are connected", metadata: ["networks": .string(names)])
        }
        if publicURL == nil, address.security == nil, !["127.0.0.1", "::1", "localhost"].contains(address.host) {
            installation.logger.warning(
                "Without --public-url, only requests to localhost or a loopback address get addresses of secure views.")
        }
    }
}
