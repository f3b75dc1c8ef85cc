import HTTPContract

/// An application for a card.
public struct CreateCardBody: RequestBody {
    public var programName: String?
    public var currency: String?
    public var mobile: String?
    public var cardPin: String?
    public var externalId: String?
    public var userAgent: String?
    public var deliveryAddress: DeliveryAddressBody?
    public var termsAndConditionsAccepted: Bool?
    public var eDisclosureAccepted: Bool?

    public init() {}

    public static let members: [BodyMember<CreateCardBody>] = [
        .string(
            "programName", \.programName, isRequired: true, maximumLength: 100, example: "SKRILL-PHYSICAL-MC-EEA",
            "The name of a program that the customer is eligible for."),
        .string(
            "currency", \.currency, isRequired: true, pattern: TextForm.currency, example: "EUR",
            "One of the program's currencies, ISO 4217."),
        .string(
            "mobile", \.mobile, pattern: TextForm.mobile, example: "+1 123456789",
            "The cardholder's mobile number; the customer's own if absent."),
        .string(
            "cardPin", \.cardPin, isSecret: true, pattern: TextForm.fourDigits, example: "1234", pinDescription),
        .string(
            "externalId", \.externalId, maximumLength: 40, pattern: TextForm.printable(1...40),
            example: "a2322550-af91-417f-867e-681efad44b9d",
            "The brand's own identifier for the card."),
        .userAgent(\.userAgent),
        .object(
            "deliveryAddress", \.deliveryAddress,
            "The address to send a physical card to; must be absent for a virtual card."),
        .boolean(
            "termsAndConditionsAccepted", \.termsAndConditionsAccepted, example: "true",
            "Must be true for a customer in the United States."),
        .boolean(
            "eDisclosureAccepted", \.eDisclosureAccepted, example: "true",
            "Must be true for a customer in the United States."),
    ]

    public static let examples: [BodyExample<CreateCardBody>] = [
        BodyExample("A virtual card") { body in
            body.programName = "SKRILL-VIRTUAL-MC-EEA"
            body.currency = "EUR"
        },
        BodyExample("A physical card") { body in
            body.programName = "SKRILL-PHYSICAL-MC-EEA"
            body.currency = "EUR"
            body.mobile = "+359 881234567"
            body.externalId = "order-4711"
            body.deliveryAddress = .example
        },
    ]
}

/// A new status for a card, or a new PIN.
public struct UpdateCardBody: RequestBody {
    public var status: String?
    public var statusReason: String?
    public var pin: String?
    public var userAgent: String?

    public init() {}

    public static let members: [BodyMember<UpdateCardBody>] = [
        .enumeration(
            "status", \.status, of: Vocabulary.customerStatuses, example: "LOCKED",
            "The new status. DIGITAL only unlocks a card that was DIGITAL."),
        .string(
            "statusReason", \.statusReason, maximumLength: 200, pattern: TextForm.any(1...200),
            example: "Mislaid", "The reason; required with a status."),
        .string(
            "pin", \.pin, isSecret: true, pattern: TextForm.fourDigits, example: "1243",
            "The new PIN, 4 digits; cannot be sent together with a status."),
        .userAgent(\.userAgent),
    ]

    public static let examples: [BodyExample<UpdateCardBody>] = [
        BodyExample("Lock it") { ($0.status, $0.statusReason) = ("LOCKED", "Mislaid") },
        BodyExample("Unlock it") { ($0.status, $0.statusReason) = ("ACTIVE", "Found again") },
        BodyExample("Cancel it permanently") { ($0.status, $0.statusReason) = ("CANCELLED", "No longer needed") },
        BodyExample("Change the PIN") { $0.pin = "1243" },
    ]

    public static let shapes = [
        ObjectSchema.Shape(required: ["status", "statusReason"], absent: ["pin"]),
        ObjectSchema.Shape(required: ["pin"], absent: ["status", "statusReason"]),
    ]
}

/// The program manager's change of a card. The PIN is a member only so that its refusal can say who may set it.
public struct BusinessUpdateBody: RequestBody {
    public var status: String?
    public var statusReason: String?
    public var pin: String?
    public var userAgent: String?

    public init() {}

    public static let members: [BodyMember<BusinessUpdateBody>] = [
        .enumeration(
            "status", \.status, of: Vocabulary.businessStatuses, isRequired: true, example: "CANCELLED",
            "CANCELLED, or ACTIVE to lift a suspension: the card then returns to its earlier status."),
        .string(
            "statusReason", \.statusReason, isRequired: true, maximumLength: 200,
            pattern: TextForm.any(1...200), example: "Fraud", "The reason."),
        .string("pin", \.pin, isSecret: true, example: nil, "Never accepted; only the customer can set the PIN."),
        .userAgent(\.userAgent),
    ]

    public static let shapes = [ObjectSchema.Shape(absent: ["pin"])]
}

/// Proof that the cardholder holds the plastic.
public struct ActivateCardBody: RequestBody {
    public var lastFourDigits: String?
    public var cvv: String?
    public var userAgent: String?

    public init() {}

    public static let members: [BodyMember<ActivateCardBody>] = [
        .string(
            "lastFourDigits", \.lastFourDigits, isRequired: true, pattern: TextForm.fourDigits, example: "1234",
            "The last four digits of the card number."),
        .string(
            "cvv", \.cvv, isRequired: true, isSecret: true, pattern: TextForm.threeDigits, example: "567",
            "The security code: three digits on the back."),
        .userAgent(\.userAgent),
    ]
}

/// An order for a card that replaces another.
public struct ReplaceCardBody: RequestBody {
    public var reason: String?
    public var deliveryAddress: DeliveryAddressBody?
    public var cardPin: String?
    public var userAgent: String?

    public init() {}

    public static let members: [BodyMember<ReplaceCardBody>] = [
        .enumeration(
            "reason", \.reason, of: Vocabulary.replacementReasons, isRequired: true, example: "LOST",
            "What happened to the old card."),
        .object(
            "deliveryAddress", \.deliveryAddress,
            "The address to send the new card to; the old card's address if absent."),
        .string(
            "cardPin", \.cardPin, isSecret: true, pattern: TextForm.fourDigits, example: "1234", pinDescription),
        .userAgent(\.userAgent),
    ]

    public static let examples: [BodyExample<ReplaceCardBody>] = [
        BodyExample("The card is lost") { $0.reason = "LOST" },
        BodyExample("The card is damaged, and the cardholder has moved") { body in
            body.reason = "DAMAGED"
            body.deliveryAddress = .example
        },
    ]
}

/// The PIN of a card whose customer may not send it with the application.
public struct SetPINBody: RequestBody {
    public var pin: String?
    public var userAgent: String?

    public init() {}

    public static let members: [BodyMember<SetPINBody>] = [
        .string(
            "pin", \.pin, isRequired: true, isSecret: true, pattern: TextForm.fourDigits, example: "1234",
            "The PIN, 4 digits."),
        .userAgent(\.userAgent),
    ]
}

private let pinDescription = "The card's PIN, 4 digits; must be absent for customers in the United States."

extension BodyMember {
    fileprivate static func userAgent(
        _ property: any WritableKeyPath<Body, String?> & Sendable
    ) -> BodyMember {
        .string(
            "userAgent", property, maximumLength: 1000, example: "WalletApp/2.4 (Android 15)",
            "The software of the cardholder's device; the `User-Agent` header if absent.")
    }
}
