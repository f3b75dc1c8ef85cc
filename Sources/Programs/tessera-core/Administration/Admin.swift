import ArgumentParser

/// What an issuer's operators do on the machine of the service.
struct Admin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage clients, enrol customers, and record what happens to cards and to money at the bank.",
        subcommands: [
            AdminClient.self, AdminCustomer.self, AdminCard.self, AdminMovement.self, AdminOperator.self,
            AdminOpenAPI.self,
        ])
}
