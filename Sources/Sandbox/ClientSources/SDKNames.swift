import CardAPI

// The names of Paysafe's SDK for the objects of the contract. Fields are not listed, because they come from the
// contract.

/// A class that an app sees.
struct SDKClass: Sendable {
    let name: String
    /// A sentence for the class's documentation.
    let purpose: String
    /// The members that have another name in the SDK, by their names in the contract.
    let renamed: [String: String]

    init(_ name: String, _ purpose: String, renamed: [String: String] = [:]) {
        self.name = name
        self.purpose = purpose
        self.renamed = renamed
    }

    /// The classes by the names of their objects in the contract. A request and a response that share a class have
    /// their members in common. All other objects are internal, unless a class here contains them.
    static let all: [String: SDKClass] = [
        "AddEvidence": SDKClass("DisputeEvidenceRequest", "A file that supports a dispute. Its content is in Base64."),
        "ActivateCard": SDKClass("CardActivationRequest", "The data that is printed on the plastic."),
        "Attempt": SDKClass("ScaAttempt", "An attempt with its outcome."),
        "Authorization": SDKClass("Authorization", "What a merchant asked a card for, and what the issuer answered."),
        "AuthorizationList": SDKClass("AuthorizationList", "One page of authorizations, newest first."),
        "AuthenticationEventDetails": SDKClass(
            "ScaAuthenticationEventResponse", "An event of strong customer authentication."),
        "AuthenticationPassDetails": SDKClass(
            "ScaAuthenticationEventRequest",
            "The ids of an event that the customer has answered. They let one request through once."),
        "Card": SDKClass("Card", "A prepaid card of the customer."),
        "CardAction": SDKClass(
            "CardAvailableActions", "Something that the customer can do with a card.",
            renamed: ["action": "availableAction"]),
        "CardExpiry": SDKClass("CardExpiry", "The last month in which a card is valid."),
        "CardList": SDKClass("CardList", "One page of the customer's cards, newest first."),
        "CardListMeta": SDKClass("PagingResultMeta", "The position of a page."),
        "CardTokenization": SDKClass(
            "CardTokenization", "A card encrypted for a mobile wallet, with the data that the wallet shows."),
        "CardTokenizationCardholder": SDKClass(
            "CardTokenizationCustomer", "The cardholder whom the wallet asks the network to verify."),
        "Challenge": SDKClass("ScaChallenge", "A challenge that was sent."),
        "ChallengeSigning": SDKClass("ScaChallengeSigning", "What a passkey or a device needs to sign."),
        "CreateCard": SDKClass("CardRequest", "An application for a card."),
        "CreateDispute": SDKClass("DisputeRequest", "A claim about a cleared payment."),
        "DeliveryAddress": SDKClass("DeliveryAddress", "The address that plastic is sent to."),
        "Dispute": SDKClass("Dispute", "A dispute, and where its money is. All amounts are in minor units."),
        "DisputeLine": SDKClass("DisputeLine", "A step of a dispute."),
        "DisputeList": SDKClass("DisputeList", "One page of disputes, newest first."),
        "Evidence": SDKClass("DisputeEvidence", "A file of a dispute without its content."),
        "EvidenceContent": SDKClass("DisputeEvidenceContent", "A file of a dispute. Its content is in Base64."),
        "Fee": SDKClass("SimpleFeePayment", "A fee in a transaction or an authorization, in minor units."),
        "Details": SDKClass("CardDetails", "What a card's views show. It is never printed."),
        "FieldError": SDKClass("FieldError", "One field of a request, and what is wrong with it."),
        "OfferedVerification": SDKClass("ScaVerification", "A method to answer with."),
        "Program": SDKClass("CardProgram", "A kind of card that the customer is eligible for."),
        "ProgramList": SDKClass("CardProgramList", "The programs that the customer is eligible for."),
        "ReplaceCard": SDKClass("CardReplacementRequest", "An order for a card that replaces another."),
        "SetPIN": SDKClass("CardPinRequest", "The PIN of a card whose customer lives in the United States."),
        "Statement": SDKClass(
            "AccountStatement", "One page of a statement of account: the balances, and the entries between them."),
        "StatementEntry": SDKClass("AccountStatementEntry", "A change of an account's balance."),
        "StatementTotals": SDKClass("AccountStatementTotals", "The sums of all entries of a period."),
        "Tokenization": SDKClass("MobileWallet", "A card in a mobile wallet. Without a type, the wallet is Apple Pay."),
        "TokenizeCard": SDKClass("CardTokenizationRequest", "The data that a mobile wallet sends to the issuer."),
        "Transaction": SDKClass("Transaction", "Money that came to an account or left it."),
        "TransactionList": SDKClass("TransactionList", "One page of transactions, newest first."),
        "TrustedDevice": SDKClass("ScaTrustedDevice", "A device whose signature can replace a challenge."),
        "UpdateCard": SDKClass("CardUpdateRequest", "A new status with a reason, or a new PIN; never both."),
        "UpdateTokenization": SDKClass("MobileWallet", "A card in a mobile wallet."),
        "Verification": SDKClass("ScaVerification", "A method to answer with."),
        "VerificationAction": SDKClass("ScaVerificationAction", "How to present a challenge."),
    ]

    /// The hand-written classes that contain a list, by the objects of the contract in it.
    static let lists = ["Tokenization": "MobileWalletTokenizationList"]

    /// The queries that an app sees, by the names of their operations.
    static let queries = [
        "getStatement": SDKClass("AccountStatementParameters", "The period of a statement, and the page of it."),
        "listAuthorizations": SDKClass("AuthorizationHistoryParameters", "Which authorizations to list."),
        "listCards": SDKClass("CardParameters", "Which cards to list, and what to include for each."),
        "listDisputes": SDKClass("DisputeParameters", "Which disputes to list."),
        "listTransactions": SDKClass(
            "TransactionHistoryParameters",
            "Which transactions to list. One of `accountId` and `merchantRefNum` is required."),
    ]
}

/// An enumeration.
struct SDKEnumeration: Sendable {
    let name: String
    let words: [String]
    /// A sentence for the enumeration's documentation.
    let purpose: String

    init(_ name: String, _ words: [String], _ purpose: String) {
        self.name = name
        self.words = words
        self.purpose = purpose
    }

    /// A member that accepts only some of the words has the same type. A member with other words is a text, and so is
    /// an authorization's `challenge`: no name in Kotlin may begin with a digit, as `3DS` does.
    static let all = [
        SDKEnumeration("AuthorizationStatus", Vocabulary.authorizationStatuses, "The status of an authorization."),
        SDKEnumeration("AuthorizationType", Vocabulary.authorizationTypes, "What a payment is for."),
        SDKEnumeration("CardType", Vocabulary.cardTypes, "The type of a card."),
        SDKEnumeration("CardStatus", Vocabulary.cardStatuses, "The status of a card."),
        SDKEnumeration("CardScheme", Vocabulary.schemes, "The scheme of a card."),
        SDKEnumeration("CardAction", Vocabulary.cardActions, "An action that can be performed on a card."),
        SDKEnumeration("CardIncludesParam", Vocabulary.cardInclusions, "What to add to a card."),
        SDKEnumeration("CardReplacementReason", Vocabulary.replacementReasons, "What happened to a replaced card."),
        SDKEnumeration("MobileWalletType", Vocabulary.walletTypes, "The type of a mobile wallet."),
        SDKEnumeration("MobileWalletStatus", Vocabulary.tokenizationStatuses, "The status of a tokenization."),
        SDKEnumeration("CardNetworkType", Vocabulary.cardNetworks, "The network of a card, by Google's name."),
        SDKEnumeration("CardTokenProvider", Vocabulary.tokenProviders, "A token service, by Google's name."),
        SDKEnumeration("ScaAuthenticationMode", Vocabulary.authenticationModes, "Who authenticates the customer."),
        SDKEnumeration("ScaAttemptStatus", Vocabulary.attemptStatuses, "The outcome of an attempt."),
        SDKEnumeration("ScaVerificationMethod", Vocabulary.verificationMethods, "A method of authentication."),
        SDKEnumeration("ScaVerificationChannel", Vocabulary.verificationChannels, "The channel of a challenge."),
        SDKEnumeration("CardPresence", Vocabulary.cardPresences, "Whether the card was at the terminal."),
        SDKEnumeration("CardholderPresence", Vocabulary.cardholderPresences, "Where the cardholder was."),
        SDKEnumeration("FeePaymentReason", Vocabulary.feeReasons, "What a fee is for."),
        SDKEnumeration("PanEntryMethod", Vocabulary.panEntryMethods, "How the card's number reached the merchant."),
        SDKEnumeration("PaymentType", Vocabulary.paymentTypes, "How money has moved."),
        SDKEnumeration("TransactionDirection", Vocabulary.directions, "Where an amount went."),
        SDKEnumeration("TransactionStatus", Vocabulary.transactionStatuses, "The status of a transaction."),
        SDKEnumeration("TransactionType", Vocabulary.transactionTypes, "The kind of a transaction."),
        SDKEnumeration("DisputeStatus", Vocabulary.disputeStatuses, "How far a dispute is."),
        SDKEnumeration("DisputeReason", Vocabulary.disputeReasons, "Why a payment is disputed."),
        SDKEnumeration("DisputeStep", Vocabulary.disputeSteps, "What has happened in a dispute."),
        SDKEnumeration("DisputeActor", Vocabulary.disputeActors, "Who has taken a step of a dispute."),
        SDKEnumeration("SecureViewContent", Vocabulary.secureViewContents, "What a secure view shows."),
        SDKEnumeration("SecureViewTheme", Vocabulary.secureViewThemes, "The colours of a secure view."),
        SDKEnumeration("SecureViewFont", Vocabulary.secureViewFonts, "The font of a secure view."),
    ]

    /// The enumeration of a member; nil if it is a text.
    static func of(_ words: [String]) -> SDKEnumeration? {
        all.first { Set($0.words).isSuperset(of: words) }
    }
}
