import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// MoneyHash's page at `embed_url`, where a customer pays with a card.
struct EmbedRoutes: Sendable {
    static let path = "/payments/embed/"

    let moneyHash: MoneyHash

    func register(on router: Router<RequestContext>) {
        router.on(MoneyHashOperations.openPage) { _, context in
            await answered(context) { found in try await page(for: found, context) }
        }
        router.on(MoneyHashOperations.submitPage) { request, context in
            await answered(context) { found in
                try await submit(try await CustomerAnswer.form(request), for: found, context)
            }
        }
    }

    private func answered(
        _ context: RequestContext, _ body: (FoundIntent) async throws -> Response
    ) async -> Response {
        await CustomerAnswer.rendered(context) {
            let found = try await moneyHash.intent(context.parameters.get("intent_id"))
            guard !found.intent.isDirect else {
                return CustomerAnswer.page("This payment is made in the shop's own app or page.", .notFound)
            }
            return try await body(found)
        }
    }

    private func submit(
        _ form: String, for found: FoundIntent, _ context: RequestContext
    ) async throws -> Response {
        // The page offers only cards, so opening the form again is selecting it again.
        var current = found
        if found.state(at: moneyHash.clock.now()) != .intentForm {
            current = try await moneyHash.select(.card, for: found)
        }
        do {
            if current.card == nil {
                let members = try EmbedForm.card(form, offersSaving: current.offersSaving)
                current = try await moneyHash.submitCard(members, for: current, isOnPage: true)
            } else {
                current = try await moneyHash.submitCode(try EmbedForm.code(form), for: current, isOnPage: true)
            }
        } catch let error as MoneyHashError where error.status == .badRequest {
            return try await page(for: current, context, error)
        }
        if let payment = current.payment, let url = RedirectURL.after(payment, of: current) {
            return CustomerAnswer.redirect(to: url)
        }
        return try await page(for: current, context)
    }

    private func page(
        for found: FoundIntent, _ context: RequestContext, _ error: MoneyHashError? = nil
    ) async throws -> Response {
        let merchant = try await moneyHash.payments.merchant(found.intent.caller.merchant)
        let state = found.state(at: moneyHash.clock.now())
        let (amount, shop) = (found.intent.amount, merchant?.name ?? "The shop")
        switch state {
        case .intentProcessed: return EmbedPage.paid(amount, to: shop)
        case .closed: return CustomerAnswer.page("This payment was closed.")
        case .expired: return CustomerAnswer.page("The time for this payment is over.")
        case .processing: return CustomerAnswer.page("Your payment is being processed. Reload this page.")
        case .urlToRender, .waitingForUser:
            let id = found.challenged.map { "\($0.id)/" } ?? ""
            return CustomerAnswer.redirect(to: context.pathPrefix + ChallengeRoutes.path + id)
        case .methodSelection, .nativePay, .formFields, .savedCardCVV, .installmentPlans, .intentForm,
            .transactionFailed:
            let declined = state == .transactionFailed ? found.payment?.failureWords?.message : nil
            let note = error.map { $0.problems.map(\.text).joined(separator: " ") }
                ?? declined.map { "The payment failed. \($0)" }
            return EmbedPage.asking(
                amount, for: shop, state == .intentForm ? found.card?.face : nil, offersSaving: found.offersSaving,
                note: note, isWrong: error != nil)
        }
    }
}

extension FoundIntent {
    /// Whether the page asks the customer to save the card.
    fileprivate var offersSaving: Bool {
        intent.customer != nil && intent.request["show_save_card_checkbox"] == .boolean(true)
    }
}
