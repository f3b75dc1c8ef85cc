import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Ledger
import Logging
import Payments

/// MoneyHash's page for 3-D Secure, where `state_details` lead a customer. It may be shown in a frame, because the page
/// at `embed_url` may be in one and goes on to it. The issuer authenticates the customer; this only shows its
/// questions.
struct ChallengeRoutes: Sendable {
    static let path = "/payments/authentication/"

    let moneyHash: MoneyHash

    func register(on router: Router<RequestContext>) {
        router.on(MoneyHashOperations.openChallenge) { _, context in
            await CustomerPages.rendered(context) {
                try await response(to: try await moneyHash.look(at: context.parameters.get("transaction_id")), context)
            }
        }
        router.on(MoneyHashOperations.answerChallenge) { request, context in
            await CustomerPages.rendered(context) {
                guard let answer = AuthenticationForm.answer(in: try await CustomerPages.form(request)) else {
                    return CustomerPages.page("The form has no answer.", .badRequest)
                }
                let id = context.parameters.get("transaction_id")
                return try await response(to: try await moneyHash.answer(answer, to: id), context)
            }
        }
    }

    private func response(to progress: ChallengeProgress, _ context: RequestContext) async throws -> Response {
        switch progress {
        case .unreachable:
            return CustomerPages.page(
                "Your bank does not answer. Reload this page to try again.", .serviceUnavailable)
        case .busy: return CustomerPages.page("Your payment is being processed. Reload this page.", .conflict)
        case .over(let found, let payment): return Self.back(from: payment, found, context)
        case .asked(_, let payment, let prompt):
            let shop = try await moneyHash.payments.merchant(payment.merchant)?.name ?? "The shop"
            let form = AuthenticationForm.html(asking: prompt, about: payment, for: shop, called: "Shop")
            return CustomerPage("Confirm your payment", form, .ok, framedBy: .anybody).response
        }
    }

    /// A form that is sent twice leads back twice, and changes nothing the second time.
    private static func back(
        from payment: Payment, _ found: FoundIntent, _ context: RequestContext
    ) -> Response {
        if let url = RedirectURL.after(payment, of: found) { return CustomerPages.redirect(to: url) }
        let isDone = payment.authorizedAt != nil
        guard isDone || payment.hasFailed else {
            return CustomerPages.page(
                payment.status == .created ? "Your payment is being processed. Reload this page."
                    : "The time for this payment is over. Go back to the shop.")
        }
        // MoneyHash's own page offers another card.
        if !found.intent.isDirect {
            return CustomerPages.redirect(to: context.pathPrefix + EmbedRoutes.path + "\(found.intent.id)/")
        }
        return CustomerPages.page(
            isDone ? "Your payment is done. Go back to the shop." : "The payment failed. Go back to the shop.")
    }
}
