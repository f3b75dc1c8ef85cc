import Foundation
import Postgres

// How the ledger's values are bound to statements and read from rows.

extension Currency: RawRepresentable {
    public init?(rawValue: String) { self.init(rawValue) }
    public var rawValue: String { code }
}

extension LedgerAccount: RawRepresentable {
    public init?(rawValue: String) { self.init(rawValue) }
    public var rawValue: String { name }
}

extension SQLValue {
    package static func minorUnits(of money: Money) -> SQLValue { .bigint(money.minorUnits) }
    package static func currency(_ currency: Currency) -> SQLValue { .text(currency.code) }
}

extension Row {
    @inline(__always)
    package mutating func money(_ column: StaticString, in currency: Currency) throws(PostgresFailure) -> Money {
        Money(minorUnits: try bigint(column), currency: currency)
    }

    /// A rate of two columns; nil if both are null.
    package mutating func rate() throws(PostgresFailure) -> ExchangeRate? {
        let numerator = try optionalBigint("rate_numerator")
        let denominator = try optionalBigint("rate_denominator")
        return numerator.flatMap { numerator in
            denominator.flatMap { ExchangeRate(numerator: numerator, denominator: $0) }
        }
    }

    /// Two columns of lists: the accounts that fees were paid to, and their amounts.
    mutating func fees(
        _ accountColumn: StaticString, _ amountColumn: StaticString, in currency: Currency
    ) throws(PostgresFailure) -> [Fee] {
        let (accounts, amounts) = (try textArray(accountColumn), try bigintArray(amountColumn))
        var fees: [Fee] = []
        for (account, amount) in zip(accounts, amounts) {
            guard case .income(let reason)? = LedgerAccount(account) else { throw unexpected("cannot read a fee") }
            fees.append(Fee(reason: reason, amount: Money(minorUnits: amount, currency: currency)))
        }
        return fees
    }

    /// The columns of ``AccountStatements/columns``.
    package mutating func account() throws(PostgresFailure) -> Account {
        let (holder, id) = (try number("customer_id", AccountHolder.self), try number("account_id", AccountID.self))
        let currency = try text("currency", as: Currency.self)
        return Account(
            id: id, holder: holder, posted: try money("posted", in: currency), held: try money("held", in: currency),
            version: try bigint("version"), openedAt: try timestamp("opened_at"))
    }

    /// The columns of ``HoldStatements/columns``.
    mutating func hold() throws(PostgresFailure) -> Hold {
        let (id, status) = (try id("hold_id", HoldID.self), try text("status", as: Hold.Status.self))
        let currency = try text("currency", as: Currency.self)
        return Hold(
            id: id, status: status, held: try money("held", in: currency), posted: try money("posted", in: currency),
            placedAt: try timestamp("placed_at"), expiresAt: try optionalTimestamp("expires_at"))
    }
}

extension LedgerRefusal {
    /// A failure that a rule of the ledger explains: the violation of a constraint, or a number of more than 64 bits.
    ///
    /// - Returns: nil for every other failure. A lost conflict (SQLSTATE 40001, 40P01) is one of those: it says nothing
    ///   about money, and the caller decides again.
    public init?(_ failure: PostgresFailure) {
        if failure.kind == .rejected, failure.sqlState == "22003" {
            self = .amountTooLarge
        } else {
            self.init(constraint: failure.constraint)
        }
    }
}
