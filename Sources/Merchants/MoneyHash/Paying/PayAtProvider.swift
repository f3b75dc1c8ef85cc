import Foundation
import Gateways
import HTTPContract
import Identifiers
import Payments
import Postgres

extension MoneyHash {
    /// Begins the payment with the data that the customer has typed.
    ///
    /// - Parameter isOnPage: whether it was typed on MoneyHash's page, and not in the merchant's own form.
    func submitBilling(
        _ members: RequestMembers, for found: FoundIntent, isOnPage: Bool
    ) async throws -> FoundIntent {
        var sent = members
        let data = sent.object(BillingForm.name)
        let state = found.state(at: clock.now())
        try state.require(.payment)
        guard state == (isOnPage ? .intentForm : .formFields), let method = found.intent.method,
            let provider = method.provider else {
            throw MoneyHashError.invalid(
                "intent", "The intent's state is \(state.rawValue); select a method that asks for billing data first.")
        }
        let billing = (found.intent.request.object(BillingForm.name) ?? JSONObject()).merging(data)
        for problem in BillingData.problems(in: data) { sent.report(problem.field, problem.text) }
        if sent.problems.isEmpty {
            for field in provider.fields {
                if let problem = field.problem(in: billing) { sent.report("billing_data.\(field.name)", problem) }
            }
        }
        try sent.check()
        return try await pay(found, at: provider, method, billing)
    }

    /// Begins the payment of a method that was selected, if its provider needs no more fields.
    func begin(_ found: FoundIntent) async throws -> FoundIntent {
        let billing = found.intent.request.object(BillingForm.name)
        guard let method = found.intent.method, let provider = method.provider, found.payment == nil,
            [.formFields, .intentForm].contains(found.state(at: clock.now())), provider.missing(in: billing).isEmpty
        else { return found }
        return try await pay(found, at: provider, method, billing)
    }

    private func pay(
        _ found: FoundIntent, at provider: LocalProvider, _ method: PaymentMethod, _ billing: JSONObject?
    ) async throws -> FoundIntent {
        guard let instrument = PaymentInstrument.none else {
            throw PaymentFailure.damaged("the number that stands for no card")
        }
        let stored = try await database.read(
            ProviderStatements.outcome(.text(found.intent.caller.merchant.rawValue), .text(method.rawValue)))
        return try await pay(found, through: payments(at: provider, saying: stored.first ?? .pending)) { _ in
            Charge(instrument: instrument, billing: billing)
        }
    }

    /// Decides the outcome of a payment at its provider, once.
    ///
    /// - Returns: nil if it does not wait for a provider.
    func tell(_ id: PaymentID, _ outcome: ProviderOutcome) async throws -> Payment? {
        guard let payment = try await payments.payment(id), payment.gateway == .moneyHash,
            payment.status == .pendingAuthentication, let provider = payment.localMethod?.provider,
            let note = MoneyHashNote(payment.metadata)
        else { return nil }
        let progress = try await answer(
            .action(.confirm), try await intent(note.intent), payment,
            through: payments(at: provider, saying: outcome))
        // Its time may be over, or another call may have decided the outcome.
        guard case .over(_, let ended) = progress, ended.status != .pendingAuthentication else { return nil }
        return ended
    }

    /// The provider's customer has pressed a button of its page.
    func answerProvider(_ outcome: ProviderOutcome, to id: String?) async throws -> (FoundIntent, Payment) {
        let (_, payment) = try await transaction(atPage: id)
        _ = try await tell(payment.id, outcome)
        return try await transaction(atPage: id)
    }

    /// A transaction whose provider has a page. The customer needs only the id.
    func transaction(atPage id: String?) async throws -> (FoundIntent, Payment) {
        guard let id = id.flatMap({ PaymentID($0) }), let payment = try await payments.payment(id),
            payment.gateway == .moneyHash, payment.localMethod?.provider?.way == .page,
            let note = MoneyHashNote(payment.metadata)
        else { throw MoneyHashError.notFound }
        return (try await intent(note.intent), payment)
    }

    private func payments(at provider: LocalProvider, saying outcome: ProviderOutcome) -> Payments {
        var payments = payments
        let verdict = ProviderVerdict(outcome: outcome)
        (payments.issuer, payments.authentication) = (verdict, verdict)
        payments.times.authenticationSeconds = provider.waitSeconds
        return payments
    }
}
