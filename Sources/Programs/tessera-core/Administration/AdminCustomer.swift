import Administration
import ArgumentParser
import Cards
import Hosting
import Identifiers
import Issuing
import Validation

struct AdminCustomer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customer", abstract: "Enrol, show, export and erase customers.",
        subcommands: [Enrol.self, Show.self, Export.self, Erase.self])

    struct Enrol: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a customer to a brand, and print the customer's number.",
            discussion: """
                For example: tessera-core admin customer enrol --brand acme --country BG --first-name Ivana \
                --last-name Petrova --mobile "+359 881234567"
                """)

        @Option(help: "The customer's brand.") var brand: String
        @Option(help: "ISO 3166-1 alpha-2.") var country: String
        @Option(help: "1 to 40 characters.") var firstName: String
        @Option(help: "1 to 40 characters.") var lastName: String
        @Option(help: "The number that messages go to.") var mobile: String
        @Option(help: "The address that codes by EMAIL go to. (default: none)") var email: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let enrolment = CustomerEnrolment.read(
                country: country, firstName: firstName, lastName: lastName, mobile: mobile, email: email, address: nil)
            guard enrolment.errors.isEmpty, let person = enrolment.value else {
                let options = ["firstName": "first-name", "lastName": "last-name"]
                let errors = enrolment.errors.map { "--\(options[$0.field] ?? $0.field) \($0.error)" }
                throw ValidationError("\(errors.joined(separator: "; ")).")
            }
            try await withProduction(storage) { administration in
                print(try await administration.enrol(person, in: brand).id)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a customer's personal data, devices, cards and accounts as lines of JSON.",
            discussion: """
                A line has a row with its table, without secrets. The audit trail tells of it.

                For example: tessera-core admin customer show 30000001
                """)

        @Argument(help: "The customer's number.") var customer: CustomerID
        @OptionGroup var storage: StorageOptions

        func run() async throws { try await export(customer, isWhole: false, from: storage) }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print every row about a customer as lines of JSON.",
            discussion: """
                A line has a row with its table, without secrets. The audit trail tells of it; its events about the \
                customer are in tessera-core audit export.

                For example: tessera-core admin customer export 30000001 > customer.jsonl
                """)

        @Argument(help: "The customer's number.") var customer: CustomerID
        @OptionGroup var storage: StorageOptions

        func run() async throws { try await export(customer, isWhole: true, from: storage) }
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a customer's personal data, once nothing needs it.",
            discussion: """
                It is refused while a card can be used, an account has money, a movement is not over, or the last \
                change is too recent, and names all of these. The books stay, and name the customer by the number \
                alone. It cannot be undone.

                For example: tessera-core admin customer erase 30000001
                """)

        @Argument(help: "The customer's number.") var customer: CustomerID
        @Option(help: """
            The days for which records are kept after the last change; five years are what the law of the EU asks for.
            """) var keptFor = Administration.retentionDays
        @OptionGroup var storage: StorageOptions

        func validate() throws {
            guard (0...36_525).contains(keptFor) else {
                throw ValidationError("--kept-for must be from 0 to 36525 days.")
            }
        }

        func run() async throws {
            try await withProduction(storage) { administration in
                do {
                    try await administration.erase(customer, keptFor: keptFor)
                } catch let failure as ErasureFailure {
                    throw Installation.Failure(description: failure.description)
                }
                print("The personal data of customer \(customer) was removed.")
            }
        }
    }
}

extension Number: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

private func export(_ customer: CustomerID, isWhole: Bool, from storage: StorageOptions) async throws {
    try await withProduction(storage) { administration in
        guard try await administration.export(customer, isWhole: isWhole, to: { print($0) }) else {
            throw Installation.Failure(description: ErasureFailure.notFound(customer).description)
        }
    }
}
