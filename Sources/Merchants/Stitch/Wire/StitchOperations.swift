import HTTPContract
import HTTPTypes

/// The operations of Stitch's API for wallet payments, at Stitch's own paths.
public enum StitchOperations {
    public static let all = [token, graphQL, openChallenge, answerChallenge]

    /// The beginning of the paths of the pages for 3-D Secure, except at their own host.
    static let challengePath = "/3ds"

    private static let noun = Operation.Noun("Stitch", "Wallet payments through Stitch's API.")
    private static let anyone = Audience("stitch-anyone", "Anyone", by: nil)
    private static let client = Audience(
        "stitch-client", "A merchant's server with a client token",
        by: SecurityScheme("stitchToken", .bearer(format: nil), "The token of POST /connect/token."))

    static let token = Operation(
        name: "stitchToken", summary: "Get a client token",
        description: "Answers a token for client credentials with a secret, or with an assertion signed by RS256.",
        noun: noun, method: .post, path: "/connect/token", audience: anyone, successStatus: .ok,
        payload: .text(TextBody(
                mediaType: "application/x-www-form-urlencoded", description: "The grant as a form.",
                example: "grant_type=client_credentials&client_id=shop&client_secret=secret&scope=client_refund")),
        headers: [], errorCodes: [],
        otherErrors: [
            .init(status: .badRequest, body: GrantRefusal.schema, headers: [.requestID, .cacheControl]),
            .init(
                status: .tooManyRequests, body: StitchErrors.schema,
                headers: [.requestID, .retryAfter, .rateLimit, .rateLimitPolicy]),
        ])

    static let graphQL = Operation(
        name: "stitchGraphQL", summary: "Run a GraphQL operation",
        description: "Errors of an operation are in the answer, whose status is 200.",
        noun: noun, method: .post, path: "/graphql", audience: client, successStatus: .ok,
        payload: .text(TextBody(
                mediaType: "application/json", description: "query, operationName and variables.",
                example: "{\"query\":\"{ __typename }\"}")), headers: [],
        errorCodes: [])

    static let openChallenge = Operation(
        name: "stitchOpenChallenge", summary: "Open the page for 3-D Secure",
        description: "Shows the customer what is paid, and asks how to confirm it. It changes nothing.",
        noun: noun, method: .get, path: challengePath + "/{transactionId}", audience: anyone, successStatus: .ok,
        headers: [], errorCodes: [])

    static let answerChallenge = Operation(
        name: "stitchAnswerChallenge", summary: "Answer 3-D Secure",
        description: "Chooses a way to confirm, sends the code, or cancels. When 3-D Secure has ended, it sends the "
            + "customer back to the merchant with the transactionId.",
        noun: noun, method: .post, path: challengePath + "/{transactionId}", audience: anyone, successStatus: .seeOther,
        payload: .text(TextBody(
                mediaType: "application/x-www-form-urlencoded", description: "The answer as a form.",
                example: "answer=code&code=493817&redirect_uri=https%3A%2F%2Fshop.example%2Fdone")),
        headers: [], errorCodes: [])
}
