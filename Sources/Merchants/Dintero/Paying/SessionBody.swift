import HTTPContract

/// The body of a request for a session. Members that no rule needs are kept and shown as they were sent.
struct SessionBody: RequestBody {
    var url: URLs?
    var order: Order?
    var configuration: Configuration?
    var expiresAt: String?
    var profile: String?

    static let isClosed = false
    static let members: [BodyMember<SessionBody>] = [
        .object("url", \.url, isRequired: true, "Where the customer and the news of the payment go."),
        .object("order", \.order, isRequired: true, "What is paid for."),
        .object("configuration", \.configuration, "How it can be paid; a profile says it, too."),
        .string(
            "expires_at", \.expiresAt, maximumLength: 40, example: "2099-12-31T23:23:59.999Z",
            "When it cannot be paid any more, in UTC; a day after it was made, unless this says another time."),
        .string(
            "profile_id", \.profile, maximumLength: 100, example: "default",
            "The payment profile, which says how it can be paid."),
    ]

    struct URLs: RequestBody {
        var returnURL: String?
        var callbackURL: String?

        static let isClosed = false
        static let members: [BodyMember<URLs>] = [
            .string(
                "return_url", \.returnURL, isRequired: true, maximumLength: SessionRules.urlLimit,
                example: "yourapp://redirect?initial_recipient=merchant",
                "Where the customer goes afterwards. An app's own scheme needs the channel in_app."),
            .string(
                "callback_url", \.callbackURL, maximumLength: SessionRules.urlLimit,
                example: "https://shop.example/callback?method=POST", "Who is called when the session is paid."),
        ]
    }

    struct Order: RequestBody {
        var amount: Int?
        var currency: String?
        var merchantReference: String?
        var items: [Item]?
        var shippingOption: Shipping?

        static let isClosed = false
        static let members: [BodyMember<Order>] = [
            .integer(
                "amount", \.amount, in: SessionRules.amounts, isRequired: true, example: "20100",
                "In minor units: the sum of the items and of the shipping."),
            .string("currency", \.currency, isRequired: true, maximumLength: 3, example: "NOK", "ISO 4217."),
            .string(
                "merchant_reference", \.merchantReference, isRequired: true, maximumLength: 100, example: "order-4711",
                "The merchant's own name for the order."),
            .objects("items", \.items, isRequired: true, maximumCount: SessionRules.itemLimit,
                "What is paid for."),
            .object("shipping_option", \.shippingOption, "How it is sent."),
        ]
    }

    struct Item: RequestBody {
        var id: String?
        var line: String?
        var description: String?
        var amount: Int?

        static let isClosed = false
        static let members: [BodyMember<Item>] = [
            .string("id", \.id, isRequired: true, maximumLength: 200, example: "chair-1", "The article."),
            .string(
                "line_id", \.line, isRequired: true, maximumLength: 200, example: "1", "The line's id in its order."),
            .string("description", \.description, maximumLength: 500, example: "Chair", "In words."),
            .integer("amount", \.amount, in: SessionRules.itemAmounts, isRequired: true, example: "20100", "With VAT."),
            .anything("quantity", "How many."), .anything("vat", "In percent."),
            .anything("vat_amount", "In minor units."),
        ]
    }

    struct Shipping: RequestBody {
        var amount: Int?

        static let isClosed = false
        static let members: [BodyMember<Shipping>] = [
            .integer("amount", \.amount, in: SessionRules.itemAmounts, isRequired: true, example: "0", "With VAT.")
        ]
    }

    struct Configuration: RequestBody {
        var channel: String?
        var ownService: OwnService?

        static let isClosed = false
        static let members: [BodyMember<Configuration>] = [
            .enumeration(
                "channel", \.channel, of: ["ecommerce", "in_app", "in_store", "invoice"], example: "in_app",
                "Where the customer pays; in_app for an app's own sheet."),
            .object("dintero_psp", \.ownService, "What Dintero's own payment service offers."),
        ]
    }

    struct OwnService: RequestBody {
        var applePay: Switch?

        static let isClosed = false
        static let members: [BodyMember<OwnService>] = [.object("applepay", \.applePay, "Apple Pay.")]
    }

    struct Switch: RequestBody {
        var isEnabled: Bool?

        static let isClosed = false
        static let members: [BodyMember<Switch>] = [
            .boolean("enabled", \.isEnabled, isRequired: true, example: "true", "Whether it can be paid so.")
        ]
    }
}
