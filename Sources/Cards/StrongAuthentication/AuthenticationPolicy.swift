import Validation

/// What a brand asks of its customers before an operation that could hurt them.
///
/// The lifetime of an event is documented; every other number is decided, and the brand's to set.
public struct AuthenticationPolicy: Equatable, Sendable {
    /// Who finds out whether it is the cardholder.
    public enum Mode: String, CaseIterable, Sendable {
        /// This service, with everything that goes with it.
        case embedded = "EMBEDDED"
        /// This service, but for talking to the cardholder, which is the partner's.
        case hybrid = "HYBRID"
        /// The partner, who tells the outcome.
        case outsourced = "OUTSOURCED"
    }

    public var mode: Mode
    /// The operations that ask for it, as the brand names them. What does ask is ``protectedOperations``.
    public var operations: [ProtectedOperation]
    /// How long an event may be verified and used.
    public var eventLifetimeSeconds: Int
    /// How long a sent challenge may be answered.
    public var challengeLifetimeSeconds: Int
    /// Challenges of one event before the cooldown.
    public var allowableChallenges: Int
    public var cooldownSeconds: Int
    /// Attempts at one challenge; where the partner decides, at the whole event.
    public var allowableAttempts: Int
    /// Challenges to one customer by one way in an hour, over all events.
    public var challengesPerHour: Int
    /// Wrong attempts in a row by one way, over all events, that lock it; see ``AuthenticationFactor``.
    public var wrongAttemptsBeforeLockOut: Int
    /// Whether card PINs that anyone would try first are refused; see ``PINRule/isWeak(_:)``.
    public var refusesWeakPINs: Bool
    /// Whether the signature of a trusted device stands in for a challenge.
    public var acceptsTrustedDevices: Bool
    /// The domain that passkeys of this brand are bound to (WebAuthn, "relying party identifier").
    public var relyingPartyID: String
    /// From where a passkey may be used.
    public var origins: [String]

    public init(
        mode: Mode, operations: [ProtectedOperation], eventLifetimeSeconds: Int, challengeLifetimeSeconds: Int,
        allowableChallenges: Int, cooldownSeconds: Int, allowableAttempts: Int, challengesPerHour: Int,
        wrongAttemptsBeforeLockOut: Int, refusesWeakPINs: Bool, acceptsTrustedDevices: Bool,
        relyingPartyID: String, origins: [String]
    ) {
        self.mode = mode
        self.operations = operations
        self.eventLifetimeSeconds = eventLifetimeSeconds
        self.challengeLifetimeSeconds = challengeLifetimeSeconds
        self.allowableChallenges = allowableChallenges
        self.cooldownSeconds = cooldownSeconds
        self.allowableAttempts = allowableAttempts
        self.challengesPerHour = challengesPerHour
        self.wrongAttemptsBeforeLockOut = wrongAttemptsBeforeLockOut
        self.refusesWeakPINs = refusesWeakPINs
        self.acceptsTrustedDevices = acceptsTrustedDevices
        self.relyingPartyID = relyingPartyID
        self.origins = origins
    }

    /// What a brand begins with: everything asks, and this service finds out.
    public static let standard = AuthenticationPolicy(
        mode: .embedded, operations: ProtectedOperation.allCases, eventLifetimeSeconds: 900,
        challengeLifetimeSeconds: 300, allowableChallenges: 5, cooldownSeconds: 900, allowableAttempts: 5,
        challengesPerHour: 20, wrongAttemptsBeforeLockOut: 10, refusesWeakPINs: true, acceptsTrustedDevices: true,
        relyingPartyID: "wallet.example", origins: ["https://wallet.example"])

    /// Nothing asks, and no device can answer for its customer.
    public static let off = {
        var policy = standard
        (policy.operations, policy.acceptsTrustedDevices) = ([], false)
        return policy
    }()

    /// The operations that ask. Trusting a device is among them, named or not, as soon as anything else asks or devices
    /// are accepted: otherwise a thief could enrol a device of their own and have it answer.
    public var protectedOperations: [ProtectedOperation] { ProtectedOperation.allCases.filter(protects) }

    public func protects(_ operation: ProtectedOperation) -> Bool {
        operations.contains(operation)
            || operation == .trustDevice && (acceptsTrustedDevices || !operations.isEmpty)
    }

    /// How long events and challenges may live.
    public static let lifetimesInSeconds = 10...86_400
    public static let cooldownsInSeconds = 1...86_400
    /// How many challenges of an event, and attempts at a challenge or in a row, a brand may allow.
    public static let allowances = 1...100
    public static let hourlyAllowances = 1...1000

    /// What is wrong with a setting, each by its name on the wire.
    public var violations: [FieldError] {
        var violations = Violations()
        func check(_ field: String, _ value: Int, _ range: ClosedRange<Int>) {
            guard !range.contains(value) else { return }
            violations.check(field, "must be \(range.lowerBound) to \(range.upperBound)")
        }
        check("eventLifetimeSeconds", eventLifetimeSeconds, Self.lifetimesInSeconds)
        check("challengeLifetimeSeconds", challengeLifetimeSeconds, Self.lifetimesInSeconds)
        check("allowableChallenges", allowableChallenges, Self.allowances)
        check("cooldownSeconds", cooldownSeconds, Self.cooldownsInSeconds)
        check("allowableAttempts", allowableAttempts, Self.allowances)
        check("challengesPerHour", challengesPerHour, Self.hourlyAllowances)
        check("wrongAttemptsBeforeLockOut", wrongAttemptsBeforeLockOut, Self.allowances)
        violations.check("relyingPartyId", TextRule.note(relyingPartyID, 1...253))
        if !(1...10).contains(origins.count) || origins.contains(where: { TextRule.length($0, 1...300) != nil }) {
            violations.check("origins", "must be 1 to 10 origins of at most 300 characters")
        } else {
            violations.check(
                "origins",
                origins.lazy.compactMap { TextRule.printable($0) ?? TextRule.withoutCardNumber($0) }.first)
        }
        return violations.list
    }
}

/// What a brand can protect with strong customer authentication: everything that a customer's token can change, and
/// what it can show of a card's secrets. Paysafe asks before a card is updated and before its details are shown; the
/// others are decided.
public enum ProtectedOperation: String, CaseIterable, Sendable {
    case createCard = "CREATE_CARD"
    case updateCard = "UPDATE_CARD"
    case activateCard = "ACTIVATE_CARD"
    case replaceCard = "REPLACE_CARD"
    case setPIN = "SET_PIN"
    case resetRetries = "RESET_RETRIES"
    case cardDetails = "CARD_DETAILS"
    case secureDetails = "SECURE_DETAILS"
    case tokenizeCard = "TOKENIZE_CARD"
    case completeTokenization = "COMPLETE_TOKENIZATION"
    /// Trusting a device, and trusting it no longer.
    case trustDevice = "TRUST_DEVICE"
}
