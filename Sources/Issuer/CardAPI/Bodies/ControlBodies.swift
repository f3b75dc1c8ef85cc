import HTTPContract

/// The controls of a card: merchant categories, countries, channels and limits.
public struct SetCardControlsBody: RequestBody {
    public var allowedMccs: [String]?
    public var blockedMccs: [String]?
    public var allowedCountries: [String]?
    public var blockedCountries: [String]?
    public var channels: Channels?
    public var limits: [Limit]?

    public init() {}

    /// The bounds of one limit.
    public static let amounts = 1...999_999_999_999
    public static let counts = 1...1_000_000
    public static let maximumLimits = 20

    public static let members: [BodyMember<SetCardControlsBody>] = [
        .strings("allowedMccs", \.allowedMccs, example: "5411", ControlMembers.allowedMccs + " At most 300."),
        .strings("blockedMccs", \.blockedMccs, example: "7995", ControlMembers.blockedMccs + " At most 300."),
        .strings(
            "allowedCountries", \.allowedCountries, example: "BG", ControlMembers.allowedCountries + " At most 300."),
        .strings(
            "blockedCountries", \.blockedCountries, example: "US", ControlMembers.blockedCountries + " At most 300."),
        .object("channels", \.channels, "The channels of payments. One that is absent is true."),
        .objects(
            "limits", \.limits, maximumCount: maximumLimits,
            "The limits, at most one for each window and channel; absent without limits."),
    ]

    public static let examples: [BodyExample<SetCardControlsBody>] = [
        BodyExample("No cash, no gambling, and 500.00 a day") { body in
            (body.channels, body.blockedMccs) = (Channels(), ["7995"])
            body.channels?.atm = false
            body.limits = [Limit("DAY", amount: 50_000)]
        },
        BodyExample("Five payments a month on the internet, in two countries") { body in
            body.allowedCountries = ["BG", "DE"]
            body.limits = [Limit("MONTH", channel: "ECOMMERCE", count: 5)]
        },
        BodyExample("No controls") { _ in },
    ]

    /// Whether the card can be used by each channel.
    public struct Channels: RequestBody {
        public var ecommerce: Bool?
        public var pos: Bool?
        public var contactless: Bool?
        public var magneticStripe: Bool?
        public var atm: Bool?
        public var mobileWallet: Bool?

        public init() {}

        public static let members: [BodyMember<Channels>] = [
            .boolean("ecommerce", \.ecommerce, example: "true", ControlMembers.ecommerce),
            .boolean("pos", \.pos, example: "true", ControlMembers.pos),
            .boolean("contactless", \.contactless, example: "true", ControlMembers.contactless),
            .boolean("magneticStripe", \.magneticStripe, example: "false", ControlMembers.magneticStripe),
            .boolean("atm", \.atm, example: "true", ControlMembers.atm),
            .boolean("mobileWallet", \.mobileWallet, example: "true", ControlMembers.mobileWallet),
        ]
    }

    /// A limit on the spending in one window.
    public struct Limit: RequestBody {
        public var window: String?
        public var channel: String?
        public var amount: Int?
        public var count: Int?

        public init() {}

        public init(_ window: String, channel: String? = nil, amount: Int? = nil, count: Int? = nil) {
            (self.window, self.channel, self.amount, self.count) = (window, channel, amount, count)
        }

        public static let members: [BodyMember<Limit>] = [
            .enumeration(
                "window", \.window, of: Vocabulary.limitWindows, isRequired: true, example: "DAY",
                ControlMembers.window),
            .enumeration(
                "channel", \.channel, of: Vocabulary.paymentChannels, example: "ECOMMERCE", ControlMembers.channel),
            .integer("amount", \.amount, in: amounts, example: "50000", ControlMembers.amount),
            .integer("count", \.count, in: counts, example: "10", ControlMembers.count),
        ]
    }
}

/// The controls of a card, as they are set.
public struct CardControlsBody: Sendable, Hashable, Decodable {
    public var allowedMccs: [String]?
    public var blockedMccs: [String]?
    public var allowedCountries: [String]?
    public var blockedCountries: [String]?
    public var channels: Channels
    public var limits: [Limit]?

    public init(
        allowedMccs: [String]?, blockedMccs: [String]?, allowedCountries: [String]?, blockedCountries: [String]?,
        channels: Channels, limits: [Limit]?
    ) {
        (self.allowedMccs, self.blockedMccs) = (allowedMccs, blockedMccs)
        (self.allowedCountries, self.blockedCountries) = (allowedCountries, blockedCountries)
        (self.channels, self.limits) = (channels, limits)
    }

    public struct Channels: Sendable, Hashable, Decodable {
        public var ecommerce: Bool
        public var pos: Bool
        public var contactless: Bool
        public var magneticStripe: Bool
        public var atm: Bool
        public var mobileWallet: Bool

        public init(
            ecommerce: Bool, pos: Bool, contactless: Bool, magneticStripe: Bool, atm: Bool, mobileWallet: Bool
        ) {
            (self.ecommerce, self.pos, self.contactless) = (ecommerce, pos, contactless)
            (self.magneticStripe, self.atm, self.mobileWallet) = (magneticStripe, atm, mobileWallet)
        }
    }

    public struct Limit: Sendable, Hashable, Decodable {
        public var window: String
        public var channel: String?
        public var amount: Int?
        public var count: Int?

        public init(window: String, channel: String?, amount: Int?, count: Int?) {
            (self.window, self.channel, self.amount, self.count) = (window, channel, amount, count)
        }
    }
}

extension CardControlsBody: AnswerBody {
    public static let members: [AnswerMember<CardControlsBody>] = [
        .member("allowedMccs", \.allowedMccs, example: "5411", ControlMembers.allowedMccs),
        .member("blockedMccs", \.blockedMccs, example: "7995", ControlMembers.blockedMccs),
        .member("allowedCountries", \.allowedCountries, example: "BG", ControlMembers.allowedCountries),
        .member("blockedCountries", \.blockedCountries, example: "US", ControlMembers.blockedCountries),
        .member("channels", \.channels, "The channels of payments."),
        .member("limits", \.limits, "The limits."),
    ]
}

extension CardControlsBody.Channels: AnswerBody {
    public static let members: [AnswerMember<CardControlsBody.Channels>] = [
        .member("ecommerce", \.ecommerce, example: "true", ControlMembers.ecommerce),
        .member("pos", \.pos, example: "true", ControlMembers.pos),
        .member("contactless", \.contactless, example: "true", ControlMembers.contactless),
        .member("magneticStripe", \.magneticStripe, example: "false", ControlMembers.magneticStripe),
        .member("atm", \.atm, example: "true", ControlMembers.atm),
        .member("mobileWallet", \.mobileWallet, example: "true", ControlMembers.mobileWallet),
    ]
}

extension CardControlsBody.Limit: AnswerBody {
    public static let members: [AnswerMember<CardControlsBody.Limit>] = [
        .member("window", \.window, as: .enumeration(Vocabulary.limitWindows), example: "DAY", ControlMembers.window),
        .member(
            "channel", \.channel, as: .enumeration(Vocabulary.paymentChannels), example: "ECOMMERCE",
            ControlMembers.channel),
        .member("amount", \.amount, as: .minorUnits, example: "50000", ControlMembers.amount),
        .member("count", \.count, example: "10", ControlMembers.count),
    ]
}

/// The descriptions that the request and the response share.
private enum ControlMembers {
    static let allowedMccs =
        "The only merchant categories that are accepted, four digits each (ISO 18245); an empty list accepts none."
    static let blockedMccs = "Merchant categories that are not accepted, even if they are allowed."
    static let allowedCountries =
        "The only merchant countries that are accepted, ISO 3166-1 alpha-2; an empty list accepts none."
    static let blockedCountries = "Merchant countries that are not accepted, even if they are allowed."
    static let ecommerce = "Payments on web pages and in apps, and with stored cards."
    static let pos = "Payments at terminals in shops."
    static let contactless = "The plastic's antenna; a phone is `mobileWallet`."
    static let magneticStripe = "The magnetic stripe."
    static let atm = "Cash machines."
    static let mobileWallet = "Tokens in Apple Pay, Google Pay and Samsung Pay."
    static let window = """
        The time over which the limit counts. TRANSACTION is each payment for itself, LIFETIME the life of the card. \
        Days are UTC, and weeks begin on Monday.
        """
    static let channel = "The channel whose payments count; all payments if absent."
    static let amount =
        "The most that may be spent, with fees, in minor units of the account's currency. A limit has an amount, a "
        + "count or both."
    static let count = "The most payments; must be absent for TRANSACTION."
}
