import Foundation
import HTTPContract
import Ledger
import Payments
import Postgres

extension MoneyHash {
    /// How long a server may take to ask the issuer, in real time. Then another one may go on.
    private static let paymentSeconds = 120.0

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
        return try await pay(found, billing: billing) { intent in try await opened(token, for: intent) }
    }

    /// Charges a card that was typed.
    ///
    /// - Parameter isOnPage: whether it was typed on MoneyHash's page, and not in the merchant's own form.
    func submitCard(_ members: RequestMembers, for found: FoundIntent, isOnPage: Bool) async throws -> FoundIntent {
        let state = found.state(at: clock.now())
        try state.require(.payment)
        guard state == (isOnPage ? .intentForm : .formFields) else {
            throw MoneyHashError.invalid("intent", "The intent's state is \(state.rawValue); select CARD first.")
        }
        let instrument = try CardForm.instrument(members)
        return try await pay(found, billing: nil) { _ in instrument }
    }

    /// Asks the issuer, once for each attempt, however often and by whomever it is asked for.
    private func pay(
        _ found: FoundIntent, billing: JSONObject?,
        with instrument: (Intent) async throws -> PaymentInstrument
    ) async throws -> FoundIntent {
        let intent = found.intent
        let (now, realNow) = (clock.now(), clock.realNow())
        let begun = try await database.write(
            IntentStatements.begin(
                .text(intent.id), .integer(intent.attempt), .text(intent.method?.rawValue),
                .timestamp(realNow + Self.paymentSeconds), .timestamp(realNow), .timestamp(now)))
        guard !begun.isEmpty else {
            try await self.intent(intent.id).state(at: clock.now()).require(.payment)
            throw MoneyHashError.invalid("intent", "The intent is being paid; read its details.")
        }
        let payment: Payment
        do {
            payment = try await payments.pay(newPayment(intent, billing, try await instrument(intent)))
        } catch {
            // What the issuer was asked, if it was, is taken back by itself.
            try await release(intent)
            throw error
        }
        try await finish(intent, payment)
        return try await self.intent(intent.id)
    }

    private func newPayment(
        _ intent: Intent, _ billing: JSONObject?, _ instrument: PaymentInstrument
    ) -> NewPayment {
        var new = NewPayment(
            merchant: intent.caller.merchant, gateway: .moneyHash, instrument: instrument, amount: intent.amount)
        (new.nonce, new.externalReference) = (intent.nonce, intent.id)
        new.capturesAtOnce = intent.operation == .purchase
        new.metadata = MoneyHashNote(
            intent, account: account(of: intent.caller.merchant), billing: billing
        ).text
        return new
    }

    private func opened(_ token: WalletToken, for intent: Intent) async throws -> PaymentInstrument {
        let failure: WalletTokenFailure
        do throws(WalletTokenFailure) {
            let instrument = try await keys.open(
                token, for: intent.caller.merchant, at: .moneyHash, expecting: intent.amount,
                maximumAge: Self.walletTokenSeconds)
            guard case .token(_, cryptogram: .some(_), eci: _) = instrument.kind else {
                throw .contents("The token has no cryptogram; only CRYPTOGRAM_3DS is accepted.")
            }
            return instrument
        } catch {
            failure = error
        }
        guard let error = MoneyHashError(failure) else { throw failure }
        throw error
    }

    /// Stores how the payment ended. A customer who was declined too often cannot try again.
    private func finish(_ intent: Intent, _ payment: Payment) async throws {
        if payment.authorizedAt != nil {
            guard try await !end(intent, as: .processed, isPaying: true) else { return }
            // A server that took longer than it may has lost its claim, and somebody has ended the intent.
            _ = try await payments.void(payment.id)
            try await self.intent(intent.id).state(at: clock.now()).require(.payment)
        } else if intent.attempt >= Intent.attemptLimit {
            _ = try await end(intent, as: .closed, isPaying: true)
        } else {
            try await release(intent)
        }
    }
}
