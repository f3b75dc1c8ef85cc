import CardAPI
import HTTPContract

/// The groups of the administration's operations.
extension Operation.Noun {
    static let clientsOfBrands = Self("Clients", "The programs that call the card service for a brand.")
    static let customersOfBrands = Self("Customers", "Enrols customers, and shows and erases their data.")
    static let records = Self("Records", "What happens to cards and to money outside the service.")
    static let disputesOfCustomers = Self("Disputes", "What the issuer decides about disputed payments.")
    static let settings = Self("Settings and keys", "What operators have set, and the keys of the database.")
    static let clearing = Self("Clearing", "Schemes' clearing files, their differences, and what is owed for them.")
    static let rules = Self("Rules", "Drafts of programs' controls, which are tried before they count.")
    static let plastic = Self("Plastic", "Orders of plastic from a bureau, and what the bureau reports.")
    static let changes = Self("Changes", "What one operator has proposed and a second one must approve.")
}

extension Audience {
    /// An operator of the file of operators, in one of the operation's roles.
    static let administration = Audience(
        "administration", "operator's token", by: .operatorToken,
        refusedBy: [.unauthorized, .customerNotAllowed, .rateLimit])
}

extension SecurityScheme {
    fileprivate static let operatorToken = SecurityScheme(
        "operatorToken", .bearer(format: nil), "A token that `tessera-core admin operator token` has made.")
}

extension OpenAPIDocument {
    /// The document of the administration's API.
    ///
    /// - Parameter server: the address of the listener; without it, one at the port that the pages use.
    public static func administration(at server: String = "http://127.0.0.1:8090") -> OpenAPIDocument {
        OpenAPIDocument(
            title: "Tessera administration",
            description: """
                What an issuer's operators do: clients, customers, records of cards and money, settings and keys.

                The administration has its own listener, which is closed unless the service was started with \
                `--admin-port`. Every request needs an operator's token, and is answered with 401 without it, with 403 \
                if the operator's role does not allow the operation, and with 429 after too many wrong tokens. The \
                audit trail names the operator of each call. No operation takes an `Idempotency-Key`. Some changes \
                are only proposed: the answer is 202, and a second operator calls `approveChange` within a day.
                """,
            server: server, base: Base(AdministrationOperations.base, variable: "ADMINISTRATION"),
            operations: AdministrationOperations.all, pathParameters: administrationParameters, errors: .cardService,
            challenge: OpenAPIDocument.Challenge("What is missing: `Bearer`."))
    }

    private static let administrationParameters =
        [
            ("brand", "acme", "The brand."), ("client", "acme-app", "The client's id."),
            ("customerId", "30000001", "The customer's number."), ("purpose", "PAN_ENCRYPTION", "What the key is for."),
            ("program", "ACME-VIRTUAL-VISA", "The program."),
            ("version", "1", "The version of the key or of the draft."),
            ("fileReference", "VISA-2026-11-30", "The name of the file by its sender."),
            ("firstDay", "2026-11-01", "The first day, in UTC."), ("lastDay", "2026-11-30", "The last day, in UTC."),
            ("day", "2026-11-30", "The position's day, in UTC."), ("scheme", "VISA", "VISA or MC."),
            ("currency", "EUR", "The currency, ISO 4217."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .string, example: example, description: description)
        }
        + [
            ("cardId", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
            ("movementId", "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The movement's id."),
            ("disputeId", "9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90", "The dispute's id."),
            ("evidenceId", "4b8d2c6e-7a1f-4e5b-9c3d-0f6a8b7e2d14", "The id of a file about a dispute."),
            ("changeId", "4a6f1c52-0b6e-4a39-9a55-0d6d1c1f7c11", "The change's id."),
            ("breakId", "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701", "The break's id."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .identifier, example: example, description: description)
        }
}
