import HTTPContract
import HTTPTypes

extension OpenAPIDocument {
    /// The document of Dintero's operations. A service names the address of the request in it, because the gateway has
    /// one by its host names and one by its path.
    public static let dintero = OpenAPIDocument(
        title: "Dintero",
        description: """
            Payments with Apple Pay in an app, through Dintero's checkout and its wallet service. Real clients of \
            Dintero call these operations unchanged.

            Amounts are whole numbers of minor units. An error has a code, a message, and everything that is wrong \
            with the members of the request. Unknown members are kept or ignored.
            """,
        server: "https://checkout.dintero.com", base: Base("", variable: "DINTERO"), operations: DinteroOperations.all,
        pathParameters: [
            parameter("account_id", "T12345678", "The merchant's account: P or T, and eight digits."),
            parameter("session_id", "T12345678.465U8CUzaPVpneu1wt8Wei", "The session."),
            parameter("payment_id", "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "The payment of the wallet's service."),
            parameter("transaction_id", "T12345678.465UfBENeLpkBvwmqfTC4k", "The transaction."),
        ],
        errors: .dintero, challenge: Challenge("The scheme of the operation, with Dintero's realm."))

    private static func parameter(_ name: String, _ example: String, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(
            name: name, kind: .string, maximumLength: 50, example: example, description: description)
    }
}

extension OpenAPIDocument.ErrorShape {
    fileprivate static let dintero = OpenAPIDocument.ErrorShape(
        mediaType: "application/json", schema: DinteroOperations.errorBody, codePath: ["error", "code"],
        codes: [forbidden], exampleCode: forbidden,
        example: { ["error": ["code": .string($0.rawValue), "message": .string($0.meaning)]] })

    private static let forbidden = ErrorCode(
        "FORBIDDEN", .forbidden, .documented, meaning: "The token does not allow this.",
        remedy: "Fetch the operations of the session again.")
}
