import Gateways
import HTTPContract
import HTTPTypes
import Ledger
import Payments
import Validation
import Webhooks

/// The form of a request for an intent.
enum IntentForm {
    private static let recordLimit = 2048
    static let longestLifeSeconds = 365 * 24 * 3600

    static let form = RequestForm(
        name: "MoneyHashNewIntent",
        members: [
            RequestMember("amount", .decimal, isRequired: true, "In major units: 10, or 12.5."),
            RequestMember(
                "amount_currency", .text(limit: 3), isRequired: true, example: "USD", "ISO 4217, in any case."),
            RequestMember(
                "operation", .choice(IntentOperation.allCases.map(\.rawValue)), example: "purchase",
                "purchase takes the money at once, authorize holds it; purchase if it is left out."),
            RequestMember(
                "use_direct_api", .boolean, example: "true",
                "Whether the merchant's own app or page pays it. Otherwise the page at embed_url does."),
            RequestMember(
                "payment_method", .choice(PaymentMethod.allCases.map(\.rawValue)), example: "APPLE_PAY",
                "Selects a method at once."),
            RequestMember(
                "expires_after_seconds", .whole(1...longestLifeSeconds), isNullable: true, example: "3600",
                "Seconds until the intent can no longer be paid; without it, the intent does not expire."),
            RequestMember(
                "webhook_url", .text(limit: WebhookURL.maximumLength), isNullable: true,
                example: "https://shop.example/webhooks", "Where webhooks about the intent go."),
            RequestMember(
                "successful_redirect_url", .text(limit: WebhookURL.maximumLength), isNullable: true,
                example: "https://shop.example/done",
                "The address to which MoneyHash's pages redirect when the intent is paid."),
            RequestMember(
                "failed_redirect_url", .text(limit: WebhookURL.maximumLength), isNullable: true,
                example: "https://shop.example/failed",
                "The address to which they redirect when a transaction has failed."),
            RequestMember(
                "merchant_reference", .text(limit: 200), isNullable: true, example: "order-4711",
                "The merchant's own name for it."),
            RequestMember("customer", .text(limit: 64), isNullable: true, example: "c6c42108", "Who pays."),
            RequestMember(
                "flow_id", .text(limit: 64), isNullable: true, example: "ZprJjBL", "Returned unchanged as `flow`."),
            RequestMember(
                "billing_data", .object(limitBytes: recordLimit), isNullable: true,
                "first_name, last_name, email, phone_number and others, all of them texts."),
            RequestMember(
                "custom_fields", .object(limitBytes: recordLimit), isNullable: true,
                "Data of the merchant's own, returned unchanged."),
            RequestMember(
                "threeds", .object(limitBytes: 256), isNullable: true,
                "enabled says whether the customer of a card must authenticate: 3-D Secure."),
            RequestMember(
                "tokenize_card", .boolean, example: "true", "Whether the card that pays is saved for the customer."),
            RequestMember(
                "show_save_card_checkbox", .boolean, example: "true", "Whether the customer can save the card."),
            RequestMember(
                "card_token", .text(limit: 64), example: "zGgq4Lx", "Selects a saved card of the customer."),
            RequestMember(
                "merchant_initiated", .boolean, example: "false",
                "Whether the saved card is charged at once, without the customer."),
            RequestMember(
                "payment_type", .text(limit: 32), isNullable: true, example: "UNSCHEDULED",
                "REGULAR, RECURRING or UNSCHEDULED, in any case."),
            RequestMember(
                "recurring_data", .object(limitBytes: 1024), isNullable: true,
                "What was agreed with the customer, such as agreement_id."),
        ])

    private static let paymentTypes = ["REGULAR", "RECURRING", "UNSCHEDULED"]
    private static let urls = ["successful_redirect_url", "failed_redirect_url"]
    /// Those that only a customer can have.
    private static let ofCustomers = ["tokenize_card", "show_save_card_checkbox"]

    /// Those that are shown again, and those that are needed later.
    private static let kept = [
        "webhook_url", "successful_redirect_url", "failed_redirect_url", "merchant_reference", "customer", "flow_id",
        "billing_data", "custom_fields", "threeds", "tokenize_card", "show_save_card_checkbox", "merchant_initiated",
        "payment_type", "recurring_data",
    ]

    /// The values that an intent is made of.
    struct Accepted {
        let amount: Money
        let operation: IntentOperation
        let isDirect: Bool
        let method: PaymentMethod?
        let lifeSeconds: Int?
        let isMerchantInitiated: Bool
        let request: JSONValue
    }

    /// - Parameters:
    ///   - card: the saved card that `card_token` names, if the customer has it.
    ///   - addresses: where webhooks may go.
    static func accept(
        _ sent: RequestMembers, _ card: SavedCard?, _ addresses: WebhookAddresses
    ) throws(MoneyHashError) -> Accepted {
        var members = sent
        let currency = members.text("amount_currency").flatMap { Currency($0.uppercased()) }
        if let code = members.text("amount_currency"), currency == nil {
            members.report("amount_currency", FieldProblem.notAChoice(code))
        }
        let amount = currency.flatMap { members.amount("amount", in: $0) }
        if let url = members.text("webhook_url"),
            WebhookURL.violation(in: url, isPlainAllowed: addresses.isPlainAllowed(in: url)) != nil
        {
            members.report("webhook_url", "Enter a valid URL.")
        }
        for name in urls {
            if let url = members.text(name), WebhookURL.violation(in: url, isPlainAllowed: false) != nil {
                members.report(name, "Enter a valid URL.")
            }
        }
        checkCards(&members, card)
        let method = members.text("payment_method").flatMap { PaymentMethod(rawValue: $0) }
        let isDirect = members.boolean("use_direct_api")
        let operation = members.text("operation").flatMap { IntentOperation(rawValue: $0) } ?? .purchase
        if let method, !method.isOffered(isDirect: isDirect, operation) {
            members.report("payment_method", FieldProblem.notAChoice(method.rawValue))
        }
        for problem in BillingData.problems(in: members.object("billing_data")) {
            members.report(problem.field, problem.text)
        }
        try members.check()
        guard let amount else { throw MoneyHashError(.badRequest, members.problems) }
        return Accepted(
            amount: amount, operation: operation, isDirect: isDirect, method: card == nil ? method : .card,
            lifeSeconds: members.whole("expires_after_seconds"),
            isMerchantInitiated: members.boolean("merchant_initiated"),
            request: .members(kept.map { ($0, members[$0]) }))
    }

    /// Reports the errors of the members about saved cards and 3-D Secure.
    private static func checkCards(_ members: inout RequestMembers, _ card: SavedCard?) {
        let needsCustomer = members.text("card_token") != nil || ofCustomers.contains { members.boolean($0) }
        if needsCustomer, members.text("customer") == nil {
            members.report("customer", FieldProblem.required)
        } else if members.text("card_token") != nil, card == nil {
            members.report("card_token", FieldProblem.noObject)
        }
        if members.text("card_token") != nil, let method = members.text("payment_method"),
            method != PaymentMethod.card.rawValue
        {
            members.report("payment_method", FieldProblem.notAChoice(method))
        }
        if members.boolean("merchant_initiated"), members.isAbsent("card_token") {
            members.report("card_token", FieldProblem.required)
        }
        if let type = members.text("payment_type"), !paymentTypes.contains(type.uppercased()) {
            members.report("payment_type", FieldProblem.notAChoice(type))
        }
        switch members.object("threeds")?["enabled"] {
        case nil, .null, .boolean: break
        default: members.report("threeds.enabled", "Must be a valid boolean.")
        }
    }
}

/// The payer's data, as far as the merchant sends it.
enum BillingData {
    /// Those of an intent.
    static let few = ["first_name", "last_name", "email", "phone_number"]
    /// Those of a transaction.
    static let all = [
        "name", "first_name", "last_name", "email", "phone_number", "address", "address1", "apartment", "floor",
        "building", "street", "city", "state", "country", "postal_code", "mobile_wallet_number",
    ]
    static let limit = 255

    static func problems(in data: JSONObject?, at field: String = "billing_data") -> [FieldProblem] {
        guard let data else { return [] }
        return all.compactMap { name -> FieldProblem? in
            switch data[name] {
            case nil, .null?: return nil
            case .string(let text)?:
                guard text.unicodeScalars.count > limit else { return nil }
                return FieldProblem("\(field).\(name)", "Ensure this field has no more than \(limit) characters.")
            default: return FieldProblem("\(field).\(name)", "Not a valid string.")
            }
        }
    }

    /// The named members of what was sent; null if nothing was sent.
    static func json(of data: JSONObject?, _ names: [String]) -> JSONValue {
        guard let data else { return .null }
        return .members(names.map { ($0, data[$0] ?? .null) })
    }
}
