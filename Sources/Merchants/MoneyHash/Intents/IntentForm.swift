import HTTPContract
import HTTPTypes
import Ledger
import Payments
import Validation
import Webhooks

/// What a merchant's server sends for an intent.
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
                "When nobody can pay it any more; never, unless this says it."),
            RequestMember(
                "webhook_url", .text(limit: WebhookURL.maximumLength), isNullable: true,
                example: "https://shop.example/webhooks", "Where webhooks about the intent go."),
            RequestMember(
                "successful_redirect_url", .text(limit: WebhookURL.maximumLength), isNullable: true,
                example: "https://shop.example/done", "Where the page at embed_url leads when the intent is paid."),
            RequestMember(
                "merchant_reference", .text(limit: 200), isNullable: true, example: "order-4711",
                "The merchant's own name for it."),
            RequestMember("customer", .text(limit: 64), isNullable: true, example: "c6c42108", "Who pays."),
            RequestMember("flow_id", .text(limit: 64), isNullable: true, example: "ZprJjBL", "It is shown again."),
            RequestMember(
                "billing_data", .object(limitBytes: recordLimit), isNullable: true,
                "first_name, last_name, email, phone_number and others, all of them texts."),
            RequestMember(
                "custom_fields", .object(limitBytes: recordLimit), isNullable: true,
                "Anything that the merchant wants to see again."),
            RequestMember(
                "card_token", .text(limit: 64), example: "zGgq4Lx", "Saved cards are not there, so none is accepted."),
        ])

    /// Those that are shown again, and those that are needed later.
    private static let keptTexts = [
        "webhook_url", "successful_redirect_url", "merchant_reference", "customer", "flow_id",
    ]

    /// What an intent is made of.
    struct Accepted {
        let amount: Money
        let operation: IntentOperation
        let isDirect: Bool
        let method: PaymentMethod?
        let lifeSeconds: Int?
        let request: JSONValue
    }

    /// - Parameter isPlainAllowed: whether webhooks may go to an address without TLS.
    static func accept(_ sent: RequestMembers, isPlainAllowed: Bool) throws(MoneyHashError) -> Accepted {
        var members = sent
        let currency = members.text("amount_currency").flatMap { Currency($0.uppercased()) }
        if let code = members.text("amount_currency"), currency == nil {
            members.report("amount_currency", FieldProblem.notAChoice(code))
        }
        let amount = currency.flatMap { members.amount("amount", in: $0) }
        if let url = members.text("webhook_url"), WebhookURL.violation(in: url, isPlainAllowed: isPlainAllowed) != nil {
            members.report("webhook_url", "Enter a valid URL.")
        }
        if let url = members.text("successful_redirect_url"),
            WebhookURL.violation(in: url, isPlainAllowed: false) != nil
        {
            members.report("successful_redirect_url", "Enter a valid URL.")
        }
        if members.text("card_token") != nil { members.report("card_token", "Object does not exist.") }
        for problem in BillingData.problems(in: members.object("billing_data")) {
            members.report(problem.field, problem.text)
        }
        try members.check()
        guard let amount else { throw MoneyHashError(.badRequest, members.problems) }
        var kept: [(String, JSONValue?)] = []
        for name in keptTexts + ["billing_data", "custom_fields"] { kept.append((name, members[name])) }
        return Accepted(
            amount: amount, operation: members.text("operation").flatMap { IntentOperation(rawValue: $0) } ?? .purchase,
            isDirect: members.boolean("use_direct_api"),
            method: members.text("payment_method").flatMap { PaymentMethod(rawValue: $0) },
            lifeSeconds: members.whole("expires_after_seconds"), request: .members(kept))
    }
}

/// Who pays, as far as the merchant says it.
enum BillingData {
    /// Those of an intent.
    static let few = ["first_name", "last_name", "email", "phone_number"]
    /// Those of a transaction.
    static let all = [
        "name", "first_name", "last_name", "email", "phone_number", "address", "address1", "apartment", "floor",
        "building", "street", "city", "state", "country", "postal_code", "mobile_wallet_number",
    ]
    private static let limit = 255

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
