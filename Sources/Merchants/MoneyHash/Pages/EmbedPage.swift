import Gateways
import HTTPService
import HTTPTypes
import Ledger

/// The page on which a customer types a card, or chooses a method without one. Shops may show it in a frame.
enum EmbedPage {
    /// Asks for a card, or for the security code of a saved one.
    ///
    /// - Parameters:
    ///   - card: the saved card that is selected.
    ///   - methods: those that the page offers besides.
    ///   - offersSaving: whether the customer can save the card.
    ///   - note: the outcome of the last attempt, as sentences for the customer.
    ///   - isWrong: whether the customer's input is wrong.
    static func asking(
        _ amount: Money, for shop: String, _ card: CardFace?, or methods: [PaymentMethod], offersSaving: Bool,
        note: String?, isWrong: Bool
    ) -> Response {
        let code = field("cvv", "Security code", "cc-csc", #"inputmode="numeric" maxlength="4""#)
        let fields = card == nil
            ? [
                field("card_number", "Card number", "cc-number", #"inputmode="numeric" maxlength="24""#),
                field("expiry", "Expires (MM/YY)", "cc-exp", #"maxlength="7" placeholder="MM/YY""#), code,
            ] : [code]
        let saving = #"<label><input type="checkbox" name="save_card" value="true">Save the card</label>"#
        let shown = card.map { [(name: "Card", value: "\($0.scheme.moneyHash) ending in \($0.lastFour)")] } ?? []
        let main = """
            \(summary(amount, shop, shown))
            \(CustomerPage.alert(note))
            <form method="post">
            \((fields + (offersSaving && card == nil ? [saving] : [])).joined(separator: "\n"))
            <button>Pay \(amount.description.escapedForHTML)</button>
            </form>
            \(choices(methods))
            """
        return page("Pay \(amount) to \(shop)", main, isWrong ? .badRequest : .ok)
    }

    /// Asks for the fields that the provider of a method still needs.
    ///
    /// - Parameters:
    ///   - methods: those that the page offers besides.
    ///   - note: the faults of the last input, as sentences for the customer; nil at first.
    static func asking(
        _ amount: Money, for shop: String, _ fields: [BillingField], of method: PaymentMethod,
        or methods: [PaymentMethod], note: String?
    ) -> Response {
        let inputs = fields.map { field($0.name, $0.label, $0.autofill, #"maxlength="\#(BillingData.limit)""#) }
        let main = """
            \(summary(amount, shop, [(name: "With", value: method.name)]))
            \(CustomerPage.alert(note))
            <form method="post">
            \(inputs.joined(separator: "\n"))
            <button>Pay \(amount.description.escapedForHTML)</button>
            </form>
            \(choices(methods))
            """
        return page("Pay \(amount) to \(shop)", main, note == nil ? .ok : .badRequest)
    }

    /// A button for each method, in a form of its own, whose fields may be empty.
    private static func choices(_ methods: [PaymentMethod]) -> String {
        guard !methods.isEmpty else { return "" }
        let buttons = methods.map {
            #"<button name="method" value="\#($0.rawValue)" class="quiet">\#($0.name)</button>"#
        }
        return (["<form method=\"post\">", "<p>Or pay with:</p>"] + buttons + ["</form>"]).joined(separator: "\n")
    }

    static func paid(_ amount: Money, to shop: String) -> Response {
        page("Your payment is done", summary(amount, shop), .ok)
    }

    private static func page(_ title: String, _ main: String, _ status: HTTPResponse.Status) -> Response {
        CustomerPage(title, main, status, framedBy: .anybody).response
    }

    private static func summary(
        _ amount: Money, _ shop: String, _ more: [(name: String, value: String)] = []
    ) -> String {
        CustomerPage.summary([("Shop", shop), ("Amount", amount.description)] + more)
    }

    private static func field(_ name: String, _ label: String, _ purpose: String, _ more: String) -> String {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" autocomplete="\(purpose)" \(more) required>
        """
    }
}
