import Cards
import Validation

/// The fields of a scenario. Add a new field here; the reader needs nothing else.
struct ScenarioField: Sendable {
    enum Shape: Sendable {
        case text
        case flag
        case number(ClosedRange<Int>)
        /// A number, or `any`.
        case limit(ClosedRange<Int>)
        /// A limit for each of some names, which the rules check.
        case limits(ClosedRange<Int>)
        case list
        /// One of a few words.
        case word([String])
        case object([ScenarioField])
        /// A list of objects.
        case objects([ScenarioField])
    }

    let name: String
    let shape: Shape
    let isRequired: Bool

    static func required(_ name: String, _ shape: Shape = .text) -> ScenarioField {
        ScenarioField(name: name, shape: shape, isRequired: true)
    }

    static func optional(_ name: String, _ shape: Shape = .text) -> ScenarioField {
        ScenarioField(name: name, shape: shape, isRequired: false)
    }
}

extension Scenario.Section {
    var fields: [ScenarioField] {
        switch self {
        case .brands:
            [
                .optional("authentication", .object(Self.authentication)), .optional("frameAncestors", .list),
                .optional("callsPerMinute", .object(Self.calls)),
            ]
        case .clients:
            [.required("brand"), .optional("mayExchange", .flag), .optional("isBusiness", .flag)]
        case .rates:
            [.required("rate")]
        case .programs:
            [
                .optional("brand"), .required("cardType", .word(Program.CardType.allCases.map(\.rawValue))),
                .required("scheme", .word(Program.Scheme.allCases.map(\.rawValue))),
                .required("region", .word(Region.allCases.map(\.rawValue))), .required("currencies", .list),
                .optional("isDigital", .flag), .optional("requiresApproval", .flag),
                .optional("allowableCards", .number(ProgramDraft.cardsPerCustomer)), .optional("panPrefix"),
                .optional("validityMonths", .number(ProgramDraft.validityInMonths)),
                .optional("terms", .object(Self.terms)), .optional("controls", .object(Self.controls)),
                .optional("interchange", .objects(Self.interchange)),
            ]
        case .customers:
            [
                .required("country"), .required("firstName"), .required("lastName"), .required("mobile"),
                .optional("email"), .optional("address", .object(Self.address)),
            ]
        case .cards:
            [
                .required("customer"), .required("program"), .optional("currency"), .optional("mobile"),
                .optional("pin"), .optional("externalId"), .optional("deliveryAddress", .object(Self.address)),
                .optional("status", .word(CardStatus.allCases.map(\.rawValue))),
            ]
        case .tokenizations:
            [
                .required("card"), .required("wallet", .word(WalletType.allCases.map(\.rawValue))),
                .optional("device"), .optional("account"), .optional("dpanRef"),
                .optional("status", .word(TokenWalk.allCases.map(\.rawValue))),
            ]
        case .loads:
            [.required("customer"), .required("amount", .number(Self.amounts)), .required("currency")]
        case .payments:
            [
                .required("card"), .required("amount", .number(Self.amounts)), .optional("currency"),
                .optional("merchant", .object(Self.merchant)), .optional("refunded", .number(Self.amounts)),
                .optional("status", .word(PaymentWalk.allCases.map(\.rawValue))),
                .optional("dispute", .word(DisputeStatus.allCases.map(\.rawValue))),
            ]
        case .clearingFiles:
            [.required("lines", .objects(Self.clearing))]
        case .merchants:
            [.optional("cardpointe", .object(Self.cardPointe)), .optional("stitch", .object(Self.stitch))]
        }
    }

    /// In minor units: the 12 digits of a card payment.
    private static let amounts = 1...999_999_999_999

    private static let clearing: [ScenarioField] = [
        .optional("payment"), .optional("amount", .number(amounts)), .optional("currency"), .optional("final", .flag),
    ]

    private static let merchant: [ScenarioField] = [
        .optional("name"), .optional("mcc"), .optional("city"), .optional("country"),
    ]

    /// In the words of the operation that sets a brand's policy.
    private static let authentication: [ScenarioField] = [
        .optional("mode", .word(AuthenticationPolicy.Mode.allCases.map(\.rawValue))),
        .optional("operations", .list),
        .optional("eventLifetimeSeconds", .number(AuthenticationPolicy.lifetimesInSeconds)),
        .optional("challengeLifetimeSeconds", .number(AuthenticationPolicy.lifetimesInSeconds)),
        .optional("allowableChallenges", .number(AuthenticationPolicy.allowances)),
        .optional("cooldownSeconds", .number(AuthenticationPolicy.cooldownsInSeconds)),
        .optional("allowableAttempts", .number(AuthenticationPolicy.allowances)),
        .optional("challengesPerHour", .number(AuthenticationPolicy.hourlyAllowances)),
        .optional("wrongAttemptsBeforeLockOut", .number(AuthenticationPolicy.allowances)),
        .optional("refusesWeakPins", .flag), .optional("acceptsTrustedDevices", .flag),
        .optional("relyingPartyId"), .optional("origins", .list),
    ]

    private static let calls: [ScenarioField] = [
        .optional("client", .limit(CallRates.numbers)), .optional("customer", .limit(CallRates.numbers)),
        .optional("operations", .limits(CallRates.numbers)),
    ]

    /// In the words of the operation that sets a program's terms.
    private static let terms: [ScenarioField] = [
        .optional("atmFee", .number(0...999_999_999_999)), .optional("fxFeeBasisPoints", .number(0...10_000)),
        .optional("holdDays", .number(1...365)), .optional("holdDaysIfPaidLater", .number(1...365)),
        .optional("needsSecurityCode", .flag), .optional("needsAuthentication", .flag),
        .optional("wrongCodesInARow", .number(1...100)), .optional("wrongCodesOnADay", .number(1...100)),
        .optional("provisionalCredit", .flag), .optional("bearsLostDisputes", .flag),
        .optional("walletProvisioning", .word(ProvisioningTerms.allCases.map(\.rawValue))),
        .optional("renewalDays", .number(RenewalTerms.allowedDays)), .optional("renewalKeepsNumber", .flag),
        .optional("walletMetadata", .object(WalletMetadata.Field.allCases.map { .optional($0.rawValue) })),
    ]

    /// In the words of the operation that sets interchange.
    private static let interchange: [ScenarioField] = [
        .required("currency"), .optional("category"), .required("basisPoints", .number(0...10_000)),
        .optional("fixed", .number(0...999_999_999_999)),
    ]

    /// In the words of the operation that sets a card's controls.
    private static let controls: [ScenarioField] = [
        .optional("allowedMccs", .list), .optional("blockedMccs", .list), .optional("allowedCountries", .list),
        .optional("blockedCountries", .list),
        .optional("channels", .object(Self.channels.map { .optional($0, .flag) })),
        .optional("limits", .objects(Self.limit)),
    ]

    private static let channels = ["ecommerce", "pos", "contactless", "magneticStripe", "atm", "mobileWallet"]

    private static let limit: [ScenarioField] = [
        .required("window"), .optional("channel"), .optional("amount", .number(amounts)),
        .optional("count", .number(1...1_000_000)),
    ]

    /// The settings that a merchant agrees with its gateways, in the words of the gateways' own operations.
    private static let cardPointe: [ScenarioField] = [
        .optional("sites", .list), .optional("refundsUnsettled", .flag), .optional("takesPart", .flag),
        .optional("deviceDataInAnyOrder", .flag),
    ]

    private static let stitch: [ScenarioField] = [
        .optional("clientId"), .optional("redirectUris", .list), .optional("requiresSecure3d", .flag),
        .optional("requiresDeviceInformation", .flag), .optional("isScopeStrict", .flag),
    ]

    private static let address: [ScenarioField] = [
        .required("address1"), .optional("address2"), .optional("address3"), .required("city"),
        .required("countryCode"), .optional("state"), .required("postalCode"),
    ]

    /// The error in an item's name. The rules for settings check their names, because they are stored.
    func nameViolation(_ name: String) -> String? {
        guard !Self.settings.contains(self) else { return nil }
        guard (1...24).contains(name.utf8.count), name.utf8.allSatisfy(\.isPlain) else {
            return "must have a name of 1 to 24 of the characters 0-9, A-Z, a-z, _ and -"
        }
        let isNumber = name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return self == .customers && isNumber
            ? "must have a name that is not a number: a number refers to an existing customer" : nil
    }
}
