import ArgumentParser
import HTTPService
import Metrics
import Postgres

/// The options of the administration's listener, which only the program for production has.
package struct AdministrationOptions: ParsableArguments {
    @Option(
        help: """
            Address of the administration's listener; any but loopback needs TLS. (default: localhost, which is \
            127.0.0.1 and ::1)
            """)
    package var adminHost: String?

    @Option(help: "Port of the administration's listener; 0 closes it. (default: 0)")
    package var adminPort: Int?

    @Option(
        help: ArgumentHelp(
            "JSON file with the operators who may use the administration's listener, readable by its owner only. "
                + "(default: none)",
            valueName: "file"))
    package var adminOperators: String?

    @Option(
        help: ArgumentHelp(
            "File with the URL of the database for the administration's listener, as a role that may do what "
                + "operators do; readable by its owner only. (default: none)",
            valueName: "file"))
    package var adminDatabaseURLFile: String?

    package init() {}

    /// Checks everything that can be checked without the database, except what the file of operators says.
    ///
    /// - Returns: nil if the listener is closed.
    package func choice(beside service: CardServiceChoice) throws -> AdministrationChoice? {
        let host = Setting.text(adminHost, "ADMIN_HOST", default: "localhost")
        let port = try Setting.port(adminPort, "ADMIN_PORT", default: 0)
        let file = Setting.text(adminOperators, "ADMIN_OPERATORS")
        guard port != 0 else { return nil }
        guard let file else {
            throw ValidationError(
                "--admin-port needs --admin-operators, a file with the operators and the hashes of their tokens; "
                    + "tessera-core admin operator token makes its entries.")
        }
        let isSecured = if case .none = service.tls { false } else { true }
        var limits = ListenerLimits()
        // Few people administer an issuer, and each of them has few connections.
        (limits.connections, limits.connectionsPerAddress) = (256, 256)
        var address = ListenerAddress(
            host: host, port: port, limits: limits, options: "--admin-host and --admin-port")
        guard isSecured || ListenerChecks.isLoopback(address.host) else {
            throw ValidationError(
                "At --admin-host \(host), other machines reach the administration without TLS, so a token could be "
                    + "read on the way. Set --tls-certificate and --tls-key, or leave out --admin-host.")
        }
        address.logsRequests = service.address.logsRequests
        address.trustedProxies = service.address.trustedProxies
        let database = try Setting.text(adminDatabaseURLFile, "ADMIN_DATABASE_URL_FILE").map { file in
            try StorageOptions.database(in: file, option: "--admin-database-url-file")
        }
        return AdministrationChoice(address: address, operatorsFile: file, database: database)
    }
}

/// The options of the administration's listener after they were checked.
package struct AdministrationChoice: Sendable {
    package let address: ListenerAddress
    package let operatorsFile: String
    /// Nil if the role that serves does the work.
    package let database: DatabaseConfiguration?

    /// The listener's address with the certificate of the public listener, and with its limit of wrong secrets.
    package func listenerAddress(like service: CardServiceChoice) -> ListenerAddress {
        var secured = address
        secured.security = service.address.security
        secured.secretLimit = service.address.secretLimit
        return secured
    }
}

extension Installation {
    /// Another connection to the same database, with the waits and the search path of the one that serves.
    package func connection(by other: DatabaseConfiguration) -> Database {
        var other = other
        (other.waitingLimit, other.statementTimeout) = (configuration.waitingLimit, configuration.statementTimeout)
        (other.schemas, other.sessionSettings) = (configuration.schemas, configuration.sessionSettings)
        // Operators are few.
        (other.writers, other.transactors) = (1, 2)
        // The metrics are those of the connection that serves.
        return Database(other, logger: logger, metrics: NOOPMetricsHandler.instance)
    }
}
