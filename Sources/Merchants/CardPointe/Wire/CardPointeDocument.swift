import HTTPContract
import HTTPTypes

extension OpenAPIDocument {
    /// The document of CardSecure and the gateway. A service names the address of the request in it, because the
    /// gateway has one by its host names and one by its path.
    public static let cardPointe = OpenAPIDocument(
        title: "CardPointe",
        description: """
            CardSecure, which makes tokens of cards and wallets, and the gateway, which takes payments with them. Real \
            clients of CardPointe call these operations unchanged.

            A request has the members that the operation lists, all of them texts. A number or a boolean is read as \
            its text, and unknown members are ignored. Only merchants are answered; others get 401. The status is 200 \
            also if the answer is no: `respstat` says A, B or C, and CardSecure has an `errorcode` other than 0.
            """,
        server: "https://fts-uat.cardconnect.com", base: Base("", variable: "CARDPOINTE"),
        operations: CardPointeOperations.all,
        pathParameters: CardPointeOperations.pathParameters, errors: .cardPointe,
        challenge: Challenge("Basic, with the realm of the gateway."))
}

extension OpenAPIDocument.ErrorShape {
    fileprivate static let cardPointe = OpenAPIDocument.ErrorShape(
        mediaType: "application/json", schema: CardPointeOperations.errorBody, codePath: ["errorcode"],
        codes: [notReadable, noLogin, tooMany], exampleCode: noLogin,
        example: { ["message": .string($0.meaning), "errorcode": .number($0.rawValue)] })

    private static let notReadable = ErrorCode(
        "77", .badRequest, .documented, meaning: "JSON deserialization error",
        remedy: "Send one JSON object, with `Content-Type: application/json`.")
    private static let noLogin = ErrorCode(
        "401", .unauthorized, .documented, meaning: "Unauthorized",
        remedy: "Send the merchant's login by HTTP Basic, and the number of one of its merchants.")
    private static let tooMany = ErrorCode(
        "429", .tooManyRequests, .documented, meaning: "Too Many Requests",
        remedy: "Wait the seconds of `X-Rate-Limit-Retry-After-Seconds`.")
}

extension CardPointeOperations {
    fileprivate static let pathParameters =
        [
            ("merchid", "496160873888", "The merchant's number."),
            ("first", "343005123105", "A `retref`, an `orderid` or a token; or the `merchid`."),
            ("second", "496160873888", "The `merchid`; or the other name, if the first one is the `merchid`."),
            ("set", "1", "1 for the payments of this merchant only."),
            ("profileid", "11700182899933000746", "The profile."), ("acctid", "1", "The account of the profile."),
        ].map { name, example, description in
            ObjectSchema.Member(
                name: name, kind: .string, maximumLength: 50, example: example, description: description)
        }
}
