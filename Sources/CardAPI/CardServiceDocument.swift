import HTTPContract
import Validation

extension OpenAPIDocument {
    /// The Card service.
    ///
    /// - Parameter server: its address; as the document's own if it is not known.
    public static func cardService(at server: String = "/") -> OpenAPIDocument {
        OpenAPIDocument(
            title: "Tessera Card service",
            description: """
                Prepaid cards: issued, activated, locked, replaced, shown and put into mobile wallets, by an API that \
                speaks Paysafe's Card service.

                An app's backend gets a token for a customer (`issueToken`) and asks with it. Absent values are \
                omitted, not null. Every answer has an `X-Request-Id`. A path that is not here is answered with 404 \
                and `DW-NO-SUCH-OPERATION`, another method of a path that is with 405, `DW-METHOD-NOT-ALLOWED` and \
                `Allow`.
                """,
            server: server, operations: Operations.all, pathParameters: pathParameters, errors: .cardService,
            challenge: .cardService)
    }

    private static let pathParameters =
        [
            ObjectSchema.Member(name: "brand", kind: .string, example: "demo", description: "The brand."),
            ObjectSchema.Member(
                name: "customerId", kind: .string, pattern: TextForm.customerID, example: "10000001",
                description: "A customer of the brand."),
        ]
        + [
            ("cardId", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "A card."),
            ("eventId", "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "An event of strong customer authentication."),
            ("deviceId", "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11", "A trusted device."),
            ("orderId", "1f0c2f9e-7d9a-4a43-9d0e-3b1f6f3d8e55", "A bulk order."),
            ("subscriptionId", "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10", "A subscription."),
            ("deliveryId", "0b7f5a52-5d3e-4f4d-8c61-0f9a3f1d2e77", "A delivery."),
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
        "What is missing: `Bearer` or `Basic`, or `SCA` with an event as Base64 of JSON in `auth-param1`.",
        carrying: AuthenticationEventBody.schema)
}
