import HTTPContract

/// What the page sends: a card, whose expiry is in one field.
enum EmbedForm {
    private static let names = ["card_number", "expiry", "cvv", "card_holder_name"]

    static let schema = ObjectSchema(
        name: "MoneyHashPage",
        members: names.map { name in
            .init(
                name: name, kind: .string, isRequired: name != "card_holder_name", isSecret: true, maximumLength: 100,
                description: name == "expiry" ? "MM/YY." : "As in the merchant's own form.")
        })

    /// The members of a card's form.
    static func members(_ text: String) throws(MoneyHashError) -> RequestMembers {
        let fields = FormText.decode(text)
        var members: [(String, JSONValue?)] = []
        for name in names {
            let value = fields.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 }
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
        return try RequestMembers(JSONValue.members(members).jsonBytes, CardForm.form)
    }
}
