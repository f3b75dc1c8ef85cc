import Gateways
import HTTPContract

/// The form of the page: a card, whose expiry is in one field, the security code of a saved card, the billing data that
/// a provider needs, or the method that the customer would rather pay with.
enum EmbedForm {
    private static let names = ["card_number", "expiry", "cvv", "card_holder_name"]
    private static let saving = "save_card"
    private static let chosen = "method"

    static let schema = ObjectSchema(
        name: "MoneyHashPage",
        members: names.map { name in
            .init(
                name: name, kind: .string, isSecret: true, maximumLength: 100,
                description: name == "expiry" ? "MM/YY." : "As in the merchant's own form.")
        } + [
            .init(
                name: saving, kind: .enumeration(["true"]), isRequired: false,
                description: "Whether the customer wants to save the card, if the page offers it."),
            .init(
                name: chosen, kind: .enumeration(PaymentMethod.allCases.map(\.rawValue)),
                description: "The other method that the customer has chosen; the other fields are ignored then."),
        ] + BillingField.all.map { field in
            .init(
                name: field.name, kind: .string, isSecret: true, maximumLength: BillingData.limit,
                description: "The billing data that the provider of a method without a card requires.")
        })

    /// The method whose button the customer has pressed.
    static func method(_ text: String) -> PaymentMethod? {
        field(chosen, in: FormText.decode(text)).flatMap { PaymentMethod(rawValue: $0) }
    }

    /// The members of a provider's form.
    static func billing(_ text: String, _ fields: [BillingField]) throws(MoneyHashError) -> RequestMembers {
        let typed = FormText.decode(text)
        let data = JSONValue.members(fields.map { ($0.name, field($0.name, in: typed).map { .string($0) }) })
        return try BillingForm.form.read(JSONValue.members([(BillingForm.name, data)]).jsonBytes)
    }

    /// The members of a card's form.
    ///
    /// - Parameter offersSaving: whether the page has the box for it.
    static func card(_ text: String, offersSaving: Bool) throws(MoneyHashError) -> RequestMembers {
        let fields = FormText.decode(text)
        var members: [(String, JSONValue?)] = []
        for name in names {
            let value = field(name, in: fields)
            if name == "expiry" {
                let parts = (value ?? "").filter { $0 != " " }.split(separator: "/", omittingEmptySubsequences: false)
                members += [
                    ("expiry_month", parts.first.map { .string(String($0)) }),
                    ("expiry_year", parts.count == 2 ? .string(String(parts[1])) : nil),
                ]
            } else {
                members.append((name, value.map { .string($0) }))
            }
        }
        if offersSaving, field(saving, in: fields) == "true" { members.append((saving, true)) }
        return try CardForm.form.read(JSONValue.members(members).jsonBytes)
    }

    /// The members of a security code's form.
    static func code(_ text: String) throws(MoneyHashError) -> RequestMembers {
        let code = field(SecurityCode.name, in: FormText.decode(text))
        let members = JSONValue.members([(SecurityCode.name, code.map { .string($0) })])
        return try SecurityCode.form.read(members.jsonBytes)
    }

    private static func field(_ name: String, in fields: [FormText.Pair]) -> String? {
        fields.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 }
    }
}
