import Validation

/// A person who is to become a customer, as sent.
public struct CustomerEnrolment: Sendable {
    /// One that nothing stands against; it lacks only its number.
    public struct Accepted: Sendable {
        public let country: String
        public let firstName: String
        public let lastName: String
        public let mobile: String
        public let email: String?
        public let address: DeliveryAddress?

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

        public func customer(_ id: CustomerID) -> Customer {
            Customer(
                id: id, country: country, firstName: firstName, lastName: lastName, mobile: mobile, address: address)
        }
    }

    private let country, firstName, lastName, mobile, email: String?
    private let address: DeliveryAddress.Draft?
    private let unreadable: [FieldError]

    public init(
        country: String?, firstName: String?, lastName: String?, mobile: String?, email: String? = nil,
        address: DeliveryAddress.Draft?, unreadable: [FieldError] = []
    ) {
        self.country = country
        self.firstName = firstName
        self.lastName = lastName
        self.mobile = mobile
        self.email = email
        self.address = address
        self.unreadable = unreadable
    }

    public func accepted() throws(Refusal) -> Accepted {
        var violations = Violations()
        violations.check("country", country.flatMap { DeliveryAddress.countryViolation($0) })
        violations.check("firstName", firstName.flatMap(TextRule.name))
        violations.check("lastName", lastName.flatMap(TextRule.name))
        violations.check("mobile", mobile.flatMap(TextRule.mobile))
        violations.check("email", email.flatMap(TextRule.email))
        let all = unreadable.adding(violations.list + (address?.violations(under: "address") ?? []))
        guard all.isEmpty, let country, let firstName, let lastName, let mobile else { throw .invalidFields(all) }
        return Accepted(
            country: country, firstName: firstName, lastName: lastName, mobile: mobile, email: email,
            address: address?.address)
    }
}
