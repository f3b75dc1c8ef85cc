import CardSecrets
import Foundation
import Gateways
import HTTPContract
import Ledger
import Payments
import Postgres

/// The instrument and the details of an attempt.
struct Charge: Sendable {
    let instrument: PaymentInstrument
    /// The wallet's data about the customer.
    var billing: JSONObject?
    var card: SavedCard?
    var plan: InstallmentPlan?
    /// Whether to save the card after the payment.
    var savesCard = false
    /// Whether the customer is present, and can authenticate.
    var isAttended = true
}

extension MoneyHash {
    /// Charges what a wallet gave.
    func submitReceipt(_ members: RequestMembers, for found: FoundIntent) async throws -> FoundIntent {
        var sent = members
        let billing = sent.object("receipt_billing_data")
        for problem in BillingData.problems(in: billing, at: "receipt_billing_data") {
            sent.report(problem.field, problem.text)
        }
        try sent.check()
        let state = found.state(at: clock.now())
        try state.require(.payment)
        guard state == .nativePay, let method = found.intent.method else {
            throw MoneyHashError.invalid(
                "receipt", "The intent's state is \(state.rawValue); select APPLE_PAY or GOOGLE_PAY first.")
        }
        let token = try Receipt.token(in: sent.text("receipt") ?? "", for: method)
        return try await pay(found) { intent in
            Charge(instrument: try await opened(token, for: intent), billing: billing)
        }
    }

    /// Charges a card that was typed. For installments the card is kept until the customer has chosen a plan.
    ///
    /// - Parameter isOnPage: whether it was typed on MoneyHash's page, and not in the merchant's own form.
    func submitCard(_ members: RequestMembers, for found: FoundIntent, isOnPage: Bool) async throws -> FoundIntent {
        let state = found.state(at: clock.now())
        try state.require(.payment)
        guard state == (isOnPage ? .intentForm : .formFields) else {
            throw MoneyHashError.invalid("intent", "The intent's state is \(state.rawValue); select CARD first.")
        }
        let intent = found.intent
        var sent = members
        let isWanted = sent.boolean("save_card")
        if isWanted, intent.customer == nil { sent.report("save_card", "The intent has no customer.") }
        let hasPlan = intent.method == .bankInstallments
        let instrument = try CardForm.instrument(sent, needsCode: !hasPlan)
        if hasPlan { return try await keep(instrument, for: found) }
        let savesCard = isWanted || intent.request["tokenize_card"] == .boolean(true)
        return try await pay(found) { _ in Charge(instrument: instrument, savesCard: savesCard) }
    }

    /// Charges the selected saved card, whose security code the customer has typed.
    func submitCode(_ members: RequestMembers, for found: FoundIntent, isOnPage: Bool) async throws -> FoundIntent {
        let state = found.state(at: clock.now())
        try state.require(.payment)
        guard state == (isOnPage ? .intentForm : .savedCardCVV), let card = found.card else {
            throw MoneyHashError.invalid(
                "intent", "The intent's state is \(state.rawValue); select a saved card first.")
        }
        var sent = members
        let code = SecurityCode.read(&sent)
        try sent.check()
        let instrument = try instrument(of: card, code: code)
        return try await pay(found) { _ in Charge(instrument: instrument, card: card) }
    }

    /// Charges a saved card at once, because the merchant has agreed that with its customer.
    func charge(_ card: SavedCard, for found: FoundIntent) async throws -> FoundIntent {
        let instrument = try instrument(of: card, code: nil)
        return try await pay(found) { _ in Charge(instrument: instrument, card: card, isAttended: false) }
    }

    /// Asks the issuer once for each attempt, even if several callers ask for it.
    ///
    /// - Parameter provider: the provider that is asked in place of the issuer.
    func pay(
        _ found: FoundIntent, through provider: Payments? = nil, _ charge: (Intent) async throws -> Charge
    ) async throws -> FoundIntent {
        let intent = found.intent
        guard try await claim(intent, openAt: clock.now()) else {
            throw busy(try await self.intent(intent.id), .payment)
        }
        let payment: Payment
        do {
            payment = try await (provider ?? payments).pay(newPayment(intent, try await charge(intent)))
        } catch {
            // After a failure of the database it is unknown whether the payment was made. Then the claim ends by
            // itself, and the next caller looks for the payment.
            if (error as? any DatabaseError)?.postgresFailure == nil { try await release(intent, isCharged: false) }
            throw error
        }
        guard try await finish(intent, payment) else { throw busy(try await self.intent(intent.id), .payment) }
        return try await self.intent(intent.id)
    }

    private func newPayment(_ intent: Intent, _ charge: Charge) -> NewPayment {
        var new = NewPayment(
            merchant: intent.caller.merchant, gateway: .moneyHash, instrument: charge.instrument, amount: intent.amount)
        (new.nonce, new.externalReference) = (intent.nonce, intent.id)
        new.capturesAtOnce = intent.operation == .purchase
        // A wallet's token has a cryptogram, by which its customer has authenticated.
        new.needsAuthentication = intent.needsSecure3d && charge.isAttended && charge.instrument.wallet == nil
        // A payment at a provider waits in the same way, and takes place outside the network.
        if intent.method?.provider != nil { (new.needsAuthentication, new.isTrial) = (true, true) }
        new.metadata = MoneyHashNote(intent, account: account(of: intent.caller.merchant), charge).text
        return new
    }

    private func opened(_ token: WalletPaymentToken, for intent: Intent) async throws -> PaymentInstrument {
        let failure: WalletTokenFailure
        do throws(WalletTokenFailure) {
            return try await keys.open(
                token, for: intent.caller.merchant, at: .moneyHash, expecting: intent.amount,
                maximumAge: Self.walletTokenSeconds)
        } catch {
            failure = error
        }
        guard let error = MoneyHashError(failure) else { throw failure }
        throw error
    }
}
