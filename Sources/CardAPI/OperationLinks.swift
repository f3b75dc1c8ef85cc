import HTTPContract

/// Where the answers of the Card service lead to.
extension [Operation.Link] {
    /// What a customer can do with a card that an answer names.
    static func ofCard(_ card: String) -> [Operation.Link] {
        [
            ("getCard", "Look at it again."), ("updateCard", "Lock it, unlock it, cancel it."),
            ("activateCard", "Activate it, once its holder has it."), ("replaceCard", "Have another in its place."),
            ("showDetails", "Read its number."), ("createSecureView", "Show its number to its holder."),
            ("setPIN", "Give it a PIN."), ("resetRetries", "Allow new attempts at its PIN."),
            ("tokenizeCard", "Put it into a wallet."),
        ].map { operation, description in Operation.Link(to: operation, ["cardId": card], description) }
    }

    /// What a backend can do with a card of the customer it asked about.
    static func ofCustomerCard(_ card: String) -> [Operation.Link] {
        [("getCustomerCard", "Look at it again."), ("updateCustomerCard", "Cancel it, or lift its suspension.")]
            .map { operation, description in
                let parameters = ["customerId": "$request.path.customerId", "cardId": card]
                return Operation.Link(to: operation, parameters, description)
            }
    }
}

extension Operation.Link {
    static let toTokenizationStatus = Self(
        to: "updateTokenizationStatus", ["cardId": "$request.path.cardId"], "Tell that the card is in the wallet.")

    static let toAttempt = Self(
        to: "attemptAuthentication", ["eventId": "$response.body#/eventId"],
        body: ["walletOperationId": "$response.body#/walletOperationId"], "Answer the challenge.")

    static let toDistrust = Self(
        to: "distrustDevice", ["deviceId": "$response.body#/deviceId"], "Trust it no longer.")

    static let toBulkOrder = Self(
        to: "getBulkOrder", ["orderId": "$response.body#/orderId"], "See how far it has come.")

    static let toUnsubscribe = Self(
        to: "unsubscribeWebhook", ["subscriptionId": "$response.body#/id"], "End it.")

    static let toResend = Self(
        to: "resendWebhook", ["deliveryId": "$response.body#/deliveries/0/id"], "Send the newest again.")
}
