import Audit
import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Validation

/// A program manager creates its customers' wallets, changes the personal data, and restricts customers.
struct WalletRoutes {
    let issuing: Issuing

    func register(on businesses: RouterGroup<BusinessContext>) {
        businesses.on(Operations.createWallet, create)
        businesses.on(Operations.updateCustomerPerson, update)
        businesses.on(Operations.placeRestriction, restrict)
        businesses.on(Operations.liftRestrictions, lift)
    }

    @Sendable private func create(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let application = try await request.json(CreateWalletBody.self).accepted(Self.application)
        let wallet = try await issuing.called(by: caller).createWallet(application, in: context.brand)
        return Response(
            status: .ok,
            json: WalletBody(
                customer: CustomerPersonBody(wallet.person), accounts: wallet.accounts.map { AccountBody($0) }))
    }

    @Sendable private func update(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let customer = try context.customer()
        let change = try await request.json(UpdateCustomerPersonBody.self).accepted { body in
            let fields = PersonFields(body.person)
            var violations = Violations()
            violations.check("type", body.type == nil ? nil : "must be absent: a customer's type cannot be changed")
            violations.check("email", body.email == nil ? nil : "must be absent: the e-mail address cannot be changed")
            violations.check(
                "restrictions",
                body.restrictions == nil ? nil : "must be absent: place or lift restrictions at …/restrictions")
            return Draft<PersonFields?>(fields, errors: fields.violations() + violations.list)
        }
        let person = try await issuing.called(by: caller).updatePerson(customer, by: change)
        return Response(status: .ok, json: CustomerPersonBody(person))
    }

    @Sendable private func restrict(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let customer = try context.customer()
        let restriction = try await request.json(PlaceRestrictionBody.self).accepted { body in
            Draft(body.name.flatMap(Restriction.init(rawValue:)))
        }
        let restrictions = try await issuing.called(by: caller).place(restriction, on: customer)
        return Response(status: .created, json: RestrictionListBody(restrictions, of: context))
    }

    @Sendable private func lift(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let customer = try context.customer()
        _ = try await request.noBody()
        let restrictions = try await issuing.called(by: caller).liftRestrictions(of: customer)
        return Response(status: .ok, json: RestrictionListBody(restrictions, of: context))
    }

    private static func application(_ body: CreateWalletBody) -> Draft<WalletApplication?> {
        var parts = WalletApplication.Parts()
        let customer = body.customer ?? .init()
        parts.externalID = customer.externalId
        parts.email = customer.email
        parts.mobile = customer.mobile
        parts.registrationIP = customer.registrationIp
        parts.fields = PersonFields(customer.person)
        parts.restrictions = (customer.restrictions ?? []).compactMap { $0.name.flatMap(Restriction.init(rawValue:)) }
        parts.currencies = (body.accounts ?? []).map(\.currencyCode)
        var violations = Violations()
        if let text = customer.registrationDate {
            parts.registeredAt = Timestamp(text).map { Date($0) }
            violations.check(
                "customer.registrationDate",
                parts.registeredAt == nil ? "must be a time like 2026-11-21T08:45:34Z" : nil)
        }
        return Draft(parts, errors: violations.list).then { WalletApplication.read($0) }
    }
}

extension PersonFields {
    fileprivate init(_ body: PersonFieldsBody) {
        self.init()
        firstName = body.firstName
        lastName = body.lastName
        title = body.title
        address1 = body.address1
        address2 = body.address2
        city = body.city
        zip = body.zip
        state = body.state
        countryCode = body.countryCode
        birthDate = body.birthDate
        nationality = body.nationality
        occupation = body.occupation
    }
}

extension CustomerPersonBody {
    fileprivate init(_ person: CustomerPerson) {
        let fields = person.fields
        self.init(
            id: person.id.description, firstName: fields.firstName ?? "", lastName: fields.lastName ?? "",
            mobile: person.mobile, countryCode: fields.countryCode ?? "",
            restrictions: person.restrictions.list.map { RestrictionBody($0.name, because: $0.reason) })
        externalId = person.externalID
        title = fields.title
        email = person.email
        address1 = fields.address1
        address2 = fields.address2
        city = fields.city
        zip = fields.zip
        state = fields.state
        birthDate = fields.birthDate
        nationality = fields.nationality
        occupation = fields.occupation
        registrationIp = person.registrationIP
        registrationDate = person.registeredAt.map { Timestamp($0) }
    }
}

extension RestrictionBody {
    fileprivate init(_ name: Restriction, because reason: Restrictions.Reason) {
        self.init(name: name.rawValue, reason: reason.rawValue, requiredActions: [reason.requiredAction])
    }
}

extension RestrictionListBody {
    /// - Parameter context: whose path names the customer.
    fileprivate init(_ restrictions: Restrictions, of context: BusinessContext) {
        self.init(
            id: context.parameters.get("customerId") ?? "",
            restrictions: restrictions.list.map { RestrictionBody($0.name, because: $0.reason) })
    }
}
