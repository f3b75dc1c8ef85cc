import Validation

/// The rules for a PIN. The digits exist only in a secret; here they are checked, never stored.
public enum PINRule {
    public static let digitCount = 4

    /// How many wrong PINs in a row block the PIN until the retries are reset.
    public static let allowedTries = 3

    /// How many wrong PINs and wrong activation data a card may have before its customer can no longer reset the
    /// attempts. So a thief can try 9 of 10,000 PINs.
    public static let allowedTriesInAll = 9

    /// The error for a PIN that customers in the US may not send here.
    static let separateCall = "must be absent: customers in the US set the PIN by PUT …/cards/{cardId}/pin"

    static let malformed = "must be exactly \(digitCount) digits"

    public static func violation(in digits: some StringProtocol) -> String? {
        TextRule.digits(String(digits), count: digitCount)
    }

    /// The error for a weak PIN, if the customer's brand refuses those.
    public static let weak = FieldError(
        "pin", "must not be one digit or one pair repeated, nor digits in a row such as 1234 or 9876")

    /// Whether a PIN is one that anyone would try first, such as 0000, 1212, 1234 or 9876.
    public static func isWeak(_ digits: some StringProtocol) -> Bool {
        let values = digits.utf8.map(Int.init)
        let steps = Set(zip(values, values.dropFirst()).map { ($1 - $0 + 10) % 10 })
        let isPairRepeated = zip(values, values.dropFirst(2)).allSatisfy { $0 == $1 }
        return steps == [1] || steps == [9] || isPairRepeated
    }

    /// The errors of the call that only sets a PIN.
    public static func violations(pin: PINForm?, userAgent: String?) -> [FieldError] {
        var violations = Violations()
        violations.check("pin", pin?.violation)
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        return violations.list
    }

    /// Which of the two calls that set a PIN was used; each is for the customers of one region.
    public enum Call: CaseIterable, Sendable {
        /// `PATCH …/cards/{cardId}`: everyone except customers in the US.
        case update
        /// `PUT …/cards/{cardId}/pin`: customers in the US.
        case separate

        /// The call for this customer.
        public init(for customer: Customer) { self = customer.isInUnitedStates ? .separate : .update }
    }

    /// Refuses the other region's call, and a card that takes no PIN now.
    public static func check(_ call: Call, on card: Card, of customer: Customer) throws(Refusal) {
        try check(call, of: customer)
        try check(card)
    }

    /// Refuses the call of the other region, because no card of this customer accepts it.
    public static func check(_ call: Call, of customer: Customer) throws(Refusal) {
        guard call == Call(for: customer) else {
            throw .pin(call == .update ? .isSetBySeparateCall : .isSetByUpdate)
        }
    }

    /// Refuses a card that takes no PIN now by either call.
    public static func check(_ card: Card) throws(Refusal) {
        guard !card.isPINBlockedForGood else { throw .pin(.triesUsedUpForGood) }
        guard allowsSetting(on: card) else {
            throw .pin(.notAllowed(status: card.standing.status, isPINSet: card.isPINSet))
        }
    }

    /// A card takes a PIN while it can be used, or before its activation as long as it has none.
    public static func allowsSetting(on card: Card) -> Bool {
        card.standing.status.isUsable || card.standing.status == .issued && !card.isPINSet
    }
}
