import CardAPI
import CardServer
import HTTPContract
import HTTPTypes

/// Cards, their holders, and the networks.
extension SandboxOperations {
    static let readPlastic = Operation.sandbox(
        "readPlastic", "Read what is printed on a card",
        """
        Returns the card number, the security code, the expiry and the name, as the cardholder reads them. It \
        works for virtual cards too. `dispatchedDate` and `deliveredDate` appear once the post has sent and \
        delivered the card.
        """, .cardholder, .get, "/cards/{cardId}/plastic", answer: PlasticAnswer.schema)

    static let simulateCardEvent = Operation.sandbox(
        "simulateCardEvent", "Simulate a card event",
        """
        Simulates something that happens to a card outside the Card service: a chip-and-PIN transaction, a wrong \
        PIN, dispatch, delivery, suspension by customer service, expiry, or the issuer's decision on the \
        application. Returns the card as it is afterwards. An event that cannot happen to the card in its status is \
        refused with 403, and the message names the statuses in which it can.
        """, .cardholder, .post, "/cards/{cardId}/events", answer: CardBody.schema, payload: EventBody.schema)

    static let listMessages = Operation.sandbox(
        "listMessages", "List messages",
        """
        Returns the latest hundred messages that were sent to a customer, or to all, newest first: one-time codes and \
        push messages. The sandbox delivers nothing; it keeps the messages here.
        """, .cardholder, .get, "/messages", answer: InboxAnswer.schema, query: InboxQuery.schema)

    static let approveMessage = Operation.sandbox(
        "approveMessage", "Approve a push message",
        """
        Answers a push message as the customer would with “yes”. That decides the event at once.
        """, .cardholder, .post, "/messages/{messageId}/approve", answer: MessageAnswer.schema,
        errors: [.customerNotAllowed, .tooManyRequests])

    static let denyMessage = Operation.sandbox(
        "denyMessage", "Deny a push message",
        """
        Answers a push message as the customer would with “no”. That decides the event at once.
        """, .cardholder, .post, "/messages/{messageId}/deny", answer: MessageAnswer.schema,
        errors: [.customerNotAllowed, .tooManyRequests])

    static let getWalletKeys = Operation.sandbox(
        "getWalletKeys", "Get the keys of the simulated networks",
        """
        Returns the keys that open everything that is encrypted for the simulated Visa and Mastercard.
        """, .wallets, .get, "/wallet-keys", answer: WalletKeysAnswer.schema)

    static let simulateTokenEvent = Operation.sandbox(
        "simulateTokenEvent", "Simulate a token event",
        """
        Simulates the network suspending, resuming or deleting a token. The token of a locked card stays \
        suspended.
        """, .wallets, .post, "/tokens/{dpanRef}/events", answer: TokenAnswer.schema, payload: TokenEventBody.schema)

    static let explainWalletData = Operation.sandbox(
        "explainWalletData", "Explain wallet data",
        """
        Checks the certificates and values that an app sent for a tokenization, or the encrypted card that it \
        received. Reports each step, and for the first one that failed the cause and the remedy. Changes \
        nothing.
        """, .wallets, .post, "/explain", answer: ExplainAnswer.schema, payload: ExplainBody.schema)
}
