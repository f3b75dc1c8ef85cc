/// The rule a PIN keeps. The digits themselves live only in a secret; here they are looked at, never held.
public enum PINRule {
    public static let digitCount = 4

    /// How many wrong PINs in a row block it until the retries are reset.
    public static let allowedTries = 3

    /// PINs that anyone would try first (0000, 1234 …) are accepted unless this is set: Paysafe's own example is 1234.
    public static let refusesWeak = false

    /// What is said of a PIN that came where customers in the US may not send one.
    static let separateCall = "must be absent: customers in the US set the PIN by PUT …/cards/{cardId}/pin"

    public static func violation(in digits: some StringProtocol) -> String? {
        if let error = TextRule.digits(String(digits), count: digitCount) { return error }
        return refusesWeak && isWeak(digits) ? "must not be a repeated or ascending PIN" : nil
    }

    /// What is wrong with the call that does nothing but set a PIN.
    public static func violations(pin: String?, userAgent: String?) -> [FieldViolation] {
        var violations = Violations()
        violations.check("pin", pin.flatMap { violation(in: $0) })
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        return violations.list
    }

    /// Which of the two calls that set a PIN was made; each is for the customers of one region.
    public enum Call: CaseIterable, Sendable {
        /// `PATCH …/cards/{cardId}`: everyone but customers in the US.
        case update
        /// `PUT …/cards/{cardId}/pin`: customers in the US.
        case separate

        /// The one that this customer has.
        public init(for customer: Customer) { self = customer.isInUnitedStates ? .separate : .update }
    }

    /// Refuses the other region's call, and a card that takes no PIN now.
    public static func check(_ call: Call, on card: Card, of customer: Customer) throws(Refusal) {
        guard call == Call(for: customer) else {
            throw call == .update ? .pinIsSetBySeparateCall : .pinIsSetByUpdate
        }
        guard allowsSetting(on: card) else {
            throw .pinNotAllowed(status: card.standing.status, isPINSet: card.isPINSet)
        }
    }

    /// A card takes a PIN while it can be used, or before its activation as long as it has none.
    public static func allowsSetting(on card: Card) -> Bool {
        switch card.standing.status {
        case .active, .digital: true
        case .issued: !card.isPINSet
        default: false
        }
    }

    private static func isWeak(_ digits: some StringProtocol) -> Bool {
        let steps = Set(zip(digits.utf8, digits.utf8.dropFirst()).map { Int($1) - Int($0) })
        return steps == [0] || steps == [1]
    }
}
