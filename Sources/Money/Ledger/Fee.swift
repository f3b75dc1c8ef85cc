/// A fee that a customer pays, as Paysafe's transactions and authorizations list it.
public struct Fee: Hashable, Sendable {
    public let reason: LedgerAccount.Fee
    public let amount: Money

    public init(reason: LedgerAccount.Fee, amount: Money) {
        self.reason = reason
        self.amount = amount
    }
}
