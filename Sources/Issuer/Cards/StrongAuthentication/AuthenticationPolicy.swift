import Validation

/// The authentication that a brand requires of its customers before an operation that could harm them.
///
/// The lifetime of an event is documented; every other number was decided, and the brand can change it.
public struct AuthenticationPolicy: Equatable, Sendable {
    /// Who authenticates the cardholder.
    public enum Mode: String, CaseIterable, Sendable {
        /// This service does everything.
        case embedded = "EMBEDDED"
        /// This service does everything except talking to the cardholder, which the partner does.
        case hybrid = "HYBRID"
        /// The partner authenticates the cardholder and reports the outcome.
        case outsourced = "OUTSOURCED"
    }

    public var mode: Mode
    /// The operations that the brand has listed. ``protectedOperations`` has these and those that follow from them.
    public var operations: [ProtectedOperation]
    /// How long an event may be verified and used.
    public var eventLifetimeSeconds: Int
    /// How long a sent challenge may be answered.
    public var challengeLifetimeSeconds: Int
    /// Challenges of one event before the cooldown.
    public var allowableChallenges: Int
    public var cooldownSeconds: Int
    /// Attempts at one challenge, or at the whole event if the partner decides.
    public var allowableAttempts: Int
    /// Challenges to one customer by one method in an hour, over all events.
    public var challengesPerHour: Int
    /// Wrong attempts in a row by one method, over all events, that lock it; see ``AuthenticationFactor``.
    public var wrongAttemptsBeforeLockOut: Int
    /// Whether card PINs that anyone would try first are refused; see ``PINRule/isWeak(_:)``.
    public var refusesWeakPINs: Bool
    /// Whether the signature of a trusted device can replace a challenge.
    public var acceptsTrustedDevices: Bool
    /// The domain that passkeys of this brand are bound to (WebAuthn, "relying party identifier").
    public var relyingPartyID: String
    /// The origins that may use a passkey.
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

    /// The policy of a new brand: everything that a customer's token can do is protected, and this service
    /// authenticates the customer. Issuing that token is not: the client that asks for it answers for the customer.
    public static let standard = AuthenticationPolicy(
        mode: .embedded, operations: ProtectedOperation.ofCustomerTokens, eventLifetimeSeconds: 900,
        challengeLifetimeSeconds: 300, allowableChallenges: 5, cooldownSeconds: 900, allowableAttempts: 5,
        challengesPerHour: 20, wrongAttemptsBeforeLockOut: 10, refusesWeakPINs: true, acceptsTrustedDevices: true,
        relyingPartyID: "wallet.example", origins: ["https://wallet.example"])

    /// Nothing is protected, and no device can answer for its customer.
    public static let off = {
        var policy = standard
        (policy.operations, policy.acceptsTrustedDevices) = ([], false)
        return policy
    }()

    /// The protected operations. As soon as another operation is protected or devices are accepted, trusting a device
    /// is protected too, even if the brand does not name it. Otherwise a thief could enrol a device of their own and
    /// let it answer.
    public var protectedOperations: [ProtectedOperation] { ProtectedOperation.allCases.filter(protects) }

    public func protects(_ operation: ProtectedOperation) -> Bool {
        operations.contains(operation)
            || operation == .trustDevice && (acceptsTrustedDevices || !operations.isEmpty)
    }

    /// How long events and challenges may be valid.
    public static let lifetimesInSeconds = 10...86_400
    public static let cooldownsInSeconds = 1...86_400
    /// How many challenges of an event, attempts at a challenge, or attempts in a row a brand may allow.
    public static let allowances = 1...100
    public static let hourlyAllowances = 1...1000

    /// The errors of the settings, each by its name on the wire.
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

/// An operation that a brand can protect with strong customer authentication: the call that issues a customer's token,
/// everything that the token can change, and the card secrets that it can show. Paysafe protects the token call
/// ("Authentication"), updating a card, showing its details, transfers and withdrawals; the others were decided here.
public enum ProtectedOperation: String, CaseIterable, Sendable {
    /// Issuing a customer's token by token exchange.
    case issueToken = "ISSUE_TOKEN"
    case createCard = "CREATE_CARD"
    case updateCard = "UPDATE_CARD"
    case activateCard = "ACTIVATE_CARD"
    case replaceCard = "REPLACE_CARD"
    /// Setting a card's PIN, also by the call that updates a card.
    case setPIN = "SET_PIN"
    case resetRetries = "RESET_RETRIES"
    case cardDetails = "CARD_DETAILS"
    case secureDetails = "SECURE_DETAILS"
    case tokenizeCard = "TOKENIZE_CARD"
    case completeTokenization = "COMPLETE_TOKENIZATION"
    /// Setting the controls of a card.
    case cardControls = "CARD_CONTROLS"
    /// Creating a transfer, and each of its steps.
    case createTransfer = "CREATE_TRANSFER"
    /// Creating a withdrawal, and each of its steps.
    case createWithdrawal = "CREATE_WITHDRAWAL"
    /// Opening and withdrawing a dispute, and adding evidence to it.
    case disputePayment = "DISPUTE_PAYMENT"
    /// Trusting a device, and removing it.
    case trustDevice = "TRUST_DEVICE"

    /// Those that a caller with a customer's token asks for.
    public static let ofCustomerTokens = allCases.filter { $0 != .issueToken }
}
