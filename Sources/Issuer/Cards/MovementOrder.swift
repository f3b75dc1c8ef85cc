import Identifiers
import Ledger
import Validation

/// A request to move money: a deposit, a withdrawal, or a transfer to another customer. The order is valid by itself;
/// each step checks whether the customers and their accounts allow it.
public struct MovementOrder: Equatable, Sendable {
    public let kind: Movement.Kind
    /// Within ``Ledger/Movement/amounts``.
    public let amount: Money
    /// Nil unless it is a transfer.
    public let recipient: CustomerID?
    public let merchantRefNum: String?
    public let reason: String?
    public let description: String?
    /// Nil unless it is a withdrawal.
    public let instrument: Movement.Instrument?

    /// The longest number that a brand gives a movement, as documented for transfers.
    public static let merchantRefNumLengths = 1...50
    public static let descriptionLengths = 1...200
    public static let instrumentIDLengths = 1...50

    /// - Parameter amount: nil if it is missing or out of range, which the reader of the body reports.
    public static func deposit(
        amount: Int?, currencyCode: String?, merchantRefNum: String?
    ) -> Draft<MovementOrder?> {
        var violations = Violations()
        let money = money(amount, currencyCode, merchantRefNum, &violations)
        let order = money.map { money in
            MovementOrder(
                kind: .deposit, amount: money, recipient: nil, merchantRefNum: merchantRefNum, reason: nil,
                description: nil, instrument: nil)
        }
        return Draft(order, errors: violations.list)
    }

    /// - Parameters:
    ///   - amount: nil if it is missing or out of range, which the reader of the body reports.
    ///   - recipient: a customer's number as text; nil if it is missing.
    public static func transfer(
        amount: Int?, currencyCode: String?, merchantRefNum: String?, recipient: String?, reason: String?,
        description: String?
    ) -> Draft<MovementOrder?> {
        var violations = Violations()
        let money = money(amount, currencyCode, merchantRefNum, &violations)
        let customer = recipient.flatMap { CustomerID($0) }
        if recipient != nil, customer == nil {
            violations.check("recipient.customerId", "must be a customer's id: 1 to 18 digits")
        }
        violations.check(
            "transferDetails.description", description.flatMap { TextRule.note($0, descriptionLengths) })
        let order = money.flatMap { money in
            customer.map { customer in
                MovementOrder(
                    kind: .transfer, amount: money, recipient: customer, merchantRefNum: merchantRefNum,
                    reason: reason, description: description, instrument: nil)
            }
        }
        return Draft(order, errors: violations.list)
    }

    /// - Parameters:
    ///   - amount: nil if it is missing or out of range, which the reader of the body reports.
    ///   - option: how it is paid; nil if it is missing, like the next two.
    public static func withdrawal(
        amount: Int?, currencyCode: String?, merchantRefNum: String?, option: String?, instrumentType: String?,
        instrumentID: String?
    ) -> Draft<MovementOrder?> {
        var violations = Violations()
        let money = money(amount, currencyCode, merchantRefNum, &violations)
        violations.check(
            "paymentInstrumentReference.id", instrumentID.flatMap { TextRule.note($0, instrumentIDLengths) })
        guard let money, let option, let instrumentType, let instrumentID else {
            return Draft(nil, errors: violations.list)
        }
        let order = MovementOrder(
            kind: .withdrawal, amount: money, recipient: nil, merchantRefNum: merchantRefNum, reason: nil,
            description: nil, instrument: .init(option: option, type: instrumentType, id: instrumentID))
        return Draft(order, errors: violations.list)
    }

    private static func money(
        _ amount: Int?, _ currencyCode: String?, _ merchantRefNum: String?, _ violations: inout Violations
    ) -> Money? {
        let currency = currencyCode.flatMap(Currency.init(_:))
        if currencyCode != nil, currency == nil {
            violations.check("currencyCode", "must be a currency of ISO 4217, like EUR")
        }
        violations.check("merchantRefNum", merchantRefNum.flatMap { TextRule.note($0, merchantRefNumLengths) })
        return currency.flatMap { currency in
            amount.map { Money(minorUnits: Int64($0), currency: currency) }
        }
    }
}
