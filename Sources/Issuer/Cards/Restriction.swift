/// A use that a restriction of a customer can block.
public enum RestrictedUse: Sendable {
    case login
    case deposit
    case receiving
    case sending
    case withdrawal
    /// With a card. Paysafe counts purchases and cash from machines among the withdrawals.
    case payment
}

/// A restriction of a customer, by Paysafe's names.
public enum Restriction: String, CaseIterable, Sendable {
    case allTransactions = "ALL_TRANSACTIONS"
    case outgoingTransactions = "OUTGOING_TRANSACTIONS"
    case incomingTransactions = "INCOMING_TRANSACTIONS"
    case sendMoney = "SEND_MONEY"
    case incomingTransactionsAndSendMoney = "INCOMING_TRANSACTIONS_AND_SEND_MONEY"
    case cardDeposits = "CARD_DEPOSITS"
    case cardAndACHDeposits = "CARD_AND_ACH_DEPOSITS"
    case deposits = "DEPOSITS"
    case outgoingTransactionsAndCardDeposits = "OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS"
    case outgoingTransactionsAndACHDeposits = "OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS"
    case depositsAndWithdrawals = "DEPOSITS_AND_WITHDRAWALS"
    case cryptoTransactions = "CRYPTO_TRANSACTIONS"
    case login = "LOGIN"
    case other = "OTHER"

    /// Those that a business may place on a customer. The others only come with a new wallet.
    public static let placeable: [Restriction] = [
        .allTransactions, .outgoingTransactions, .incomingTransactions, .sendMoney,
    ]

    /// A deposit does not say how it is paid here, so a restriction of some deposits blocks all. Crypto currencies do
    /// not exist here.
    public var blocked: Set<RestrictedUse> {
        switch self {
        case .allTransactions: [.deposit, .receiving, .sending, .withdrawal, .payment]
        case .outgoingTransactions: [.sending, .withdrawal, .payment]
        case .incomingTransactions: [.deposit, .receiving]
        case .sendMoney: [.sending]
        case .incomingTransactionsAndSendMoney: [.deposit, .receiving, .sending]
        case .cardDeposits, .cardAndACHDeposits, .deposits: [.deposit]
        case .outgoingTransactionsAndCardDeposits, .outgoingTransactionsAndACHDeposits:
            [.sending, .withdrawal, .payment, .deposit]
        case .depositsAndWithdrawals: [.deposit, .withdrawal, .payment]
        case .login: [.login]
        case .cryptoTransactions, .other: []
        }
    }
}

/// All restrictions of a customer.
public struct Restrictions: Equatable, Sendable {
    /// Those that the brand has placed, in their order.
    public let placed: [Restriction]
    /// Whether the customer's wallet was created without a nationality, which blocks outgoing money.
    public let lacksNationality: Bool

    public static let none = Restrictions(placed: [], lacksNationality: false)

    public init(placed: [Restriction], lacksNationality: Bool) {
        self.placed = placed
        self.lacksNationality = lacksNationality
    }

    /// Why there is a restriction, and what lifts it, by Paysafe's names.
    public enum Reason: String, CaseIterable, Sendable {
        case merchantRequest = "MERCHANT_REQUEST"
        case kyc = "KYC"

        public var requiredAction: String {
            switch self {
            case .merchantRequest: "CONTACT_CUSTOMER_SERVICE"
            case .kyc: "COMPLETE_ONBOARDING"
            }
        }
    }

    /// Those of the brand first.
    public var list: [(name: Restriction, reason: Reason)] {
        placed.map { ($0, .merchantRequest) } + (lacksNationality ? [(.outgoingTransactions, .kyc)] : [])
    }

    public func blocks(_ use: RestrictedUse) -> Bool { list.contains { $0.name.blocked.contains(use) } }

    /// Refuses what a restriction blocks.
    public func check(_ use: RestrictedUse) throws(Refusal) {
        guard let found = list.first(where: { $0.name.blocked.contains(use) }) else { return }
        throw .customer(.restricted(found.name))
    }
}
