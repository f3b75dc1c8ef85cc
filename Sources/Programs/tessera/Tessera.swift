import ArgumentParser
import Hosting

/// The program: the service, and the commands around it.
@main
struct Tessera: RootCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera",
        abstract: "A prepaid-card issuing backend that is compatible with Paysafe's Card service.",
        discussion: """
            Every option of the service is also an environment variable: --data-dir is TESSERA_DATA_DIR.
            Start with: tessera serve --demo

            For shell completion, run: tessera --generate-completion-script bash (or zsh, or fish)
            Exit codes: 0 for success, 1 for a failure, 64 for a usage error.
            """,
        version: Installation.version,
        subcommands: [
            Serve.self, Demo.self, Phone.self, Exec.self, ClockCommand.self, Messages.self, Reset.self, Wait.self,
            SnapshotCommand.self, FaultsCommand.self, Verify.self, CoverageCommand.self,
            Migrate.self, Seed.self, LedgerCommand.self, PartnerDecisionCommand.self, TokenServiceCommand.self,
            OpenAPI.self, Contract.self, KotlinClient.self, TypeScriptClient.self, CertificateAuthority.self,
            Healthcheck.self, Doctor.self,
        ])
}
