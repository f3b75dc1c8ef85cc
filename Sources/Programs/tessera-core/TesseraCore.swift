import AdministrationServer
import ArgumentParser
import CardServer
import Hosting
import HTTPService
import Issuing
import Logging
import Postgres
import Validation

/// The card service alone, for production. It contains no sandbox code.
@main
struct TesseraCore: RootCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera-core",
        abstract: "A prepaid-card issuing backend that is compatible with Paysafe's Card service, without a sandbox.",
        discussion: """
            Every option of the service is also an environment variable: --data-dir is TESSERA_DATA_DIR.
            Exit codes: 0 for success, 1 for a failure, 64 for a usage error.
            """,
        version: Installation.version,
        subcommands: [
            Serve.self, Migrate.self, Apply.self, Export.self, Admin.self, AuditCommand.self, Keys.self, Attest.self,
            LedgerCommand.self, ClearingCommand.self, BureauCommand.self, Ranges.self, RulesCommand.self,
            PartnerDecisionCommand.self, TokenServiceCommand.self, CertificateAuthority.self, Healthcheck.self,
            Doctor.self,
        ])
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service.",
        discussion: """
            Without --database-url it runs a private Postgres in --data-dir, and starts and stops it. The data \
            is there again at the next start. It logs to standard error and ends with Ctrl-C. It does not serve \
            a database that a sandbox made.

            For example: tessera-core serve --database-url postgresql://cards@db.example/cards
            """)

    @OptionGroup var options: CardServiceOptions

    @OptionGroup(title: "Administration Options") var administration: AdministrationOptions

    @OptionGroup(title: "Storage Options") var storage: StorageOptions

    func run() async throws {
        // A load balancer that asks /readyz every two seconds notices within five.
        let choice = try options.choice(
            usualDrainSeconds: 5, publishingMetrics: false, usualWrongSecrets: 20, usualMissingClearingDays: 5)
        let door = try administration.choice(beside: choice)
        let operators = try door.map { door in try Self.operators(in: door.operatorsFile) }
        let standby = try options.standby.choice()
        try await withInstallation(storage, standby: standby) { installation in
            try await installation.requireProduction()
            try await installation.prepareSchema(migrating: choice.isMigrating)
            let choice = try choice.secured(in: installation, calledAt: door.map { [$0.address.host] } ?? [])
            choice.explain(in: installation)
            let parts = try await choice.service(in: installation) { issuing, settings, parts in
                guard let door, let operators else { return }
                var issuing = issuing
                if let database = door.database {
                    let connection = installation.connection(by: database)
                    // A pooler can treat each role in another way.
                    try await connection.examineServer()
                    parts.workers.append(("database of the administration", connection))
                    issuing = issuing.connected(by: connection)
                }
                let server = AdministrationServer(issuing, for: operators, settings)
                parts.listeners.append(server.listener(at: door.listenerAddress(like: choice)))
            }
            try await installation.run(parts, draining: choice.drainTime)
        }
    }

    private static func operators(in file: String) throws -> Operators {
        try translating({ ValidationError("--admin-operators: \($0)") }) { () throws(OperatorFileFailure) in
            try Operators(file: file)
        }
    }
}
