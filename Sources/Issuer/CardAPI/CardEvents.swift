import HTTPContract

/// Every type of event that the service sends to subscribers, and its question to partners.
public enum CardEvents {
    public static let all = [
        event(
            "/prepaid/card/status/events", "cardStatusEvent", "A card has another status",
            "Sent for every change of a card's status, whoever caused it. A new card causes no event.",
            CardStatusEventBody.schema),
        event(
            "/prepaid/card/tokenization/events", "cardTokenizationEvent",
            "A tokenization has started, failed or is complete",
            """
            Sent when `tokenizeCard` starts a tokenization, when the network refuses to issue its token, and when \
            `updateTokenizationStatus` completes it.
            """,
            CardTokenizationEventBody.schema),
        event(
            "/prepaid/card/token/events", "cardTokenEvent", "A token in a wallet has changed",
            "Sent when a token follows its card: it is suspended, resumed, deleted or moved to a new card.",
            CardTokenEventBody.schema),
        event(
            "/prepaid/card/authorization/events", "cardAuthorizationEvent",
            "A payment was decided otherwise than the partner has answered",
            """
            Sent only to partners that are asked about payments: when the answer came late or not at all, so that the \
            stand-in rule has decided, and when the payment was declined although the partner has approved it, because \
            the money was spent meanwhile.
            """,
            CardAuthorizationEventBody.schema),
        event(
            "/transactions/events", "transactionEvent", "A transaction is new, or has another status",
            """
            Sent for every new transaction of the brand's customers, and for every change of a transaction's status. \
            An `Update` has the members that every event has, and of the others only those that have changed.
            """,
            TransactionEventBody.schema),
        event(
            "/prepaid/card/dispute/events", "cardDisputeEvent", "A dispute is new, or has taken a step",
            """
            Sent for every new dispute of the brand's customers, and for every step of it, whoever has taken it. A \
            `transactionEvent` tells about the money that moves on the account.
            """,
            DisputeEventBody.schema),
        message,
    ]

    /// An event that is not sent again for days.
    private static let message = OpenAPIDocument.Webhook(
        "/prepaid/customer/message/events", name: "customerMessageEvent",
        summary: "A message is to be sent to a customer",
        description: """
            Sent for each challenge of strong customer authentication that sends a message: the brand sends the code \
            by SMS or e-mail, or the push, in the customer's language. Without a subscription, such challenges are \
            refused, unless the service keeps an inbox for tests.

            Any response of 2xx within 10 seconds confirms the event; otherwise it is sent again, after 1 to 10 \
            seconds, until `expirationTime`. Events can arrive twice, and in any order. The body is a secret: the \
            service stores it encrypted, removes it once it is delivered, and shows it nowhere.

            \(verification)
            """,
        noun: .events, headers: [.signature, .webhookID, .webhookAttempt], body: CustomerMessageEventBody.schema)

    /// The question to a partner about a payment. It needs no subscription: it goes to the URL in the partner decision
    /// of the brand.
    public static let question = OpenAPIDocument.Webhook(
        "partner-decision", name: "partnerDecision", summary: "Does the partner agree to a payment?",
        description: """
            Asked about each authorization, increment and immediate payment that passes every other check, if the \
            partner is to be asked. Whoever pays waits: without an answer in `timeLimitMilliseconds`, of at most 4 \
            KiB and without other members, the stand-in rule decides. If something else was decided than the \
            partner has answered, it gets a `cardAuthorizationEvent`. If the message of the network came with a \
            `traceparent`, so does the question.

            \(verification)
            """,
        noun: .questions, headers: [.signature, .webhookID], body: PartnerQuestionBody.schema,
        answer: PartnerAnswerBody.schema)

    private static func event(
        _ event: String, _ name: String, _ summary: String, _ description: String, _ body: ObjectSchema
    ) -> OpenAPIDocument.Webhook {
        OpenAPIDocument.Webhook(
            event, name: name, summary: summary, description: "\(description)\n\n\(delivery)\n\n\(verification)",
            noun: .events, headers: [.signature, .webhookID, .webhookAttempt], body: body)
    }

    private static let delivery = """
        Any response of 2xx within 10 seconds confirms the event; otherwise it is sent again, with growing delays, for \
        three days. Events can arrive twice. For one subscription, the events about one card arrive in order, and so \
        do the events about one account.
        """

    private static let verification = """
        Verify `Signature` before you use the body: decode `signingKey` from Base64, compute the HMAC-SHA256 of the \
        raw bytes of the body with it, and compare the result, in Base64, in constant time.
        """
}

extension HeaderParameter {
    fileprivate static let signature = HeaderParameter(
        "Signature", .visibleASCII(44...44), isRequired: true, example: "xv9Aopjowje3pTtF7yGyxLxgvrO7qqcLEFDeZWXfA1I=",
        "The HMAC-SHA256 of the raw body, in Base64. Its key is the Base64-decoded `signingKey` of the subscription.")

    fileprivate static let webhookID = HeaderParameter(
        "Webhook-Id", .identifier, isRequired: true, example: "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21",
        "The id of the event or the question. Ignore an event with an id that you have received before, and answer "
            + "such a question in the same way.")

    fileprivate static let webhookAttempt = HeaderParameter(
        "Webhook-Attempt", .count, isRequired: true, example: "1", "The number of this attempt, from 1.")
}
