import Cards
import Validation

/// The fields of a scenario. Add a new field here; the reader needs nothing else.
struct ScenarioField: Sendable {
    enum Shape: Sendable {
        case text
        case flag
        case number(ClosedRange<Int>)
        case list
        /// One of a few words.
        case word([String])
        case object([ScenarioField])
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
        case .programs:
            [
                .required("cardType", .word(Program.CardType.allCases.map(\.rawValue))),
                .required("scheme", .word(Program.Scheme.allCases.map(\.rawValue))),
                .required("region", .word(Region.allCases.map(\.rawValue))), .required("currencies", .list),
                .optional("isDigital", .flag), .optional("requiresApproval", .flag),
                .optional("allowableCards", .number(ProgramDraft.cardsPerCustomer)),
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
            ]
        case .merchants:
            [.optional("cardpointe", .object(Self.cardPointe)), .optional("stitch", .object(Self.stitch))]
        }
    }

    /// In minor units: the 12 digits of a card payment.
    private static let amounts = 1...999_999_999_999

    private static let merchant: [ScenarioField] = [
        .optional("name"), .optional("mcc"), .optional("city"), .optional("country"),
    ]

    /// The settings that a merchant agrees with its gateways, in the words of the sandbox's operation.
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

    /// The error in an item's name. The rules for programs check a program's name, because it is stored.
    func nameViolation(_ name: String) -> String? {
        guard self != .programs else { return nil }
        guard (1...24).contains(name.utf8.count), name.utf8.allSatisfy(\.isPlain) else {
            return "must have a name of 1 to 24 of the characters 0-9, A-Z, a-z, _ and -"
        }
        let isNumber = name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return self == .customers && isNumber
            ? "must have a name that is not a number: a number refers to an existing customer" : nil
    }
}
