import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// The page of a simulated provider, where `state_details` lead a customer who pays with PayPal or a crypto wallet.
struct ProviderRoutes: Sendable {
    static let path = "/payments/provider/"

    /// The buttons of the page.
    private static let outcomes: [String: ProviderOutcome] = ["pay": .success, "refuse": .refused]
    static let form = ObjectSchema(
        name: "MoneyHashProvider",
        members: [
            .init(
                name: "answer", kind: .enumeration(["pay", "refuse"]), isRequired: true,
                description: "The button that the customer has pressed.")
        ])

    let moneyHash: MoneyHash

    func register(on router: Router<RequestContext>) {
        router.on(MoneyHashOperations.openProvider) { _, context in
            await CustomerPages.rendered(context) {
                let (found, payment) = try await moneyHash.transaction(atPage: context.parameters.get("transaction_id"))
                return try await response(to: payment, of: found, context)
            }
        }
        router.on(MoneyHashOperations.answerProvider) { request, context in
            await CustomerPages.rendered(context) {
                let form = try await CustomerPages.form(request)
                guard let outcome = AuthenticationForm.only("answer", in: form).flatMap({ Self.outcomes[$0] }) else {
                    return CustomerPages.page("The form has no answer.", .badRequest)
                }
                let id = context.parameters.get("transaction_id")
                let (found, payment) = try await moneyHash.answerProvider(outcome, to: id)
                if let url = RedirectURL.after(payment, of: found) { return CustomerPages.redirect(to: url) }
                return try await response(to: payment, of: found, context)
            }
        }
    }

    private func response(
        to payment: Payment, of found: FoundIntent, _ context: RequestContext
    ) async throws -> Response {
        if payment.authorizedAt != nil { return CustomerPages.page("Your payment is done. Go back to the shop.") }
        let isOpen = IntentTransition.states(allowing: .authentication).contains(
            found.state(at: moneyHash.clock.now()))
        guard isOpen, payment.status == .pendingAuthentication else {
            // MoneyHash's own page offers another method.
            if !found.intent.isDirect {
                return CustomerPages.redirect(to: context.pathPrefix + EmbedRoutes.path + "\(found.intent.id)/")
            }
            return CustomerPages.page("The payment failed. Go back to the shop.")
        }
        let shop = try await moneyHash.payments.merchant(payment.merchant)?.name ?? "The shop"
        let method = payment.localMethod?.name ?? ""
        let main = """
            \(CustomerPage.summary([("Shop", shop), ("Amount", "\(payment.amount)"), ("With", method)]))
            <form method="post">
            <p>This is a simulated provider. No money moves.</p>
            <button name="answer" value="pay">Pay \("\(payment.amount)".escapedForHTML)</button>
            <button name="answer" value="refuse" class="quiet">Refuse the payment</button>
            </form>
            """
        return CustomerPage("Pay with \(method)", main, .ok, framedBy: .anybody).response
    }
}
