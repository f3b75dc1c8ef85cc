/// One side of a posting: the owner of the money, or the reason why the issuer has it.
///
/// Together with a currency it is an account of double-entry bookkeeping. Only a customer's account has a balance that
/// is kept. The others are the house's: many customers use them at once, so their balances are sums of their entries.
public enum LedgerAccount: Hashable, Sendable {
    /// The issuer's debt to the customer in whose partition the posting is.
    case customer
    /// The customers' money in the bank.
    case safeguarding
    /// The debt to a scheme, such as Visa, until it is settled.
    case scheme(Scheme)
    /// The debt to a merchant that a gateway of this program serves. The gateway's name has no colon.
    case merchant(gateway: String, id: String)
    /// The income from a fee.
    case income(Fee)
    /// Money of this currency that was exchanged for another one.
    case fx
    /// Money on its way from one customer to another. Its sum is 0 when every transfer has arrived.
    case transfer
    /// Money that is in dispute with a scheme.
    case dispute
    /// The issuer's losses.
    case writeoff

    public enum Scheme: String, CaseIterable, Sendable {
        case visa = "VISA"
        case mastercard = "MC"
    }

    /// The reasons for fees, as Paysafe names them (`fees[].paymentReason`).
    public enum Fee: String, CaseIterable, Sendable {
        case sender = "SENDER_FEE"
        case recipient = "RECIPIENT_FEE"
        case deposit = "DEPOSIT_FEE"
        case withdrawal = "WITHDRAWAL_FEE"
        case merchant = "MERCHANT_FEE"
        case paysafe = "PAYSAFE_FEE"
        case atm = "ATM_FEE"
        case fx = "FX_FEE"
        case other = "OTHER_FEE"
    }

    /// The side on which an account grows.
    public enum Side: String, CaseIterable, Sendable {
        case debit = "DEBIT"
        case credit = "CREDIT"
    }

    /// A line of the chart of accounts.
    public struct Kind: Hashable, Sendable {
        /// The beginning of the names of its accounts, up to the colon.
        public let name: String
        public let normalSide: Side
        /// The meaning of the account's balance.
        public let meaning: String
    }

    /// The chart of accounts.
    public static let chart = [
        Kind(name: "customer", normalSide: .credit, meaning: "owed to customers"),
        Kind(name: "safeguarding", normalSide: .debit, meaning: "customers' money in the bank"),
        Kind(name: "scheme", normalSide: .credit, meaning: "owed to a card scheme"),
        Kind(name: "merchant", normalSide: .credit, meaning: "owed to a merchant"),
        Kind(name: "income", normalSide: .credit, meaning: "earned by a fee"),
        Kind(name: "fx", normalSide: .credit, meaning: "exchanged for another currency"),
        Kind(name: "transfer", normalSide: .credit, meaning: "on its way from one customer to another"),
        Kind(name: "dispute", normalSide: .debit, meaning: "in dispute with a scheme"),
        Kind(name: "writeoff", normalSide: .debit, meaning: "lost"),
    ]

    /// As it is stored and shown, such as `scheme:VISA` or `merchant:DINTERO:4711`.
    public var name: String {
        switch self {
        case .customer: "customer"
        case .safeguarding: "safeguarding"
        case .scheme(let scheme): "scheme:\(scheme.rawValue)"
        case .merchant(let gateway, let id): "merchant:\(gateway):\(id)"
        case .income(let fee): "income:\(fee.rawValue)"
        case .fx: "fx"
        case .transfer: "transfer"
        case .dispute: "dispute"
        case .writeoff: "writeoff"
        }
    }

    /// Reads a stored name; nil if the chart has no such account.
    public init?(_ name: String) {
        let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("customer", 1): self = .customer
        case ("safeguarding", 1): self = .safeguarding
        case ("fx", 1): self = .fx
        case ("transfer", 1): self = .transfer
        case ("dispute", 1): self = .dispute
        case ("writeoff", 1): self = .writeoff
        case ("scheme", 2):
            guard let scheme = Scheme(rawValue: parts[1]) else { return nil }
            self = .scheme(scheme)
        case ("income", 2):
            guard let fee = Fee(rawValue: parts[1]) else { return nil }
            self = .income(fee)
        case ("merchant", 3) where !parts[1].isEmpty && !parts[2].isEmpty:
            self = .merchant(gateway: parts[1], id: parts[2])
        default: return nil
        }
    }
}

extension LedgerAccount: CustomStringConvertible {
    public var description: String { name }
}
