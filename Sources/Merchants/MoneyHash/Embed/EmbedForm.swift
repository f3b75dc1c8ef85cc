import HTTPContract

/// What the page sends: a card, whose expiry is in one field, or the security code of a saved card.
enum EmbedForm {
    private static let names = ["card_number", "expiry", "cvv", "card_holder_name"]
    private static let saving = "save_card"

    static let schema = ObjectSchema(
        name: "MoneyHashPage",
        members: names.map { name in
            .init(
                name: name, kind: .string, isRequired: name == "cvv", isSecret: true, maximumLength: 100,
                description: name == "expiry" ? "MM/YY." : "As in the merchant's own form.")
        } + [
            .init(
                name: saving, kind: .enumeration(["true"]), isRequired: false,
                description: "Whether the customer wants to save the card, if the page offers it.")
        ])

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
        return try RequestMembers(JSONValue.members(members).jsonBytes, CardForm.form)
    }

    /// The members of a security code's form.
    static func code(_ text: String) throws(MoneyHashError) -> RequestMembers {
        let code = field(SecurityCode.name, in: FormText.decode(text))
        let members = JSONValue.members([(SecurityCode.name, code.map { .string($0) })])
        return try RequestMembers(members.jsonBytes, SecurityCode.form)
    }

    private static func field(_ name: String, in fields: [FormText.Pair]) -> String? {
        fields.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 }
    }
}
