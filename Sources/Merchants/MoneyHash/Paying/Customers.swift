import CardSecrets
import Foundation
import Gateways
import HTTPContract
import Identifiers
import Payments
import Postgres
import Validation

/// A customer of a merchant. The merchant names it in `customer` of its intents, where any other name is accepted, too.
struct MoneyHashCustomer: Sendable {
    let id: MoneyHashCustomerID
    /// The details that the merchant has sent.
    let details: JSONObject
    let madeAt: Date

    private static let texts: [(name: String, example: String, description: String)] = [
        ("type", "COMPANY", "INDIVIDUAL or COMPANY."), ("first_name", "Ada", "The first name."),
        ("last_name", "Byron", "The last name."), ("email", "ada@example.com", "The address for e-mail."),
        ("phone_number", "+12155550100", "The telephone number."), ("tax_id", "12-3456789", "The tax number."),
        ("address", "123 Main St, Philadelphia", "The address in one line."),
        ("contact_person_name", "Ada Byron", "The contact person of a company."),
        ("company_name", "Byron Ltd", "The name of the company."),
    ]

    static let form = RequestForm(
        name: "MoneyHashNewCustomer",
        members: texts.map { name, example, description in
            RequestMember(name, .text(limit: 255), isNullable: true, mayBeBlank: true, example: example, description)
        } + [
            RequestMember(
                "custom_fields", .object(limitBytes: 2048), isNullable: true,
                "Data of the merchant's own, returned unchanged.")
        ])

    static let kept = texts.map(\.name) + ["custom_fields"]
}

extension MoneyHash {
    func createCustomer(_ members: RequestMembers, for caller: MoneyHashCaller) async throws -> MoneyHashCustomer {
        try members.check()
        let details = JSONValue.members(MoneyHashCustomer.kept.map { ($0, members[$0]) })
        let id = entropy.id(MoneyHashCustomerID.self)
        _ = try await database.write(
            MerchantCustomerStatements.add(
                .id(id), .text(caller.merchant.rawValue), .boolean(caller.isLive), .text(details.jsonText),
                .timestamp(clock.now())))
        return try await customer(id.description, of: caller)
    }

    /// A customer of the merchant.
    func customer(_ id: String?, of caller: MoneyHashCaller) async throws -> MoneyHashCustomer {
        guard let id = id.flatMap({ MoneyHashCustomerID($0) }),
            let found = try await database.read(
                MerchantCustomerStatements.find(.id(id), .text(caller.merchant.rawValue), .boolean(caller.isLive))
            ).first
        else { throw MoneyHashError.notFound }
        return found
    }
}

/// A customer as the merchant sees it.
struct CustomerRecord: AnswerBody {
    let customer: MoneyHashCustomer

    private static let sent: [AnswerMember<CustomerRecord>] = MoneyHashCustomer.kept.map { name in
        .member(name, { $0.customer.details[name] ?? JSONValue.null }, "As it was sent, or null.")
    }

    static let members: [AnswerMember<CustomerRecord>] = [
        .member("id", \.customer.id.description, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The customer."),
        .member("created", \.customer.madeAt.moneyHash, example: "2026-03-15T12:00:00.000000Z", "When it was made."),
    ] + sent
}
