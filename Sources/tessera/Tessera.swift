import ArgumentParser

/// The one program: the service, and what is done around it.
@main
struct Tessera: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera",
        abstract: "A prepaid-card issuing backend that speaks Paysafe's Card service.",
        discussion: """
            Options of the service can also be given as environment variables: --data-dir is TESSERA_DATA_DIR.
            Start with: tessera serve --demo

            Shells complete the commands: tessera --generate-completion-script bash (or zsh, or fish).
            Exits with 0 if all went well, with 64 if the command cannot be meant, else with 1.
            """,
        version: "0.1.0",
        subcommands: [
            Serve.self, Demo.self, Phone.self, Migrate.self, Seed.self, OpenAPI.self, Contract.self, Healthcheck.self,
        ])
}
