import Foundation
import Ledger
import Validation

/// A customer with all that a business may read of the person.
public struct CustomerPerson: Equatable, Sendable {
    public let id: CustomerID
    /// The brand's own identifier; nil for a customer who has no wallet from the business API, like the next three.
    public let externalID: String?
    public let registrationIP: String?
    public let registeredAt: Date?
    public let email: String?
    public let mobile: String
    /// Its `countryCode` is the customer's country.
    public let fields: PersonFields
    public let restrictions: Restrictions

    package init(
        id: CustomerID, externalID: String?, registrationIP: String?, registeredAt: Date?, email: String?,
        mobile: String, fields: PersonFields, restrictions: Restrictions
    ) {
        self.id = id
        self.externalID = externalID
        self.registrationIP = registrationIP
        self.registeredAt = registeredAt
        self.email = email
        self.mobile = mobile
        self.fields = fields
        self.restrictions = restrictions
    }

    /// The personal data after a change. The country of a customer stays, because accounts and programs depend on it.
    package func fields(changedBy change: PersonFields) throws(Refusal) -> PersonFields {
        try fields.changed(by: change)
    }
}

/// A customer and the customer's accounts.
public struct CustomerWallet: Equatable, Sendable {
    public let person: CustomerPerson
    public let accounts: [Account]

    package init(person: CustomerPerson, accounts: [Account]) {
        self.person = person
        self.accounts = accounts
    }
}

/// The request of a business to create a customer's wallet.
public struct WalletApplication: Sendable {
    public let externalID: String
    public let email: String
    public let mobile: String
    public let registrationIP: String
    public let registeredAt: Date?
    public let restrictions: [Restriction]
    public let fields: PersonFields
    /// The person as issuing knows them.
    public let enrolment: CustomerEnrolment
    public let currencies: [Currency]

    /// A request for a wallet. Missing members are nil; the reader of the body reports those that are required.
    public struct Parts: Sendable {
        public var externalID, email, mobile, registrationIP: String?
        public var registeredAt: Date?
        public var restrictions: [Restriction] = []
        public var fields = PersonFields()
        /// The codes of the currencies.
        public var currencies: [String?] = []

        public init() {}
    }

    public static func read(_ parts: Parts) -> Draft<WalletApplication?> {
        var violations = Violations()
        violations.check("customer.externalId", parts.externalID.flatMap { TextRule.note($0, 1...40) })
        violations.check("customer.email", parts.email.flatMap(TextRule.email))
        violations.check("customer.mobile", parts.mobile.flatMap(TextRule.mobile))
        violations.check("customer.registrationIp", parts.registrationIP.flatMap(TextRule.internetAddress))
        var currencies: [Currency] = []
        for (index, code) in parts.currencies.enumerated() {
            guard let code else { continue }
            let field = "accounts[\(index)].currencyCode"
            if let currency = Currency(code) {
                let isTaken = currencies.contains(currency)
                violations.check(field, isTaken ? "must be the only account in this currency" : nil)
                currencies.append(currency)
            } else {
                violations.check(field, "must be a currency of ISO 4217, like EUR")
            }
        }
        let errors = violations.list + parts.fields.violations(under: "customer.")
        return Draft(parts.application(currencies), errors: errors)
    }
}

extension WalletApplication.Parts {
    /// Nil while a required part is missing.
    fileprivate func application(_ currencies: [Currency]) -> WalletApplication? {
        guard let externalID, let email, let mobile, let registrationIP, let first = fields.firstName,
            let last = fields.lastName, let country = fields.countryCode, let address1 = fields.address1,
            let city = fields.city, let zip = fields.zip
        else { return nil }
        let address = DeliveryAddress(
            address1: address1, address2: fields.address2, address3: nil, city: city, countryCode: country,
            state: fields.state, postalCode: zip)
        return WalletApplication(
            externalID: externalID, email: email, mobile: mobile, registrationIP: registrationIP,
            registeredAt: registeredAt, restrictions: Restriction.allCases.filter(restrictions.contains),
            fields: fields,
            enrolment: CustomerEnrolment(
                country: country, firstName: first, lastName: last, mobile: mobile, email: email, address: address),
            currencies: currencies)
    }
}
