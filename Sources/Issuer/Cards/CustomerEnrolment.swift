import Validation

/// A person who will become a customer and has no customer number yet.
public struct CustomerEnrolment: Sendable {
    public let country: String
    public let firstName: String
    public let lastName: String
    public let mobile: String
    public let email: String?
    public let address: DeliveryAddress?

    /// Takes data that is known to be valid: data that was read, or constants.
    public init(
        country: String, firstName: String, lastName: String, mobile: String, email: String?,
        address: DeliveryAddress?
    ) {
        self.country = country
        self.firstName = firstName
        self.lastName = lastName
        self.mobile = mobile
        self.email = email
        self.address = address
    }

    public static func read(
        country: String?, firstName: String?, lastName: String?, mobile: String?, email: String? = nil,
        address: DeliveryAddress.Draft?
    ) -> Draft<CustomerEnrolment?> {
        var violations = Violations()
        violations.check("country", country.flatMap { DeliveryAddress.countryViolation($0) })
        violations.check("firstName", firstName.flatMap(TextRule.personName))
        violations.check("lastName", lastName.flatMap(TextRule.personName))
        violations.check("mobile", mobile.flatMap(TextRule.mobile))
        violations.check("email", email.flatMap(TextRule.email))
        var errors = violations.list + (address?.violations(under: "address") ?? [])
        if let country, let address {
            errors = errors.adding(address.violations(under: "address", forCustomerIn: country))
        }
        guard let country, let firstName, let lastName, let mobile else { return Draft(nil, errors: errors) }
        let enrolment = CustomerEnrolment(
            country: country, firstName: firstName, lastName: lastName, mobile: mobile, email: email,
            address: address?.address)
        return Draft(enrolment, errors: errors)
    }

    public func customer(_ id: CustomerID) -> Customer {
        Customer(id: id, country: country, firstName: firstName, lastName: lastName, mobile: mobile, address: address)
    }
}
