import Cards
import Foundation
import Ledger
import Postgres

// How authorizations are read from rows.

extension Row {
    /// The columns of ``AuthorizationStatements/columns``.
    package mutating func authorization() throws(PostgresFailure) -> Authorization {
        let holder = try number("customer_id", AccountHolder.self)
        let id = try id("authorization_id", AuthorizationID.self)
        let (account, card) = (try number("account_id", AccountID.self), try self.id("card_id", CardID.self))
        let reference = try value("reference", "a reference") { NetworkReference($0) }
        let lifecycle = try value("lifecycle", "a lifecycle") { NetworkReference($0) }
        let type = try text("authorization_type", as: TransactionType.self)
        let status = try text("status", as: AuthorizationStatus.self)
        let (isRefund, paysAtOnce) = (try boolean("is_refund"), try boolean("pays_at_once"))
        let currency = try text("currency", as: Currency.self)
        let state = try state(status, isRefund: isRefund, in: currency)
        let minorUnits = try bigint("merchant_amount")
        let merchantCurrency = try text("merchant_currency", as: Currency.self)
        let amount = Money(minorUnits: minorUnits, currency: merchantCurrency)
        let collected = Settlement.Sum(
            try money("collected", in: merchantCurrency), converted: try money("collected_converted", in: currency))
        let returned = Settlement.Sum(
            try money("returned", in: merchantCurrency), converted: try money("returned_converted", in: currency))
        let price = try price(of: amount, in: currency)
        let rate = try rate()
        let answer = Authorization.Answer(
            code: try text("response_code", as: ResponseCode.self), approvalCode: try optionalText("approval_code"),
            decidedBy: try text("decided_by", as: Authorization.Decider.self))
        let payment = Authorization.Payment(
            reference: reference, lifecycle: lifecycle, type: type, merchant: try merchant(),
            entryMode: try text("entry_mode", as: EntryMode.self),
            cardPresence: try text("card_presence", as: CardPresence.self),
            wallet: try optionalText("wallet", as: SentToken.Wallet.self),
            challenge: try text("challenge", as: CardholderChallenge.self),
            channels: Set(try textArray("channels").compactMap(Channel.init)), paysAtOnce: paysAtOnce)
        return Authorization(
            id: id, holder: holder, account: account, card: card, payment: payment, answer: answer, state: state,
            amount: amount, price: price, settlement: Settlement(collected: collected, returned: returned), rate: rate,
            slip: try optionalNumber("slip_id", SlipID.self),
            changes: try integer("changes"), createdAt: try timestamp("created_at"),
            changedAt: try timestamp("changed_at"))
    }

    private mutating func state(
        _ status: AuthorizationStatus, isRefund: Bool, in currency: Currency
    ) throws(PostgresFailure) -> AuthorizationState {
        let (approved, reversed) = (try money("approved", in: currency), try money("reversed", in: currency))
        let (released, cleared) = (try money("released", in: currency), try money("cleared", in: currency))
        let refunded = try money("refunded", in: currency)
        do {
            return try AuthorizationState(
                status: status, isRefund: isRefund, approved: approved, reversed: reversed, released: released,
                cleared: cleared, refunded: refunded)
        } catch {
            throw unexpected("finds amounts of an authorization that contradict each other")
        }
    }

    private mutating func price(of amount: Money, in currency: Currency) throws(PostgresFailure) -> Quote? {
        let converted = try optionalBigint("converted")
        let (atmFee, fxFee) = (try money("atm_fee", in: currency), try money("fx_fee", in: currency))
        guard let converted else { return nil }
        do {
            return try Quote(
                transaction: amount, converted: Money(minorUnits: converted, currency: currency),
                fees: [Fee(reason: .atm, amount: atmFee), Fee(reason: .fx, amount: fxFee)])
        } catch {
            throw unexpected("finds a price above the largest amount")
        }
    }

    private mutating func merchant() throws(PostgresFailure) -> CardAcceptor {
        let number = try integer("merchant_category", in: 0...9999)
        let category = MerchantCategory(String(String(10_000 + number).suffix(4)))
        let country = CountryCode(try text("merchant_country"))
        guard let category, let country else { throw unexpected("cannot read a merchant's category or country") }
        return CardAcceptor(
            category: category, country: country, name: try text("merchant_name"),
            city: try optionalText("merchant_city"), id: try optionalText("merchant_id"),
            terminalID: try optionalText("terminal_id"))
    }

    mutating func value<Value>(
        _ column: StaticString, _ what: String, _ read: (String) -> Value?
    ) throws(PostgresFailure) -> Value {
        guard let value = read(try text(column)) else { throw unexpected("cannot read \(what)") }
        return value
    }
}
