import HTTPContract
import HTTPTypes

extension OpenAPIDocument {
    /// The document of MoneyHash's operations. A service names the address of the request in it, because the gateway
    /// has one by its host names and one by its path.
    public static let moneyHash = OpenAPIDocument(
        title: "MoneyHash",
        description: """
            Payments through MoneyHash's payment intents: Apple Pay, Google Pay and cards. Clients of MoneyHash call \
            these operations unchanged.

            Amounts are in major units. Every answer has the same form around its data, and an error names every \
            member that is wrong. Unknown members are ignored.
            """,
        server: "https://web.moneyhash.io", base: Base("", variable: "MONEYHASH"),
        operations: MoneyHashOperations.forPrograms,
        pathParameters: [
            parameter("version", "v1.1", "v1.1 or v1.4."),
            parameter("intent_id", "ePgw3gN", "The intent."),
            parameter("transaction_id", "af064e55-42b6-4483-b0c3-2ec2f3a43855", "The transaction."),
            parameter("card_token_id", "zGgq4Lx", "The saved card."),
            parameter("customer_id", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The customer."),
        ],
        errors: .moneyHash, challenge: Challenge("Always Api-Key."))

    private static func parameter(_ name: String, _ example: String, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(
            name: name, kind: .string, maximumLength: 40, example: example, description: description)
    }
}

extension OpenAPIDocument.ErrorShape {
    fileprivate static let moneyHash = OpenAPIDocument.ErrorShape(
        mediaType: "application/json", schema: Envelope.errorSchema, codePath: ["status", "code"],
        codes: [notFound], exampleCode: notFound, example: { _ in Envelope.failure(.notFound) })

    private static let notFound = ErrorCode(
        "404", .notFound, .decided, meaning: "There is no such intent, transaction, customer or saved card.",
        remedy: "Compare the id, and whether the key is the one for tests or the live one.")
}
