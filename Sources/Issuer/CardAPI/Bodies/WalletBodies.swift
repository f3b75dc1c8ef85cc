import HTTPContract

/// A new customer's wallet.
public struct CreateWalletBody: RequestBody {
    public var customer: NewCustomer?
    public var accounts: [NewAccount]?

    public init() {}

    public static let members: [BodyMember<CreateWalletBody>] = [
        .object("customer", \.customer, isRequired: true, "The person."),
        .objects("accounts", \.accounts, maximumCount: 20, "The accounts to open, each in a currency of its own."),
    ]

    public static let examples: [BodyExample<CreateWalletBody>] = [
        BodyExample("A customer with an account") { body in
            var account = NewAccount()
            account.currencyCode = "EUR"
            (body.customer, body.accounts) = (.example, [account])
        }
    ]

    /// An account to open.
    public struct NewAccount: RequestBody {
        public var currencyCode: String?

        public init() {}

        public static let members: [BodyMember<NewAccount>] = [
            .string(
                "currencyCode", \.currencyCode, isRequired: true, pattern: TextForm.currency, example: "EUR",
                "Currency, ISO 4217.")
        ]
    }

    public struct NewCustomer: RequestBody {
        public var externalId: String?
        public var type: String?
        public var email: String?
        public var mobile: String?
        public var registrationIp: String?
        public var registrationDate: String?
        public var restrictions: [NewRestrictionBody]?
        public var person = PersonFieldsBody()

        public init() {}

        public static let members: [BodyMember<NewCustomer>] =
            [
                .string(
                    "externalId", \.externalId, isRequired: true, maximumLength: 40,
                    pattern: TextForm.printable(1...40), example: "af5c8b52-0afd-4799-85ab-fe659a076932",
                    "The brand's own identifier for the customer, and for no other one."),
                .enumeration(
                    "type", \.type, of: Vocabulary.customerTypes, example: "PERSON",
                    "The kind of customer; PERSON if absent."),
                .string(
                    "email", \.email, isRequired: true, maximumLength: 150, pattern: TextForm.email,
                    example: "ivana@example.com", "An e-mail address of this customer only, in any case."),
                .string(
                    "mobile", \.mobile, isRequired: true, maximumLength: 50, pattern: TextForm.mobile,
                    example: "+359 881234567", "Mobile number."),
                .string(
                    "registrationIp", \.registrationIp, isRequired: true, maximumLength: 15,
                    pattern: TextForm.internetAddress, example: "192.0.2.50",
                    "The IPv4 address from which the customer has registered."),
                .string(
                    "registrationDate", \.registrationDate, pattern: TextForm.moment, example: "2026-11-21T08:45:34Z",
                    "When the customer registered with the brand; RFC 3339, UTC."),
                .objects(
                    "restrictions", \.restrictions, maximumCount: Vocabulary.restrictions.count,
                    "The restrictions that the customer begins with."),
            ]
            + PersonFieldsBody.declared(requiring: required).map { $0.amongOthers(in: \.person) }

        private static let required: Set = [
            "firstName", "lastName", "address1", "city", "zip", "countryCode", "birthDate",
        ]

        static var example: NewCustomer {
            var customer = NewCustomer()
            customer.externalId = "af5c8b52-0afd-4799-85ab-fe659a076932"
            customer.type = "PERSON"
            customer.email = "ivana@example.com"
            customer.mobile = "+359 881234567"
            customer.registrationIp = "192.0.2.50"
            customer.person.firstName = "Ivana"
            customer.person.lastName = "Petrova"
            customer.person.address1 = "Tsarigradsko Shose 73"
            customer.person.city = "Sofia"
            customer.person.zip = "1000"
            customer.person.countryCode = "BG"
            customer.person.birthDate = "1981-01-11"
            customer.person.nationality = "BG"
            return customer
        }
    }
}

/// A restriction that comes with a new wallet.
public struct NewRestrictionBody: RequestBody {
    public var name: String?

    public init() {}

    public static let members: [BodyMember<NewRestrictionBody>] = [
        .enumeration(
            "name", \.name, of: Vocabulary.restrictions, isRequired: true, example: "SEND_MONEY", "What it blocks.")
    ]
}

/// A restriction to place on a customer.
public struct PlaceRestrictionBody: RequestBody {
    public var name: String?

    public init() {}

    public static let members: [BodyMember<PlaceRestrictionBody>] = [
        .enumeration(
            "name", \.name, of: Vocabulary.placeableRestrictions, isRequired: true, example: "OUTGOING_TRANSACTIONS",
            "What it blocks.")
    ]
}

/// A restriction of a customer.
public struct RestrictionBody: Sendable, Hashable, Decodable {
    public var name: String
    public var reason: String
    public var requiredActions: [String]

    public init(name: String, reason: String, requiredActions: [String]) {
        self.name = name
        self.reason = reason
        self.requiredActions = requiredActions
    }
}

extension RestrictionBody: AnswerBody {
    public static let members: [AnswerMember<RestrictionBody>] = [
        .member(
            "name", \.name, as: .enumeration(Vocabulary.restrictions), example: "OUTGOING_TRANSACTIONS",
            "What it blocks."),
        .member(
            "reason", \.reason, as: .enumeration(Vocabulary.restrictionReasons), example: "MERCHANT_REQUEST",
            "Why it is there: the brand has placed it, or the customer's nationality is not known."),
        .member(
            "requiredActions", \.requiredActions, example: "CONTACT_CUSTOMER_SERVICE", "What lifts it."),
    ]
}

/// The restrictions of a customer.
public struct RestrictionListBody: Sendable, Hashable, Decodable {
    public var id: String
    public var restrictions: [RestrictionBody]

    public init(id: String, restrictions: [RestrictionBody]) {
        self.id = id
        self.restrictions = restrictions
    }
}

extension RestrictionListBody: AnswerBody {
    public static let members: [AnswerMember<RestrictionListBody>] = [
        .member("id", \.id, example: "10000001", "The customer's id."),
        .member("restrictions", \.restrictions, "The customer's restrictions, those of the brand first."),
    ]
}

/// A customer and the customer's accounts.
public struct WalletBody: Sendable, Hashable, Decodable {
    public var customer: CustomerPersonBody
    public var accounts: [AccountBody]

    public init(customer: CustomerPersonBody, accounts: [AccountBody]) {
        self.customer = customer
        self.accounts = accounts
    }
}

extension WalletBody: AnswerBody {
    public static let members: [AnswerMember<WalletBody>] = [
        .member("customer", \.customer, "The person."),
        .member("accounts", \.accounts, "The customer's accounts, sorted by currency."),
    ]
}
