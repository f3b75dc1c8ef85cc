import HTTPContract
import Validation

extension OpenAPIDocument {
    /// The document of the Card service.
    ///
    /// - Parameter server: the address of the service; without it, where a service without options listens.
    public static func cardService(at server: String = "http://127.0.0.1:8080") -> OpenAPIDocument {
        OpenAPIDocument(
            title: "Tessera Card service",
            description: """
                Issues prepaid cards, activates, locks and replaces them, shows their details and puts them into \
                mobile wallets. The API is compatible with Paysafe's Card service.

                An app's backend gets a token for a customer (`issueToken`) and sends it with each request. Absent \
                values are omitted, not null. Every response has an `X-Request-Id`. A `traceparent` (W3C Trace \
                Context) is logged and passed on with a question to a partner. An unknown path is answered with \
                404 and `DW-NO-SUCH-OPERATION`; an unknown method of a known path with 405, \
                `DW-METHOD-NOT-ALLOWED` and `Allow`.
                """,
            server: server, base: Base(Operations.root, variable: "API"), operations: Operations.all,
            webhooks: CardEvents.all + [CardEvents.question], pathParameters: pathParameters, errors: .cardService,
            challenge: .cardService)
    }

    private static let pathParameters =
        [
            ObjectSchema.Member(name: "brand", kind: .string, example: "demo", description: "The brand's name."),
            ObjectSchema.Member(
                name: "programName", kind: .string, example: "SKRILL-VIRTUAL-MC-EEA",
                description: "The program's name."),
            ObjectSchema.Member(
                name: "customerId", kind: .string, pattern: TextForm.customerID, example: "10000001",
                description: "The id of one of the brand's customers."),
            ObjectSchema.Member(
                name: "accountId", kind: .string, pattern: TextForm.accountID, example: "100000001",
                description: "The account's number."),
            ObjectSchema.Member(
                name: "transactionId", kind: .string, pattern: TextForm.transactionID, example: "5000000001",
                description: "The transaction's number."),
        ]
        + [
            ("cardId", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
            ("authorizationId", "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The authorization's id."),
            ("disputeId", "9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90", "The dispute's id."),
            ("evidenceId", "4b8d2c6e-7a1f-4e5b-9c3d-0f6a8b7e2d14", "The id of a file about a dispute."),
            (
                "eventId", "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10",
                "The id of an event of strong customer authentication."
            ),
            ("deviceId", "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11", "The id of a trusted device."),
            ("depositId", "7d1f5b0e-9a53-4a4e-8a3e-5f0f6c1d2b34", "The id of a deposit."),
            ("transferId", "2c8e4f7a-61b5-4d0c-9f3b-8a7d5e2c1b46", "The id of a transfer."),
            ("withdrawalId", "5b9d2c70-4e1f-4c3a-8d6b-7f0a9e8c3d21", "The id of a withdrawal."),
            ("orderId", "1f0c2f9e-7d9a-4a43-9d0e-3b1f6f3d8e55", "The id of a bulk order."),
            ("subscriptionId", "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10", "The id of a webhook subscription."),
            ("deliveryId", "0b7f5a52-5d3e-4f4d-8c61-0f9a3f1d2e77", "The id of a webhook delivery."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .identifier, example: example, description: description)
        }
}

extension OpenAPIDocument.ErrorShape {
    /// The documented shape of errors.
    public static let cardService = OpenAPIDocument.ErrorShape(
        mediaType: "application/json", schema: Problem.schema, codePath: ["error", "code"],
        codes: ErrorCode.cardService, exampleCode: .fieldErrors,
        example: { code in
            let fieldErrors = code == .fieldErrors ? [FieldError("deliveryAddress.city", "is required")] : []
            return JSONValue(writing: Problem(code, code.meaning, fieldErrors: fieldErrors))
        })
}

extension OpenAPIDocument.Challenge {
    fileprivate static let cardService = OpenAPIDocument.Challenge(
        "What is missing: `Bearer`, `Basic`, or `SCA` with an event in `auth-param1`, in Base64 of JSON.",
        carrying: AuthenticationEventBody.schema)
}
