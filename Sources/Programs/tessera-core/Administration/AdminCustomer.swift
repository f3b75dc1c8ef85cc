import Administration
import ArgumentParser
import Cards
import Hosting
import Issuing
import Validation

struct AdminCustomer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customer", abstract: "Enrol customers.", subcommands: [Enrol.self])

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
}
