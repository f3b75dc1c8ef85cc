import HTTPContract

/// The operations that may follow a response of the Card service.
extension [Operation.Link] {
    /// The operations of a customer on a card that a response names.
    static func ofCard(_ card: String) -> [Operation.Link] {
        [
            ("getCard", "Get the card."), ("updateCard", "Lock, unlock or cancel the card."),
            ("activateCard", "Activate the card once it has arrived."), ("replaceCard", "Replace the card."),
            ("showDetails", "Show the card number."), ("createSecureView", "Show the card number to the cardholder."),
            ("setPIN", "Set the card's PIN."), ("resetRetries", "Reset the retries of the card's PIN."),
            ("tokenizeCard", "Put the card into a wallet."),
            ("setCardControls", "Set the card's controls."),
        ].map { operation, description in Operation.Link(to: operation, ["cardId": card], description) }
    }

    /// The operations of a backend on a card of the customer that its request names.
    static func ofCustomerCard(_ card: String) -> [Operation.Link] {
        [
            ("getCustomerCard", "Get the card."), ("updateCustomerCard", "Cancel the card, or lift its suspension."),
            ("setCustomerCardControls", "Set the card's controls."),
        ].map { operation, description in
            let parameters = ["customerId": "$request.path.customerId", "cardId": card]
            return Operation.Link(to: operation, parameters, description)
        }
    }
}

extension Operation.Link {
    static let toTokenizationStatus = Self(
        to: "updateTokenizationStatus", ["cardId": "$request.path.cardId"], "Complete the tokenization.")

    static let toAttempt = Self(
        to: "attemptAuthentication", ["eventId": "$response.body#/eventId"],
        body: ["walletOperationId": "$response.body#/walletOperationId"], "Answer the challenge.")

    static let toDistrust = Self(
        to: "distrustDevice", ["deviceId": "$response.body#/deviceId"], "Remove the device.")

    static let toTransaction = Self(
        to: "getTransaction", ["transactionId": "$response.body#/transactions/0/id"], "Get the newest transaction.")

    static let toAuthorization = Self(
        to: "getAuthorization", ["authorizationId": "$response.body#/authorizations/0/id"],
        "Get the newest authorization.")

    static let toCustomerTransaction = Self(
        to: "getCustomerTransaction", ["transactionId": "$response.body#/transactions/0/id"],
        "Get the newest transaction.")

    static let toCustomerAuthorization = Self(
        to: "getCustomerAuthorization", ["authorizationId": "$response.body#/authorizations/0/id"],
        "Get the newest authorization.")

    static let toPerson = Self(
        to: "updateCustomerPerson", ["customerId": "$response.body#/customer/id"], "Update the personal data.")

    static let toRestriction = Self(
        to: "placeRestriction", ["customerId": "$response.body#/customer/id"], "Restrict the customer.")

    static let toDepositStatus = Self(
        to: "updateDepositStatus",
        ["customerId": "$request.path.customerId", "depositId": "$response.body#/id"], "Take the next step.")

    static let toCustomerTransferStatus = Self(
        to: "updateCustomerTransferStatus",
        ["customerId": "$request.path.customerId", "transferId": "$response.body#/id"], "Take the next step.")

    static let toTransferStatus = Self(
        to: "updateTransferStatus", ["transferId": "$response.body#/id"], "Take the next step.")

    static let toCustomerWithdrawalStatus = Self(
        to: "updateCustomerWithdrawalStatus",
        ["customerId": "$request.path.customerId", "withdrawalId": "$response.body#/id"], "Take the next step.")

    static let toWithdrawalStatus = Self(
        to: "updateWithdrawalStatus", ["withdrawalId": "$response.body#/id"], "Take the next step.")

    static let toBulkOrder = Self(
        to: "getBulkOrder", ["orderId": "$response.body#/orderId"], "Get the order's progress.")

    static let toUnsubscribe = Self(
        to: "unsubscribeWebhook", ["subscriptionId": "$response.body#/id"], "Delete the subscription.")

    static let toResend = Self(
        to: "resendWebhook", ["deliveryId": "$response.body#/deliveries/0/id"], "Resend the newest delivery.")
}
