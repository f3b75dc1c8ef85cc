import Gateways
import HTTPContract
import HTTPTypes

/// Every operation of MoneyHash that payments need, at MoneyHash's own paths.
public enum MoneyHashOperations {
    /// Those that are documented. Both answer the same, except that in the older one a new intent has three members,
    /// and in an intent's details amounts have another form and methods have no `required_billing_fields`.
    static let versions = ["v1.1", "v1.4"]
    static let oldVersion = "v1.1"

    static let create = change(
        "moneyHashCreateIntent", "Make an intent", "/api/{version}/payments/intent/",
        """
        Makes what a customer pays once. With `use_direct_api` the merchant's own app or page pays it; otherwise the \
        customer opens `embed_url`. Version 1.1 answers `embed_url`, `id` and `status`, and version 1.4 all members.
        """,
        IntentAnswer.newSchema, IntentForm.form)
    static let intent = read(
        "moneyHashReadIntent", "Get an intent", "/api/{version}/payments/intent/{intent_id}/",
        "The intent with its transactions, and where the money is.", IntentAnswer.schema)
    static let details = read(
        "moneyHashReadDetails", "Get the details of an intent", "/api/{version}/payments/external/intents/{intent_id}/",
        "The next step of the client, and the data for it.", DetailsAnswer.schema)
    static let detailsOfSample = read(
        "moneyHashReadDetailsOfSample", "Get the details of an intent, as MoneyHash's samples do",
        "/api/{version}/payments/external/intent/{intent_id}", "The same at the other path that the guide has.",
        DetailsAnswer.schema)
    static let updateMethod = change(
        "moneyHashUpdateMethod", "Select a method",
        "/api/{version}/external/payments/intents/{intent_id}/update-method/",
        "Selects how the customer pays. After a declined payment this begins the next attempt.", DetailsAnswer.schema,
        methodForm)
    static let updateDirectMethod = change(
        "moneyHashUpdateDirectMethod", "Select a method, in the direct API",
        "/api/{version}/direct/payments/intents/{intent_id}/update-method/", "The same at the other path.",
        DetailsAnswer.schema, methodForm)
    static let receipt = change(
        "moneyHashSubmitReceipt", "Pay with what a wallet gave",
        "/api/{version}/payments/intent/{intent_id}/receipt/",
        """
        Opens the wallet's token, which is good for one payment, and asks the issuer. The status is 200 also if the \
        issuer declines: then the state is TRANSACTION_FAILED.
        """,
        DetailsAnswer.schema, Receipt.form, limitBytes: Receipt.bodyLimitBytes)
    static let card = change(
        "moneyHashSubmitCard", "Pay with a card", "/api/{version}/direct/payments/intents/{intent_id}/card/",
        "Charges a card that was typed into the merchant's own form.", DetailsAnswer.schema, CardForm.form)
    static let code = change(
        "moneyHashSubmitCode", "Pay with a saved card", "/api/{version}/direct/payments/intents/{intent_id}/cvv/",
        "Charges the selected saved card. Its customer has typed the security code into the merchant's own form.",
        DetailsAnswer.schema, SecurityCode.form)
    static let plan = change(
        "moneyHashSubmitPlan", "Pay by installments",
        "/api/{version}/direct/payments/intents/{intent_id}/installment-plan/",
        """
        Charges the whole amount to the card that was sent before, with the plan that the customer has chosen. The \
        security code comes with the plan, because it may not be stored.
        """,
        DetailsAnswer.schema, PlanForm.form)
    static let billing = change(
        "moneyHashSubmitBilling", "Pay with a method without a card",
        "/api/{version}/direct/payments/intents/{intent_id}/billing/",
        "Begins the payment with the billing data that the method's provider requires.", DetailsAnswer.schema,
        BillingForm.form)
    static let close = change(
        "moneyHashCloseIntent", "Close an intent", "/api/{version}/payments/intent/{intent_id}/close/",
        "Closes the intent: it can no longer be paid. A body is ignored.", IntentAnswer.schema, nil)

    static let voidIntent = change(
        "moneyHashVoidIntent", "Void an intent", "/api/{version}/payments/intent/{intent_id}/void/",
        """
        Gives back at once what a paid intent holds. An intent that is not paid is closed. A body is ignored.
        """, IntentAnswer.schema, nil)

    static let createCustomer = change(
        "moneyHashCreateCustomer", "Make a customer", "/api/{version}/customers/",
        "Keeps what the merchant knows of a customer. Its id is `customer` of intents.", CustomerRecord.schema,
        MoneyHashCustomer.form)
    static let customer = read(
        "moneyHashReadCustomer", "Get a customer", "/api/{version}/customers/{customer_id}/", "As it was sent.",
        CustomerRecord.schema)

    static let capture = change(
        "moneyHashCapture", "Capture a transaction", "/api/{version}/payments/transactions/{transaction_id}/capture/",
        "Takes the amount, or a part of it, which is cleared at the end of the merchant's day.", ChangeAnswer.schema,
        ChangeForm.form, isOfIntent: false)
    static let void = change(
        "moneyHashVoid", "Void a transaction", "/api/{version}/payments/transactions/{transaction_id}/void/",
        "Gives back at once what is not captured. A body is ignored.", ChangeAnswer.schema, nil, isOfIntent: false)
    static let refund = change(
        "moneyHashRefund", "Refund a transaction", "/api/{version}/payments/transactions/{transaction_id}/refund/",
        "Gives back what was captured, or a part of it.", ChangeAnswer.schema, ChangeForm.form, isOfIntent: false)

    static let signatureKey = read(
        "moneyHashReadSignatureKey", "Get the key of webhooks",
        "/api/v1/organizations/get-webhook-signature-key/", "The key that signs the webhooks to the merchant.",
        SignatureKeyAnswer.schema)

    static let listCards = cards(
        "moneyHashListCards", "List the saved cards of a customer", .get, "/api/{version}/tokens/cards/",
        "The newest first. For an unknown customer the list is empty.",
        Envelope.schema(aroundEach: SavedCardAnswer.schema),
        query: CardsQuery.schema)
    static let savedCard = cards(
        "moneyHashReadCard", "Get a saved card", .get, "/api/{version}/tokens/cards/{card_token_id}/",
        "By its id, or by its hashid.", Envelope.schema(around: SavedCardAnswer.schema))
    static let deleteCard = cards(
        "moneyHashDeleteCard", "Delete a saved card", .delete, "/api/{version}/tokens/cards/{card_token_id}/",
        """
        The card can no longer be charged. Intents that have selected it return to the selection of a method. A body \
        is ignored.
        """,
        Envelope.schema(around: SavedCardAnswer.schema))

    static let openPage = page(
        "moneyHashOpenPage", "Open the page of an intent", .get, EmbedRoutes.path + "{intent_id}/",
        "Shows what is paid, and asks for a card. It needs no script.", nil)
    static let submitPage = page(
        "moneyHashSubmitPage", "Pay on the page of an intent", .post, EmbedRoutes.path + "{intent_id}/",
        "Charges the card. Then it leads to the redirect URL for how it ended, if the intent has one.",
        EmbedForm.schema)
    static let openChallenge = page(
        "moneyHashOpenChallenge", "Open the page for 3-D Secure", .get, ChallengeRoutes.path + "{transaction_id}/",
        "Shows what is paid, and asks how to confirm it. It changes nothing.", nil)
    static let answerChallenge = page(
        "moneyHashAnswerChallenge", "Answer 3-D Secure", .post, ChallengeRoutes.path + "{transaction_id}/",
        """
        Chooses a way to confirm, sends the code, or cancels. When 3-D Secure has ended, it leads to the redirect URL \
        for how it ended, if the intent has one.
        """,
        ObjectSchema(
            name: "MoneyHashChallenge",
            members: [
                .init(
                    name: "answer", kind: .enumeration(AuthenticationForm.words), isRequired: true,
                    description: "The button that the customer has pressed."),
                .init(
                    name: "code", kind: .string, isSecret: true, maximumLength: 16,
                    description: "The code, with the answer code."),
            ]))

    static let openProvider = page(
        "moneyHashOpenProvider", "Open the page of a provider", .get, ProviderRoutes.path + "{transaction_id}/",
        "Shows what is paid with PayPal or a crypto wallet, and asks for it. It changes nothing.", nil)
    static let answerProvider = page(
        "moneyHashAnswerProvider", "Pay on the page of a provider", .post, ProviderRoutes.path + "{transaction_id}/",
        "Pays or refuses. Then it leads to the redirect URL for how it ended, if the intent has one.",
        ProviderRoutes.form)

    /// The operations that programs call.
    static let forPrograms = [
        create, intent, details, detailsOfSample, updateMethod, updateDirectMethod, receipt, card, code, plan, billing,
        close, voidIntent, createCustomer, customer, capture, void, refund, listCards, savedCard, deleteCard,
        signatureKey,
    ]

    public static let all = forPrograms + [
        openPage, submitPage, openChallenge, answerChallenge, openProvider, answerProvider,
    ]

    static let methodForm = RequestForm(
        name: "MoneyHashMethod",
        members: [
            RequestMember(
                "payment_method", .choice(PaymentMethod.allCases.map(\.rawValue)), isRequired: true,
                example: "APPLE_PAY", "How the customer pays."),
            RequestMember(
                "card_token", .text(limit: 64), isNullable: true, example: "zGgq4Lx",
                "With CARD, a saved card of the intent's customer."),
        ])
}

/// With what webhooks are signed.
struct SignatureKeyAnswer: AnswerBody {
    let secret: String

    static let members: [AnswerMember<SignatureKeyAnswer>] = [
        .member("webhook_signature_secret", \.secret, isSecret: true, example: "5b1c…", "The key.")
    ]
}

/// Whose saved cards are listed.
struct CardsQuery: RequestQuery {
    var customer: String?

    static let parameters: [BoundParameter<CardsQuery>] = [
        .text("customer", \.customer, "Required: the customer who saved the cards, as in `customer` of intents.")
    ]
}
