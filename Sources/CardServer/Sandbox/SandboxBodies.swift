import CardAPI
import Cards
import Issuing
import WalletCrypto

/// What the sandbox is asked and what it answers. Read like the Card service's own bodies, so that a misspelt member is
/// told here too.
struct EventBody: CardAPI.RequestBody {
    var type: String?

    static let members: [BodyMember<EventBody>] = [
        .enumeration(
            "type", \.type, of: CardEvent.allCases.map(\.rawValue), isRequired: true, example: "CHIP_AND_PIN",
            "What happens to the card.")
    ]
}

struct CustomerEnrolmentBody: CardAPI.RequestBody {
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
        .string("email", \.email, example: "ivana@example.com", "Where codes by EMAIL go."),
        .object("address", \.address, "Where the customer lives."),
    ]
}

struct ProgramDraftBody: CardAPI.RequestBody {
    var name: String?
    var cardType: String?
    var scheme: String?
    var region: String?
    var currencies: [String]?
    var isDigital: Bool?
    var allowableCards: Int?

    static let members: [BodyMember<ProgramDraftBody>] = [
        .string("name", \.name, isRequired: true, example: "ACME-VIRTUAL-VISA-EEA", "1 to 60 characters."),
        .enumeration(
            "cardType", \.cardType, of: Vocabulary.cardTypes, isRequired: true, example: "VIRTUAL", "Plastic or not."),
        .enumeration(
            "scheme", \.scheme, of: Program.Scheme.allCases.map(\.rawValue), isRequired: true, example: "VISA",
            "Decides the BIN."),
        .enumeration(
            "region", \.region, of: Region.allCases.map(\.rawValue), isRequired: true, example: "EEA",
            "Whose customers may have it."),
        .strings("currencies", \.currencies, isRequired: true, example: "EUR", "ISO 4217, 1 to 20."),
        .boolean("isDigital", \.isDigital, example: "false", "Usable online before the plastic arrives."),
        .integer("allowableCards", \.allowableCards, example: "5", "Cards a customer may be issued, 1 to 1000."),
    ]
}

struct SecureViewSettingsBody: CardAPI.RequestBody {
    var frameAncestors: [String]?

    static let members: [BodyMember<SecureViewSettingsBody>] = [
        .strings(
            "frameAncestors", \.frameAncestors, isRequired: true, example: "https://wallet.example",
            "Whose web pages may show the brand's secure views in a frame.")
    ]
}

struct ClockBody: CardAPI.RequestBody {
    var now: String?
    var frozen: Bool?
    var advanceSeconds: Int?

    static let members: [BodyMember<ClockBody>] = [
        .string("now", \.now, example: "2029-12-01T00:00:00Z", "Sets the clock; RFC 3339, UTC."),
        .boolean("frozen", \.frozen, example: "true", "Stops the clock, or lets it run on."),
        .integer("advanceSeconds", \.advanceSeconds, example: "86400", "Moves the clock on from where it stands."),
    ]
}

struct ClockAnswer: JSONWritable {
    let now: Timestamp
    let isFrozen: Bool

    init(_ clock: ServiceClock) {
        now = Timestamp(clock.now())
        isFrozen = if case .frozen = clock.setting { true } else { false }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("now", now)
            json.member("frozen", isFrozen)
        }
    }
}

struct PlasticAnswer: JSONWritable {
    let plastic: Plastic

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("cardId", plastic.card.id.description)
            plastic.pan.reveal { json.member("pan", $0) }
            plastic.cvv.reveal { json.member("cvv", $0) }
            json.member(
                "expiry", CardBody.Expiry(month: plastic.card.expiry.month, year: plastic.card.expiry.year))
            json.member("cardHolderName", plastic.cardholderName)
            json.member("dispatchedDate", plastic.dispatchedAt.map(Timestamp.init))
            json.member("deliveredDate", plastic.deliveredAt.map(Timestamp.init))
        }
    }
}

struct CustomerAnswer: JSONWritable {
    let customer: Customer
    let brand: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("customerId", customer.id.description)
            json.member("brand", brand)
            json.member("country", customer.country)
            json.member("firstName", customer.firstName)
            json.member("lastName", customer.lastName)
            json.member("mobile", customer.mobile)
            json.member("address", customer.address.map(DeliveryAddressBody.init))
        }
    }
}
