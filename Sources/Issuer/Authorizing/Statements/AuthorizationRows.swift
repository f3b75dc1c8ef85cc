import Foundation
import Ledger
import Postgres

// How authorizations are read from rows.

extension Row {
    /// The columns of ``AuthorizationStatements/columns``.
    package mutating func authorization() throws(PostgresFailure) -> Authorization {
        let holder = try holder()
        let id = AuthorizationID(rawValue: try uuid())
        let (account, card) = (try accountID(), try uuid())
        let reference = try value("a reference") { NetworkReference($0) }
        let lifecycle = try value("a lifecycle") { NetworkReference($0) }
        let type = try text(as: TransactionType.self)
        let status = try text(as: AuthorizationStatus.self)
        let (isRefund, paysAtOnce) = (try boolean(), try boolean())
        let currency = try text(as: Currency.self)
        let state = try state(status, isRefund: isRefund, in: currency)
        let (minorUnits, merchantCurrency) = (try bigint(), try text(as: Currency.self))
        let amount = Money(minorUnits: minorUnits, currency: merchantCurrency)
        let collected = Settlement.Sum(try money(in: merchantCurrency), converted: try money(in: currency))
        let returned = Settlement.Sum(try money(in: merchantCurrency), converted: try money(in: currency))
        let price = try price(of: amount, in: currency)
        let rate = try rate()
        let answer = Authorization.Answer(
            code: try text(as: ResponseCode.self), approvalCode: try optionalText(),
            decidedBy: try text(as: Authorization.Decider.self))
        let payment = Authorization.Payment(
            reference: reference, lifecycle: lifecycle, type: type, merchant: try merchant(),
            entryMode: try text(as: EntryMode.self), cardPresence: try text(as: CardPresence.self),
            wallet: try optionalText(as: SentToken.Wallet.self), challenge: try text(as: Challenge.self),
            channels: Set(try textArray().compactMap(Channel.init)), paysAtOnce: paysAtOnce)
        return Authorization(
            id: id, holder: holder, account: account, card: card, payment: payment, answer: answer, state: state,
            amount: amount, price: price, settlement: Settlement(collected: collected, returned: returned), rate: rate,
            slip: try optionalBigint().map(SlipID.init(rawValue:)),
            changes: Int(try integer()), createdAt: try timestamp(), changedAt: try timestamp())
    }

    private mutating func state(
        _ status: AuthorizationStatus, isRefund: Bool, in currency: Currency
    ) throws(PostgresFailure) -> AuthorizationState {
        let (approved, reversed) = (try money(in: currency), try money(in: currency))
        let (released, cleared, refunded) = (try money(in: currency), try money(in: currency), try money(in: currency))
        do {
            return try AuthorizationState(
                status: status, isRefund: isRefund, approved: approved, reversed: reversed, released: released,
                cleared: cleared, refunded: refunded)
        } catch {
            throw unexpected("finds amounts of an authorization that contradict each other")
        }
    }

    private mutating func price(of amount: Money, in currency: Currency) throws(PostgresFailure) -> Quote? {
        let converted = try optionalBigint()
        let (atmFee, fxFee) = (try money(in: currency), try money(in: currency))
        guard let converted else { return nil }
        do {
            return try Quote(
                transaction: amount, converted: Money(minorUnits: converted, currency: currency),
                fees: [Fee(reason: .atm, amount: atmFee), Fee(reason: .fx, amount: fxFee)])
        } catch {
            throw unexpected("finds a price above the largest amount")
        }
    }

    private mutating func merchant() throws(PostgresFailure) -> Merchant {
        let number = try integer(in: 0...9999)
        let category = MerchantCategory(String(String(10_000 + number).suffix(4)))
        let country = CountryCode(try text())
        guard let category, let country else { throw unexpected("cannot read a merchant's category or country") }
        return Merchant(
            category: category, country: country, name: try text(), city: try optionalText(), id: try optionalText(),
            terminalID: try optionalText())
    }

    mutating func value<Value>(
        _ what: String, _ read: (String) -> Value?
    ) throws(PostgresFailure) -> Value {
        guard let value = read(try text()) else { throw unexpected("cannot read \(what)") }
        return value
    }
}
