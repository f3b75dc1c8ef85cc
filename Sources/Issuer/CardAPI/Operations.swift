import HTTPContract
import HTTPTypes

/// Every operation of the service.
public enum Operations {
    public static let issueToken = Operation(
        name: "issueToken",
        summary: "Issue an access token",
        description: """
            Authenticates a client and issues an access token that is valid for 15 minutes. The grant \
            `client_credentials` issues the client's own token: a business token if the client is a brand's backend. \
            Token exchange issues the token of a customer, named by id; only clients that are allowed to may use it. \
            The grant `refresh_token` renews a token.

            If the brand protects `ISSUE_TOKEN`, a token exchange also needs strong customer authentication: without a \
            verified event the response is 401 `interaction_required`, with a new event in `WWW-Authenticate`. The \
            client answers it with its own token, or the brand's partner reports the outcome.

            Requires the client's id and secret by HTTP Basic. After too many wrong secrets from an address, or for a \
            client at an address, the response is 429 until the time in `Retry-After` has passed. A refresh token is \
            valid once; using it twice ends its whole family, which ends after 24 hours anyway. Errors have the form \
            of OAuth (RFC 6749, section 5.2).
            """,
        noun: .tokens, method: .post, path: base + "/auth/brands/{brand}/token", audience: .client, successStatus: .ok,
        answer: TokenBody.schema, payload: .form(TokenGrant.schema))

    public static let listPrograms = Operation(
        name: "listPrograms",
        summary: "List the card programs for a customer",
        description: """
            Returns the programs that the customer is eligible for, and how many more cards of each the customer may \
            have.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .programs,
        method: .get, path: base + "/profile/prepaid/programs", audience: .customer, successStatus: .ok,
        answer: ProgramListBody.schema, query: ProgramListQuery.schema, errors: [.noSuchCustomer])

    public static let getProgram = Operation(
        name: "getProgram",
        summary: "Get a card program",
        description: """
            Returns one of the programs that the customer is eligible for, and how many more of its cards the customer \
            may have. Any other program is answered with 404.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .programs,
        method: .get, path: base + "/profile/prepaid/programs/{programName}", audience: .customer, successStatus: .ok,
        answer: ProgramBody.schema, errors: [.noSuchCustomer])

    public static let listCards = Operation(
        name: "listCards",
        summary: "List cards",
        description: """
            Returns the customer's cards in pages, newest first. The query filters them by status and type, and \
            `include` adds tokenizations and available actions to each card.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .cards,
        method: .get, path: cards, audience: .customer, successStatus: .ok,
        answer: CardListBody.schema, query: CardListQuery.schema, links: .ofCard("$response.body#/cards/0/cardId"))

    public static let createCard = Operation(
        name: "createCard",
        summary: "Create a card",
        description: """
            Issues a virtual card, or orders a physical card. A virtual card is `ACTIVE` at once. A physical card is \
            `ISSUED` until the cardholder activates it, or `DIGITAL` if its program allows online use before that. If \
            its program requires approval, a card is `APPLIED` at first, and `PENDING` while the issuer validates the \
            application. Then it gets the status above, or `REJECTED`. The customer must be eligible for the program, \
            and each card uses up one of the program's `allowableCards`.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .cards,
        method: .post, path: cards, audience: .customer, successStatus: .created,
        answer: CardBody.schema, payload: .json(CreateCardBody.schema),
        errors: [.cardLimitExceeded], links: .ofCard("$response.body#/cardId"))

    public static let getCard = Operation(
        name: "getCard",
        summary: "Get a card",
        description: """
            Returns one card of the customer. `include` adds its tokenizations and its available actions.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .cards,
        method: .get, path: card, audience: .customer, successStatus: .ok,
        answer: CardBody.schema, query: CardQuery.schema)

    public static let updateCard = Operation(
        name: "updateCard",
        summary: "Update the status or the PIN of a card",
        description: """
            Locks, unlocks or cancels a card, or sets its PIN; one request does one of these. A status needs a \
            `statusReason`. Unlocking returns the card to the status it was locked from. Cancelling cannot be undone. \
            The card's tokens in wallets follow: they are suspended, resumed or deleted with it. Customers in the \
            United States set the PIN with `setPIN` instead.

            A change that the card's status does not allow is refused with 403, and the message names the statuses \
            that would be accepted. Repeating the request is refused, because the card then already has the status.

            \(Conditions.customer) \(Conditions.strongAuthentication)
            """,
        noun: .cards,
        method: .patch, path: card, audience: .customer, successStatus: .ok,
        answer: CardBody.schema, payload: .json(UpdateCardBody.schema), errors: [.operationNotAllowed])

    public static let activateCard = Operation(
        name: "activateCard",
        summary: "Activate a card",
        description: """
            Activates a physical card that is `ISSUED` or `DIGITAL`. The cardholder proves that the card has arrived \
            with its last four digits and its security code. The third wrong attempt suspends the card.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .cards,
        method: .post, path: card + "/activate", audience: .customer, successStatus: .ok,
        answer: CardBody.schema, payload: .json(ActivateCardBody.schema),
        errors: [.activationDataShouldBeValid, .operationNotAllowed])

    public static let replaceCard = Operation(
        name: "replaceCard",
        summary: "Replace a card",
        description: """
            Issues a new card for one that is damaged, lost or about to expire, and ends the old card in the same \
            transaction. The new card has a new number and keeps the program, the currency, the mobile number, the \
            account and the tokens in wallets. It does not count towards `allowableCards`. Its PIN is not set unless \
            the request sets one.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .cards,
        method: .post, path: card + "/replace", audience: .customer, successStatus: .created,
        answer: CardBody.schema, payload: .json(ReplaceCardBody.schema),
        errors: [.operationNotAllowed], links: .ofCard("$response.body#/cardId"))

    public static let setPIN = Operation(
        name: "setPIN",
        summary: "Set the PIN of a US card",
        description: """
            Sets the PIN of a card whose customer lives in the United States. All other customers set it with \
            `createCard` or `updateCard`. The card must be `ACTIVE` or `DIGITAL`, or `ISSUED` and without a PIN.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.harmless)
            """,
        noun: .cards,
        method: .put, path: card + "/pin", audience: .customer, successStatus: .ok,
        answer: CardBody.schema, payload: .json(SetPINBody.schema), errors: [.operationNotAllowed])

    public static let resetRetries = Operation(
        name: "resetRetries",
        summary: "Reset the PIN and security code retries",
        description: """
            Allows new attempts at the PIN and at the activation data, once the previous ones are used up. A card that \
            is `SUSPENDED` stays suspended. After nine wrong attempts in a card's life only the issuer can allow more.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .cards,
        method: .post, path: card + "/retries/reset", audience: .customer, successStatus: .ok, answer: CardBody.schema,
        errors: [.operationNotAllowed])

    public static let showDetails = Operation(
        name: "showDetails",
        summary: "Show card details in plain text",
        description: """
            Returns the card number, the security code, the expiry and the cardholder's name. The card must be \
            `ACTIVE` or `DIGITAL`. The response must not be cached. Whoever receives it falls within the scope of PCI \
            DSS; `createSecureView` avoids that.

            \(Conditions.cardData) \(Conditions.strongAuthentication)
            """,
        noun: .details, method: .get, path: card + "/details", audience: .cardData, successStatus: .ok,
        answer: DetailsBody.schema, errors: [.operationNotAllowed])

    public static let createSecureView = Operation(
        name: "createSecureView",
        summary: "Create a secure view of card details",
        description: """
            Prepares a page that shows a card's details or its PIN once, within 60 seconds. With `bare`, the page \
            shows only the value, for an app's own layout. With `sessionKey` there is no page: the details are \
            encrypted for that key instead, and the app shows them itself. An app that lost its pages, for example \
            because the device was rotated, can repeat the same request with the same event of strong customer \
            authentication for 60 seconds after its first use, but not after the event's own end. The card must be \
            `ACTIVE` or `DIGITAL`. A customer can have 20 pages waiting. The request takes no `Idempotency-Key`, \
            because a stored response would be a stored secret. The page's address begins with the service's public \
            URL.

            \(Conditions.cardData) \(Conditions.strongAuthentication)
            """,
        noun: .details, method: .post, path: card + "/secure-details", audience: .cardData, successStatus: .created,
        answer: SecureViewBody.schema, payload: .json(SecureViewRequestBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests, .hostShouldBeValid])

    public static let tokenizeCard = Operation(
        name: "tokenizeCard",
        summary: "Start a tokenization",
        description: """
            Encrypts a card for Apple Pay, Google Pay or Samsung Pay and starts a tokenization. Which members are \
            required depends on the wallet and on the card's scheme. The card must be `ACTIVE` or `DIGITAL`. Starting \
            again for the same wallet, device and account continues the same tokenization. A card can have 50 \
            tokenizations that are not deleted.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .tokenizations,
        method: .post, path: card + "/tokenizations", audience: .customer, successStatus: .created,
        answer: CardTokenizationBody.schema, payload: .json(TokenizeCardBody.schema),
        errors: [.tokenizationDataShouldBeValid, .operationNotAllowed, .tokenizationLimitExceeded],
        links: [.toTokenizationStatus])

    public static let updateTokenizationStatus = Operation(
        name: "updateTokenizationStatus",
        summary: "Complete a tokenization",
        description: """
            Reports that the card is in the wallet (`COMPLETED`) or that its token still waits (`INITIATED`), and \
            stores the network's reference of the token. The tokenization must be `INITIATED`: started by \
            `tokenizeCard`, or in the wallet itself, whose network then reported the token. Reporting the same again \
            returns the same response; a different reference is a conflict.

            \(Conditions.customer) \(Conditions.strongAuthentication)
            """,
        noun: .tokenizations, method: .put, path: card + "/tokenizations", audience: .customer, successStatus: .ok,
        answer: TokenizationBody.schema, payload: .json(UpdateTokenizationBody.schema),
        errors: [.operationNotAllowed, .tokenizationConflict])

    /// Every operation, with each of its versions.
    public static let all: [Operation] = [
        issueToken, listPrograms, getProgram, listCards, createCard, getCard, updateCard, activateCard, replaceCard,
        setPIN, resetRetries, getCardControls, setCardControls, showDetails, createSecureView, tokenizeCard,
        updateTokenizationStatus,
        getProfile, getAccount, listTransactions, getTransaction, listAuthorizations, getAuthorization,
        listCustomerAccounts, getCustomerAccount, listCustomerTransactions, getCustomerTransaction,
        listCustomerAuthorizations, getCustomerAuthorization,
        createTransfer, updateTransferStatus, createDeposit, updateDepositStatus, createCustomerTransfer,
        updateCustomerTransferStatus, createWithdrawal, updateWithdrawalStatus, createCustomerWithdrawal,
        updateCustomerWithdrawalStatus,
        sendChallenge, attemptAuthentication, listTrustedDevices, trustDevice, distrustDevice,
        createWallet, updateCustomerPerson, placeRestriction, liftRestrictions,
        listCustomerCards, createCustomerCard, getCustomerCard, updateCustomerCard, getCustomerCardControls,
        setCustomerCardControls, decideAuthentication, setWalletPIN, orderCards, getBulkOrder,
        subscribeWebhook, listWebhookSubscriptions, unsubscribeWebhook, listWebhookDeliveries, resendWebhook,
    ].flatMap(\.versions) + ofStatements + ofDisputes

    /// The beginning of all paths.
    static let root = "/digitalwallets"
    static let base = root + "/v1"
    /// Version 2 of the business operations is in place of version 1, not below it.
    static let baseOfVersion2 = root + "/v2"
    private static let cards = base + "/profile/prepaid/cards"
    static let card = cards + "/{cardId}"
}
