import ArgumentParser

struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reset a running sandbox to the demo universe.",
        discussion: """
            Deletes all data of the service, with its snapshots, and creates the demo universe again. In a tenant, \
            only the tenant's.

            For example: tessera reset
            """)

    @OptionGroup var address: SandboxAddress

    func run() async throws {
        try await address.sandbox().tell("POST", "/reset")
        print("The sandbox now has only the demo universe.")
    }
}
