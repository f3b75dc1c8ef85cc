import Gateways
import HTTPContract

/// A fact about the customer that a provider needs: a member of `billing_data`, with the form that asks for it.
struct BillingField: Hashable, Sendable {
    enum Kind: String, Sendable {
        case text, email
        case phone = "phoneNumber"
    }

    let name: String
    let label: String
    let kind: Kind

    static let firstName = BillingField(name: "first_name", label: "First name", kind: .text)
    static let lastName = BillingField(name: "last_name", label: "Last name", kind: .text)
    static let email = BillingField(name: "email", label: "Email", kind: .email)
    static let phone = BillingField(name: "phone_number", label: "Phone number", kind: .phone)
    static let walletNumber = BillingField(
        name: "mobile_wallet_number", label: "Mobile wallet number", kind: .phone)
    static let address = BillingField(name: "address", label: "Address", kind: .text)

    /// The value of the HTML attribute `autocomplete`.
    var autofill: String {
        switch name {
        case "first_name": "given-name"
        case "last_name": "family-name"
        case "address": "street-address"
        default: kind == .email ? "email" : "tel"
        }
    }

    /// The members of a customer that a form can ask for.
    static let all = [firstName, lastName, email, phone, walletNumber, address]

    /// The error in a value that is wrong or missing; nil if the provider can use it.
    func problem(in billing: JSONObject?) -> String? {
        guard let text = billing?.text(name) else { return FieldProblem.required }
        if text.isEmpty { return FieldProblem.blank }
        let isRight = switch kind {
        case .text: true
        case .email: text.wholeMatch(of: /[^@\s]+@[^@\s]+/) != nil
        case .phone: text.wholeMatch(of: /\+?[0-9][0-9 ]{4,18}/) != nil
        }
        return isRight ? nil : "Enter a valid \(label.lowercased())."
    }

    /// The field of a merchant's own form, as `state_details` say it.
    var json: JSONValue {
        [
            "type": .string(kind.rawValue), "name": .string(name), "label": .string(label), "hint": .null, "value": "",
            "read_only": false,
            "validation": ["required": true, "min_length": 1, "max_length": .number(String(BillingData.limit))],
        ]
    }
}

/// The billing data that a merchant's own form has asked for.
enum BillingForm {
    static let name = "billing_data"

    static let form = RequestForm(
        name: "MoneyHashBilling",
        members: [
            RequestMember(
                name, .object(limitBytes: 2048), isRequired: true,
                "The billing_fields of state_details. What the intent has already need not be sent again.")
        ])
}

extension JSONObject {
    /// The same with the members of another one, which replace those of the same name.
    func merging(_ other: JSONObject?) -> JSONObject {
        JSONObject([self, other ?? JSONObject()].flatMap { part in
            part.names.compactMap { name in part[name].map { (name, $0) } }
        })
    }
}
