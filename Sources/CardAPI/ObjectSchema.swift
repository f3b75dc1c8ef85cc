/// What members a JSON object of a request may have: plain data, from which bodies are read and written and the
/// OpenAPI document is made.
public struct ObjectSchema: Sendable, Hashable {
    /// In the order in which they are written and their errors are listed.
    public let members: [Member]

    public struct Member: Sendable, Hashable {
        public let name: String
        public let kind: Kind
        public var isRequired = false
        /// Whether the value must never appear in a description, a dump or a log.
        public var isSecret = false
        /// In Unicode scalars, as JSON Schema counts.
        public var maximumLength: Int?
        /// As it would stand in JSON, without quotes; `nil` where the kind says it all.
        public var example: String?
        public let description: String
    }

    public enum Kind: Sendable, Hashable {
        case string
        case boolean
        case integer
        /// A list of strings.
        case strings
        /// A string that must be one of these.
        case enumeration([String])
        case object(ObjectSchema)
        /// A list of 1 to so many objects.
        case objects(ObjectSchema, maximumCount: Int)
        /// Whatever a client likes to send.
        case anything
    }
}

extension ObjectSchema {
    /// Errors by the place of their fields in the body, whoever found them; of an object, what is unknown comes last.
    public func sorted<Found>(_ errors: [Found], by field: (Found) -> String) -> [Found] {
        errors.enumerated()
            .map { (place: place(of: field($1)[...]) + [$0], error: $1) }
            .sorted { $0.place.lexicographicallyPrecedes($1.place) }
            .map(\.error)
    }

    private func place(of field: Substring) -> [Int] {
        let names = field.split(separator: ".", maxSplits: 1)
        let name = names.first?.split(separator: "[", maxSplits: 1) ?? []
        guard let index = members.firstIndex(where: { $0.name == name.first ?? "" }) else {
            return [members.count, -1]
        }
        let inside: (ObjectSchema) -> [Int] = { names.count == 2 ? $0.place(of: names[1]) : [-1] }
        switch members[index].kind {
        case .object(let nested):
            return [index] + inside(nested)
        case .objects(let nested, _):
            guard name.count == 2, let element = Int(name[1].dropLast()) else { return [index, -1] }
            return [index, element] + inside(nested)
        case .string, .boolean, .integer, .strings, .enumeration, .anything:
            return [index, -1]
        }
    }
}

/// The names the wire uses for what a card is and does. Cards have the same values as types of their own; here they are
/// only words, so that an unknown one can be answered with the list of the known.
public enum Vocabulary {
    public static let cardTypes = ["PHYSICAL", "VIRTUAL"]
    public static let cardStatuses = [
        "ACTIVE", "PENDING", "APPLIED", "REJECTED", "ISSUED", "DIGITAL",
        "LOCKED", "SUSPENDED", "EXPIRED", "CANCELLED", "DAMAGED", "LOST",
    ]
    public static let businessStatuses = ["ACTIVE", "CANCELLED"]
    public static let tokenizations = "TOKENIZATIONS"
    public static let availableActions = "AVAILABLE_ACTIONS"
    public static let cardInclusions = [tokenizations, availableActions]
    public static let walletTypes = ["APPLE_PAY", "GOOGLE_PAY", "SAMSUNG_PAY"]
    public static let tokenizationStatuses = ["INITIATED", "COMPLETED"]
    public static let verificationMethods = ["PASSWORD", "PIN", "OTP", "PASSKEYS", "BIOMETRIC", "PUSH_NOTIFICATION"]
    public static let verificationChannels = ["SMS", "EMAIL", "AUTHENTICATOR", "PUSH_NOTIFICATION", "REDIRECT"]
    public static let replacementReasons = ["DAMAGED", "LOST", "RENEW"]
    public static let secureViewContents = ["DETAILS", "PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME", "PIN"]
    public static let separateViewContents = ["PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME"]
    public static let secureViewThemes = ["LIGHT", "DARK", "AUTO"]
    public static let webhookEvents = [
        "/prepaid/card/status/events", "/prepaid/card/tokenization/events", "/prepaid/card/token/events",
    ]
    public static let webhookStatuses = ["PENDING", "DELIVERED", "DEAD"]
}
