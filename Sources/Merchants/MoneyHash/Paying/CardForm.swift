import CardSecrets
import HTTPContract
import HTTPTypes
import Payments

/// A card that a customer has typed, in the merchant's form or on MoneyHash's page.
enum CardForm {
    static let form = RequestForm(
        name: "MoneyHashCard",
        members: [
            RequestMember("card_number", .text(limit: 24), isRequired: true, isSecret: true, "The number."),
            RequestMember(
                "expiry_month", .text(limit: 2), isRequired: true, isSecret: true, example: "03", "Two digits."),
            RequestMember(
                "expiry_year", .text(limit: 4), isRequired: true, isSecret: true, example: "31",
                "Two digits, or four."),
            RequestMember(
                "cvv", .text(limit: 4), isRequired: true, isSecret: true, example: "123", "The security code."),
            RequestMember(
                "card_holder_name", .text(limit: 100), isSecret: true, example: "Ivana Petrova",
                "The name on the card, which is not stored."),
        ])

    static func instrument(_ sent: RequestMembers) throws(MoneyHashError) -> PaymentInstrument {
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
        let code = members.text("cvv")
        if let code, !(3...4).contains(code.utf8.count) || number(code) == nil {
            members.report("cvv", "Invalid security code.")
        }
        try members.check()
        guard let pan, let expiry, let code else { throw MoneyHashError(.badRequest, members.problems) }
        return PaymentInstrument(pan: pan, expiry: expiry, kind: .card(cvv2: Secret(Array(code.utf8))))
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    /// What a merchant's own form asks for, as `state_details` say it.
    static let fields: JSONValue = .array(
        form.members.map { member in
            ["field_name": .string(member.name), "required": .boolean(member.isRequired)]
        })
}
