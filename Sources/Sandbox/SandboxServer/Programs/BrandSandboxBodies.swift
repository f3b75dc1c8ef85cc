import CardAPI
import Cards
import CardServer
import HTTPContract
import Identifiers

struct CustomerEnrolmentBody: RequestBody {
    var country: String?
    var firstName: String?
    var lastName: String?
    var mobile: String?
    var email: String?
    var address: DeliveryAddressBody?

    static let members: [BodyMember<CustomerEnrolmentBody>] = [
        .string("country", \.country, isRequired: true, example: "BG", "ISO 3166-1 alpha-2."),
        .string("firstName", \.firstName, isRequired: true, example: "Ivana", "1 to 40 characters."),
        .string("lastName", \.lastName, isRequired: true, example: "Petrova", "1 to 40 characters."),
        .string("mobile", \.mobile, isRequired: true, example: "+359 881234567", "Where messages go."),
        .string("email", \.email, example: "ivana@example.com", "The address that codes by EMAIL are sent to."),
        .object("address", \.address, "Where the customer lives."),
    ]
}

struct ProgramDraftBody: RequestBody {
    var name: String?
    var cardType: String?
    var scheme: String?
    var region: String?
    var currencies: [String]?
    var isDigital: Bool?
    var requiresApproval: Bool?
    var allowableCards: Int?

    static let members: [BodyMember<ProgramDraftBody>] = [
        .string(
            "name", \.name, isRequired: true, example: "ACME-VIRTUAL-VISA-EEA",
            "The program's name, 1 to 60 characters."),
        .enumeration(
            "cardType", \.cardType, of: Vocabulary.cardTypes, isRequired: true, example: "VIRTUAL",
            "Virtual or physical."),
        .enumeration(
            "scheme", \.scheme, of: Program.Scheme.allCases.map(\.rawValue), isRequired: true, example: "VISA",
            "The scheme, which determines the BIN."),
        .enumeration(
            "region", \.region, of: Region.allCases.map(\.rawValue), isRequired: true, example: "EEA",
            "The region whose customers are eligible."),
        .strings("currencies", \.currencies, isRequired: true, example: "EUR", "1 to 20 currencies, ISO 4217."),
        .boolean(
            "isDigital", \.isDigital, example: "false",
            "Whether a physical card can be used online before it is activated."),
        .boolean(
            "requiresApproval", \.requiresApproval, example: "false",
            "Whether a new card is `APPLIED` until the issuer approves it."),
        .integer(
            "allowableCards", \.allowableCards, in: ProgramDraft.cardsPerCustomer, example: "5",
            "The number of cards that a customer can have; 5 if absent."),
    ]
}

struct SecureViewSettingsBody: RequestBody {
    var frameAncestors: [String]?

    static let members: [BodyMember<SecureViewSettingsBody>] = [
        .strings(
            "frameAncestors", \.frameAncestors, isRequired: true, example: "https://wallet.example",
            "The origins whose web pages may show the brand's secure views in a frame.")
    ]
}

struct CustomerAnswer: AnswerBody {
    let customer: Customer
    let brand: String

    static let members: [AnswerMember<CustomerAnswer>] = [
        .member("customerId", \.customer.id.description, example: "30000001", "The customer's id."),
        .member("brand", \.brand, example: "demo", "The customer's brand."),
        .member("country", \.customer.country, example: "PL", "Country, ISO 3166-1 alpha-2."),
        .member("firstName", \.customer.firstName, example: "Anna", "First name."),
        .member("lastName", \.customer.lastName, example: "Nowak", "Last name."),
        .member("mobile", \.customer.mobile, example: "+48 500100200", "The mobile number that messages are sent to."),
        .member("address", { $0.customer.address.map(DeliveryAddressBody.init) }, "The customer's address."),
    ]
}
