import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// MoneyHash's page at `embed_url`, where a customer pays with a card or chooses a method without one.
struct EmbedRoutes: Sendable {
    static let path = "/payments/embed/"

    let moneyHash: MoneyHash

    func register(on router: Router<RequestContext>) {
        router.on(MoneyHashOperations.openPage) { _, context in
            await answered(context) { found in try await page(for: found, context) }
        }
        router.on(MoneyHashOperations.submitPage) { request, context in
            await answered(context) { found in
                try await submit(try await CustomerPages.form(request), for: found, context)
            }
        }
    }

    private func answered(
        _ context: RequestContext, _ body: (FoundIntent) async throws -> Response
    ) async -> Response {
        await CustomerPages.rendered(context) {
            let found = try await moneyHash.intent(context.parameters.get("intent_id"))
            guard !found.intent.isDirect else {
                return CustomerPages.page("This payment is made in the shop's own app or page.", .notFound)
            }
            return try await body(found)
        }
    }

    private func submit(
        _ form: String, for found: FoundIntent, _ context: RequestContext
    ) async throws -> Response {
        if let method = EmbedForm.method(form) {
            return try await next(try await moneyHash.select(method, for: found), context)
        }
        // Without a button of another method, the form is one of a card. Sending it again is selecting it again.
        var current = found
        if found.state(at: moneyHash.clock.now()) != .intentForm {
            current = try await moneyHash.select(.card, for: found)
        }
        do {
            if let provider = current.intent.method?.provider {
                let members = try EmbedForm.billing(form, provider.fields)
                current = try await moneyHash.submitBilling(members, for: current, isOnPage: true)
            } else if current.card == nil {
                let members = try EmbedForm.card(form, offersSaving: current.offersSaving)
                current = try await moneyHash.submitCard(members, for: current, isOnPage: true)
            } else {
                current = try await moneyHash.submitCode(try EmbedForm.code(form), for: current, isOnPage: true)
            }
        } catch let error as MoneyHashError where error.status == .badRequest {
            return try await page(for: current, context, error)
        }
        return try await next(current, context)
    }

    /// The customer's next page after a step.
    private func next(_ found: FoundIntent, _ context: RequestContext) async throws -> Response {
        if let payment = found.payment, let url = RedirectURL.after(payment, of: found) {
            return CustomerPages.redirect(to: url)
        }
        return try await page(for: found, context)
    }

    private func page(
        for found: FoundIntent, _ context: RequestContext, _ error: MoneyHashError? = nil
    ) async throws -> Response {
        let merchant = try await moneyHash.payments.merchant(found.intent.caller.merchant)
        let state = found.state(at: moneyHash.clock.now())
        let (amount, shop) = (found.intent.amount, merchant?.name ?? "The shop")
        switch state {
        case .intentProcessed: return EmbedPage.paid(amount, to: shop)
        case .closed: return CustomerPages.page("This payment was closed.")
        case .expired: return CustomerPages.page("The time for this payment is over.")
        case .processing: return CustomerPages.page("Your payment is being processed. Reload this page.")
        case .urlToRender, .waitingForUser: return Self.elsewhere(found, context)
        case .methodSelection, .nativePay, .formFields, .savedCardCVV, .installmentPlans, .intentForm,
            .transactionFailed:
            let declined = state == .transactionFailed ? found.payment?.failureWords?.message : nil
            let wrong = error.map { $0.problems.map(\.text).joined(separator: " ") }
            if state == .intentForm, let method = found.intent.method, let provider = method.provider {
                let billing = found.intent.request.object(BillingForm.name)
                return EmbedPage.asking(
                    amount, for: shop, provider.missing(in: billing), of: method, or: found.choices(besides: method),
                    note: wrong)
            }
            return EmbedPage.asking(
                amount, for: shop, state == .intentForm ? found.card?.face : nil, or: found.choices(besides: .card),
                offersSaving: found.offersSaving, note: wrong ?? declined.map { "The payment failed. \($0)" },
                isWrong: error != nil)
        }
    }

    /// The customer authenticates at the bank, or pays at a provider.
    private static func elsewhere(_ found: FoundIntent, _ context: RequestContext) -> Response {
        let payment = found.challenged
        let billing = payment.flatMap { MoneyHashNote($0.metadata)?.billing }
        if let payment, let words = payment.localMethod?.provider?.instruction(for: payment, billing) {
            return CustomerPages.page(words + " Then reload this page.")
        }
        let path = payment?.localMethod == nil ? ChallengeRoutes.path : ProviderRoutes.path
        return CustomerPages.redirect(to: context.pathPrefix + path + (payment.map { "\($0.id)/" } ?? ""))
    }
}

extension FoundIntent {
    /// The other methods of the page.
    fileprivate func choices(besides shown: PaymentMethod) -> [PaymentMethod] {
        PaymentMethod.allCases.filter { method in
            method != shown && (method == .card || method.provider != nil)
                && method.isOffered(isDirect: intent.isDirect, intent.operation)
        }
    }

    /// Whether the page asks the customer to save the card.
    fileprivate var offersSaving: Bool {
        intent.customer != nil && intent.request["show_save_card_checkbox"] == .boolean(true)
    }
}
