import CardSecrets
import Gateways
import HTTPContract
import HTTPTypes
import Payments

/// A card that a customer has typed, in the merchant's form or on MoneyHash's page.
enum CardForm {
    /// The fields that a customer types.
    private static let typed = [
        RequestMember(
            "card_number", .text(limit: 24), isRequired: true, isSecret: true, example: "4111111111111111",
            "The number."),
        RequestMember(
            "expiry_month", .text(limit: 2), isRequired: true, isSecret: true, example: "03", "Two digits."),
        RequestMember(
            "expiry_year", .text(limit: 4), isRequired: true, isSecret: true, example: "31", "Two digits, or four."),
        SecurityCode.optionalMember,
        RequestMember(
            "card_holder_name", .text(limit: 100), isSecret: true, example: "Ivana Petrova",
            "The name on the card, which is not stored."),
    ]

    static let form = RequestForm(
        name: "MoneyHashCard",
        members: typed + [
            RequestMember(
                "save_card", .boolean, example: "true", "Whether the customer wants to save the card when it has paid.")
        ])

    /// - Parameter needsCode: false if the security code comes later.
    static func instrument(_ sent: RequestMembers, needsCode: Bool) throws(MoneyHashError) -> PaymentInstrument {
        var members = sent
        let digits = members.text("card_number").map { $0.filter { $0 != " " } }
        let pan = digits.flatMap { PAN(ofAnyIssuer: $0) }
        if digits != nil, pan == nil { members.report("card_number", "Invalid card number.") }
        let month = members.text("expiry_month").flatMap(number)
        let year = members.text("expiry_year").flatMap(number).map { $0 < 100 ? 2000 + $0 : $0 }
        let expiry = month.flatMap { month in year.flatMap { PaymentInstrument.Expiry(year: $0, month: month) } }
        if members.text("expiry_month") != nil, members.text("expiry_year") != nil, expiry == nil {
            members.report("expiry_month", "Invalid expiry date.")
        }
        if needsCode, members.isAbsent(SecurityCode.name) { members.report(SecurityCode.name, FieldProblem.required) }
        let code = SecurityCode.read(&members)
        try members.check()
        guard let pan, let expiry else { throw MoneyHashError(.badRequest, members.problems) }
        return PaymentInstrument(pan: pan, expiry: expiry, kind: .card(cvv2: needsCode ? code : nil))
    }

    fileprivate static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    /// The fields of a merchant's own form, in the form of `state_details`.
    static func fields(needsCode: Bool) -> JSONValue {
        .array(
            typed.filter { needsCode || $0.name != SecurityCode.name }.map { member in
                let isRequired = member.isRequired || member.name == SecurityCode.name
                return ["field_name": .string(member.name), "required": .boolean(isRequired)]
            })
    }
}

/// The security code of a card, which is sent to the issuer and never stored.
enum SecurityCode {
    static let name = "cvv"
    static let member = RequestMember(
        name, .text(limit: 4), isRequired: true, isSecret: true, example: "123", "The security code.")
    static let optionalMember = RequestMember(
        name, .text(limit: 4), isSecret: true, example: "123",
        "The security code. It is required, except for installments, where it comes with the plan.")
    static let form = RequestForm(name: "MoneyHashSecurityCode", members: [member])

    /// Reads the code, and reports its errors.
    static func read(_ members: inout RequestMembers) -> Secret? {
        guard let code = members.text(name) else { return nil }
        guard (3...4).contains(code.utf8.count), CardForm.number(code) != nil else {
            members.report(name, "Invalid security code.")
            return nil
        }
        return Secret(Array(code.utf8))
    }

    /// The field of a merchant's own form, as `state_details` say it.
    static let field: JSONValue = [
        "type": "text", "name": .string(name), "label": "CVV", "hint": .null, "value": "", "read_only": false,
        "validation": ["required": true, "min_length": 3, "max_length": 4],
    ]
}
