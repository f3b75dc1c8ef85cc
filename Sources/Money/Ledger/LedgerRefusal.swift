/// The reason why the ledger refuses a request. Each is expected. Any other failure is a fault of this service.
public enum LedgerRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The customer has no such account.
    case accountNotFound
    /// The customer has an account of this currency, perhaps since a moment ago. Read it, and decide again.
    case accountExists
    /// Another customer has an account of this number.
    case accountNumberTaken
    /// The available money is less than the amount.
    case insufficientFunds
    case amountNotPositive
    /// The balance would be above ``Account/limit``.
    case amountTooLarge
    /// The amount is not in the account's currency.
    case otherCurrency
    /// A posting from an account to the same account.
    case postingLeadsNowhere
    case journalIsEmpty
    /// The journal was posted before.
    case journalExists
    /// The hold was placed before.
    case holdExists
    /// There is no such hold of this account.
    case holdNotFound
    /// The hold was posted as a whole, voided or expired.
    case holdHasEnded
    /// The hold has not reached the end of its life.
    case holdNotDue

    /// A violation of a constraint that enforces a rule of the ledger is the rule's refusal.
    ///
    /// - Parameter constraint: as Postgres names it; nil if another failure happened.
    public init?(constraint: String?) {
        guard let refusal = constraint.flatMap({ Self.byConstraint[$0] }) else { return nil }
        self = refusal
    }

    static let byConstraint: [String: LedgerRefusal] = [
        "customer_has_one_account_for_each_currency": .accountExists,
        "account_is_opened_once": .accountExists,
        "account_number_is_given_once": .accountNumberTaken,
        "balance_is_limited": .amountTooLarge,
        "journal_is_posted_once": .journalExists,
        "hold_is_placed_once": .holdExists,
        "journal_is_of_an_account": .accountNotFound,
        "hold_is_of_an_account": .accountNotFound,
    ]

    /// Runs arithmetic whose failure means that an amount is too large, or in another currency.
    static func limiting<Value>(_ body: () throws(MoneyFailure) -> Value) throws(LedgerRefusal) -> Value {
        do {
            return try body()
        } catch {
            switch error {
            case .overflow: throw .amountTooLarge
            case .differentCurrencies: throw .otherCurrency
            }
        }
    }
}

extension LedgerRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .accountNotFound: "The customer has no such account."
        case .accountExists: "The customer has an account of this currency. Read it instead."
        case .accountNumberTaken: "The number belongs to another customer's account. Draw another one."
        case .insufficientFunds: "The amount exceeds the available balance."
        case .amountNotPositive: "The amount must be above 0."
        case .amountTooLarge: "The balance must not exceed \(Account.limit) minor units."
        case .otherCurrency: "The amount must be in the account's currency."
        case .postingLeadsNowhere: "A posting must lead to another account."
        case .journalIsEmpty: "A journal must have at least one posting."
        case .journalExists: "The journal is posted already."
        case .holdExists: "The hold is placed already."
        case .holdNotFound: "The account has no such hold."
        case .holdHasEnded: "The hold has ended. Only a pending one can be changed, posted or released."
        case .holdNotDue: "The hold has not expired yet. It can be voided."
        }
    }
}
