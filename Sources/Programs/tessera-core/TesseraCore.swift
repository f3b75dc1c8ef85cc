import ArgumentParser
import CardServer
import Hosting
import Logging

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
            LedgerCommand.self, PartnerDecisionCommand.self, CertificateAuthority.self, Healthcheck.self, Doctor.self,
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

    @OptionGroup(title: "Storage Options") var storage: StorageOptions

    func run() async throws {
        // A load balancer that asks /readyz every two seconds notices within five.
        let choice = try options.choice(usualDrainSeconds: 5, publishingMetrics: false, usualWrongSecrets: 20)
        try await withInstallation(storage) { installation in
            try await installation.requireProduction()
            try await installation.prepareSchema(migrating: choice.isMigrating)
            let choice = try choice.secured(in: installation)
            choice.explain(in: installation)
            try await installation.run(choice.service(in: installation), draining: choice.drainTime)
        }
    }
}
