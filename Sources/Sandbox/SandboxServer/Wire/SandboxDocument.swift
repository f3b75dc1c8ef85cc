import CardAPI
import CardServer
import HTTPContract

/// The groups of the sandbox's operations.
extension Operation.Noun {
    static let cardholder = Self(
        "Cardholder, post and terminal", "Reads the plastic, simulates what happens to a card, and answers messages.")
    static let population = Self(
        "Customers, programs and brands", "Adds customers and programs, and changes the settings of a brand.")
    static let money = Self("Money", "Puts money on accounts, pays with cards, and shows the ledger.")
    static let wallets = Self("Wallets", "Simulates phones and the networks, and explains what was sent to a wallet.")
    static let time = Self("Time", "Moves the clock, and returns to an earlier state.")
    static let monitoring = Self(
        "Monitoring", "Shows recorded requests, the coverage of the contract, and the possible actions on a card.")
    static let faults = Self("Faults", "Makes requests and webhooks fail on purpose.")
    static let tenants = Self("Tenants", "Creates a complete service for each test run.")
}

extension OpenAPIDocument {
    /// The document of the sandbox's API.
    ///
    /// - Parameter server: the address of the sandbox; without it, where a sandbox without options listens.
    public static func sandbox(at server: String = "http://127.0.0.1:8081") -> OpenAPIDocument {
        OpenAPIDocument(
            title: "Tessera sandbox",
            description: """
                What a test needs and no operation of the Card service offers: reading the plastic, simulating events, \
                moving the clock, recording requests, causing faults.

                The sandbox has its own listener. If the service was started with `--sandbox-token`, every request \
                needs this token as its bearer token, and is answered with 401 without it, and with 429 after too \
                many wrong tokens. A request from a web page \
                (with `Origin`) or to a foreign host name is refused with 403. No operation takes an \
                `Idempotency-Key`.
                """,
            server: server, base: Base(SandboxOperations.base, variable: "SANDBOX"),
            operations: SandboxOperations.all, pathParameters: sandboxParameters, errors: .sandbox,
            challenge: OpenAPIDocument.Challenge("What is missing: `Bearer`."))
    }

    private static let sandboxParameters =
        [
            ("accountId", "100000001", "The account's id."), ("brand", "demo", "The brand."),
            ("customerId", "10000001", "The customer's id."),
            ("programName", "SKRILL-VIRTUAL-MC-EEA", "The program's name."),
            ("dpanRef", "DNITHE41493306176949492327766247", "The network's reference of the token."),
            ("issuerTokenId", "DNITHE41493306176949492327766247", "The network's reference of the token."),
            ("merchantId", "496160873888", "The merchant's number."),
            ("gateway", "cardpointe", "The gateway's name."),
            ("name", "before-checkout", "The snapshot's name."), ("receiver", "shop", "The receiver's name."),
            ("tenant", "checkout-suite", "The tenant's name."),
            ("version", "1", "The draft's version."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .string, example: example, description: description)
        }
        + [
            ("cardId", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
            ("disputeId", "9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90", "The dispute's id."),
            ("breakId", "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701", "The id of a break of a clearing file."),
            ("paymentId", "5b6f0d5e-3c0e-4a52-9a4f-0f6f2f3b7c12", "The payment's id."),
            ("phoneId", "5b6f0d5e-3c0e-4a52-9a4f-0f6f2f3b7c11", "The phone's id."),
            ("eventId", "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "The authentication event's id."),
            ("deliveryId", "0b7f5a52-5d3e-4f4d-8c61-0f9a3f1d2e77", "The delivery's id."),
            ("messageId", "b0c5f0de-7d2f-4a0e-a0f4-0d6f1e6c4f11", "The message's id."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .identifier, example: example, description: description)
        }
}

extension OpenAPIDocument.ErrorShape {
    /// The shape of errors (RFC 9457).
    fileprivate static let sandbox = OpenAPIDocument.ErrorShape(
        mediaType: "application/problem+json", schema: SandboxProblem.schema, codePath: ["code"],
        codes: ErrorCode.sandbox, exampleCode: .fieldErrors,
        example: { code in
            JSONValue(
                writing: SandboxProblem(
                    problem: Problem(code, code.meaning), requestID: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1"))
        })
}

extension Audience {
    /// Anyone who can reach the sandbox, with its token if it was started with one.
    static let sandbox = Audience(
        "sandbox", "sandbox token, if the service has one", by: .sandboxToken, isOptional: true,
        refusedBy: [.unauthorized, .rateLimit])
}

extension SecurityScheme {
    fileprivate static let sandboxToken = SecurityScheme(
        "sandboxToken", .bearer(format: nil), "The value of `--sandbox-token`, if the service was started with one.")
}
