import Administration
import ArgumentParser
import Cards
import Hosting
import Identifiers
import Issuing
import Ledger

struct AdminMovement: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "movement", abstract: "Record what the bank says of deposits and withdrawals.",
        subcommands: [Confirm.self, Refuse.self])

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record that the money of a deposit has arrived, or that of a withdrawal was paid out.",
            discussion: """
                The same report twice changes nothing. The command prints the movement's status afterwards; a deposit \
                that does not fit on the account is FAILED.

                For example: tessera-core admin movement confirm 1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1 \
                --customer 30000001
                """)

        @OptionGroup var movement: MovementOptions
        @OptionGroup var storage: StorageOptions

        func run() async throws { try await movement.record(.done, storage) }
    }

    struct Refuse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record that a deposit has not arrived, or that a withdrawal could not be paid out.",
            discussion: """
                The money of a withdrawal is free again. The same report twice changes nothing.

                For example: tessera-core admin movement refuse 1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1 \
                --customer 30000001
                """)

        @OptionGroup var movement: MovementOptions
        @OptionGroup var storage: StorageOptions

        func run() async throws { try await movement.record(.refused, storage) }
    }
}

struct MovementOptions: ParsableArguments {
    @Argument(help: "The movement's id.") var movement: String
    @Option(help: "The number of its customer.") var customer: String

    func record(_ report: BankReport, _ storage: StorageOptions) async throws {
        guard let id = MovementID(movement) else {
            throw ValidationError("The movement must be a UUID, not '\(movement)'.")
        }
        guard let owner = CustomerID(customer) else {
            throw ValidationError("--customer must be a number of 1 to 18 digits, not '\(customer)'.")
        }
        try await withProduction(storage) { administration in
            print(try await administration.issuing.record(report, about: id, of: owner).status.rawValue)
        }
    }
}
