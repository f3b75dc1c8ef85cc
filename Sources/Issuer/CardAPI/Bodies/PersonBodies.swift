import HTTPContract

/// The personal data of a customer, as two requests have it.
public struct PersonFieldsBody: RequestBody {
    public var firstName: String?
    public var lastName: String?
    public var title: String?
    public var address1: String?
    public var address2: String?
    public var city: String?
    public var zip: String?
    public var state: String?
    public var countryCode: String?
    public var birthDate: String?
    public var nationality: String?
    public var occupation: String?

    public init() {}

    public static let members: [BodyMember<PersonFieldsBody>] = declared(requiring: [])

    /// - Parameter required: the members that a new customer needs.
    static func declared(requiring required: Set<String>) -> [BodyMember<PersonFieldsBody>] {
        func text(
            _ name: String, _ property: any WritableKeyPath<PersonFieldsBody, String?> & Sendable, upTo limit: Int,
            _ pattern: String, _ example: String, _ description: String
        ) -> BodyMember<PersonFieldsBody> {
            .string(
                name, property, isRequired: required.contains(name), maximumLength: limit, pattern: pattern,
                example: example, description)
        }
        return [
            text("firstName", \.firstName, upTo: 50, TextForm.latinName, "Ivana", "First name, in Latin letters."),
            text("lastName", \.lastName, upTo: 50, TextForm.latinName, "Petrova", "Last name, in Latin letters."),
            text("title", \.title, upTo: 15, TextForm.printable(0...15), "Dr.", "Personal title."),
            text(
                "address1", \.address1, upTo: 200, TextForm.printable(1...200), "Tsarigradsko Shose 73",
                "Street and number."),
            text("address2", \.address2, upTo: 200, TextForm.printable(0...200), "Floor 3", "Second address line."),
            text("city", \.city, upTo: 100, TextForm.printable(1...100), "Sofia", "City of residence."),
            text("zip", \.zip, upTo: 30, TextForm.printable(1...30), "1000", "Postal code."),
            text("state", \.state, upTo: 2, TextForm.stateOrNothing, "UT", "The state of an address in the US."),
            text("countryCode", \.countryCode, upTo: 2, TextForm.countryCode, "BG", "Country, ISO 3166-1 alpha-2."),
            text("birthDate", \.birthDate, upTo: 10, TextForm.date, "1981-01-11", "Date of birth."),
            text(
                "nationality", \.nationality, upTo: 2, TextForm.countryCode, "BG", "Nationality, ISO 3166-1 alpha-2."),
            .enumeration(
                "occupation", \.occupation, of: Vocabulary.occupations, example: "EDUCATION_AND_EDUCATIONAL_SURVICES",
                "What the customer does for a living. One word is spelled as Paysafe spells it."),
        ]
    }
}

/// A business's change of a customer. Some members are there only so that their refusal can say why.
public struct UpdateCustomerPersonBody: RequestBody {
    public var person = PersonFieldsBody()
    public var type: String?
    public var email: String?
    public var restrictions: [NewRestrictionBody]?

    public init() {}

    public static let members: [BodyMember<UpdateCustomerPersonBody>] =
        PersonFieldsBody.members.map { $0.amongOthers(in: \.person) } + [
            .string("type", \.type, example: nil, "Never accepted; a customer is always a PERSON."),
            .string("email", \.email, example: nil, "Never accepted; the e-mail address cannot be changed."),
            .objects(
                "restrictions", \.restrictions, maximumCount: Vocabulary.restrictions.count,
                "Never accepted; `placeRestriction` and `liftRestrictions` change them."),
            .anything("id", "Ignored."), .anything("externalId", "Ignored."), .anything("registrationIp", "Ignored."),
        ]

    public static let examples: [BodyExample<UpdateCustomerPersonBody>] = [
        BodyExample("The nationality") { $0.person.nationality = "BG" },
        BodyExample("Another address") { body in
            body.person.address1 = "Tsarigradsko Shose 73"
            body.person.city = "Sofia"
            body.person.zip = "1000"
        },
    ]

    public static let shapes = [ObjectSchema.Shape(absent: ["type", "email", "restrictions"])]
}

/// A customer as a business reads them.
public struct CustomerPersonBody: Sendable, Hashable, Decodable {
    public var id: String
    public var externalId: String?
    public var type = "PERSON"
    public var firstName: String
    public var lastName: String
    public var title: String?
    public var email: String?
    public var mobile: String
    public var address1: String?
    public var address2: String?
    public var city: String?
    public var zip: String?
    public var state: String?
    public var countryCode: String
    public var birthDate: String?
    public var nationality: String?
    public var occupation: String?
    public var registrationIp: String?
    public var registrationDate: Timestamp?
    public var restrictions: [RestrictionBody]

    public init(
        id: String, firstName: String, lastName: String, mobile: String, countryCode: String,
        restrictions: [RestrictionBody]
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.mobile = mobile
        self.countryCode = countryCode
        self.restrictions = restrictions
    }
}

extension CustomerPersonBody: AnswerBody {
    public static let members: [AnswerMember<CustomerPersonBody>] = [
        .member("id", \.id, example: "10000001", "The customer's id."),
        .member(
            "externalId", \.externalId, example: "af5c8b52-0afd-4799-85ab-fe659a076932",
            "The brand's own identifier for the customer; absent if there is none."),
        .member("type", \.type, as: .enumeration(Vocabulary.customerTypes), example: "PERSON", "The kind of customer."),
        .member("firstName", \.firstName, example: "Ivana", "First name."),
        .member("lastName", \.lastName, example: "Petrova", "Last name."),
        .member("title", \.title, example: "Dr.", "Personal title."),
        .member("email", \.email, example: "ivana@example.com", "E-mail address."),
        .member("mobile", \.mobile, example: "+359 881234567", "Mobile number."),
        .member("address1", \.address1, example: "Tsarigradsko Shose 73", "Street and number."),
        .member("address2", \.address2, example: "Floor 3", "Second address line."),
        .member("city", \.city, example: "Sofia", "City of residence."),
        .member("zip", \.zip, example: "1000", "Postal code."),
        .member("state", \.state, example: "UT", "The state of an address in the US."),
        .member("countryCode", \.countryCode, example: "BG", "Country, ISO 3166-1 alpha-2."),
        .member("birthDate", \.birthDate, example: "1981-01-11", "Date of birth."),
        .member("nationality", \.nationality, example: "BG", "Nationality, ISO 3166-1 alpha-2."),
        .member(
            "occupation", \.occupation, as: .enumeration(Vocabulary.occupations),
            example: "EDUCATION_AND_EDUCATIONAL_SURVICES", "What the customer does for a living."),
        .member("registrationIp", \.registrationIp, example: "192.0.2.50", "Where the customer registered from."),
        .member("registrationDate", \.registrationDate, example: "2026-11-21T08:45:34Z", "When they registered."),
        .member("restrictions", \.restrictions, "The customer's restrictions."),
    ]
}
