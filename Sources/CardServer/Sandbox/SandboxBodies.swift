import CardAPI
import Cards
import CardSecrets
import HTTPContract
import Issuing
import Sandbox

/// The whole numbers from 0 that every reader of JSON keeps exactly (RFC 8259, section 6).
let exactIntegers = 0...9_007_199_254_740_991

/// What the sandbox is asked and what it answers. Read like the Card service's own bodies, so that a misspelt member is
/// told here too.
struct EventBody: HTTPContract.RequestBody {
    var type: String?

    static let members: [BodyMember<EventBody>] = [
        .enumeration(
            "type", \.type, of: CardEvent.allCases.map(\.rawValue), isRequired: true, example: "CHIP_AND_PIN",
            "What happens to the card.")
    ]
}

struct CustomerEnrolmentBody: HTTPContract.RequestBody {
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

struct ProgramDraftBody: HTTPContract.RequestBody {
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
        .integer(
            "allowableCards", \.allowableCards, in: ProgramDraft.cardsPerCustomer, example: "5",
            "Cards a customer may be issued; 5 if absent."),
    ]
}

struct SecureViewSettingsBody: HTTPContract.RequestBody {
    var frameAncestors: [String]?

    static let members: [BodyMember<SecureViewSettingsBody>] = [
        .strings(
            "frameAncestors", \.frameAncestors, isRequired: true, example: "https://wallet.example",
            "Whose web pages may show the brand's secure views in a frame.")
    ]
}

struct ClockBody: HTTPContract.RequestBody {
    var now: String?
    var frozen: Bool?
    var advanceSeconds: Int?

    static let members: [BodyMember<ClockBody>] = [
        .string("now", \.now, example: "2029-12-01T00:00:00Z", "Sets the clock; RFC 3339, UTC."),
        .boolean("frozen", \.frozen, example: "true", "Stops the clock, or lets it run on."),
        .integer(
            "advanceSeconds", \.advanceSeconds, in: 0...315_360_000, example: "86400",
            "Moves the clock on, by ten years at most and not past 2099."),
    ]
}

struct ClockAnswer: AnswerBody {
    let now: Timestamp
    let isFrozen: Bool

    static let members: [AnswerMember<ClockAnswer>] = [
        .member("now", \.now, example: "2029-12-01T00:00:00Z", "What it reads."),
        .member("frozen", \.isFrozen, example: "true", "Whether it stands still."),
    ]

    init(_ clock: SandboxClock) {
        now = Timestamp(clock.now())
        isFrozen = if case .frozen = clock.setting { true } else { false }
    }
}

struct PlasticAnswer: AnswerBody {
    let plastic: Plastic

    static let members: [AnswerMember<PlasticAnswer>] = [
        .member(
            "cardId", \.plastic.card.id.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card."),
        .member(
            "pan", { $0.plastic.pan.reveal { $0 } }, isSecret: true, example: "4761732583296743", "The number on it."),
        .member("cvv", { $0.plastic.cvv.reveal { $0 } }, isSecret: true, example: "984", "The code on its back."),
        .member(
            "expiry", { CardBody.Expiry(month: $0.plastic.card.expiry.month, year: $0.plastic.card.expiry.year) },
            "The last month in which it is good."),
        .member("cardHolderName", \.plastic.cardholderName, example: "IVANA PETROVA", "The name on it."),
        .member(
            "dispatchedDate", { $0.plastic.dispatchedAt.map(Timestamp.init) }, example: "2026-11-21T09:45:41Z",
            "When it left; absent before."),
        .member(
            "deliveredDate", { $0.plastic.deliveredAt.map(Timestamp.init) }, example: "2026-11-21T09:45:41Z",
            "When it arrived; absent before."),
    ]
}

struct CustomerAnswer: AnswerBody {
    let customer: Customer
    let brand: String

    static let members: [AnswerMember<CustomerAnswer>] = [
        .member("customerId", \.customer.id.description, example: "30000001", "What the customer is asked for by."),
        .member("brand", \.brand, example: "demo", "Whose customer it is."),
        .member("country", \.customer.country, example: "PL", "ISO 3166-1 alpha-2."),
        .member("firstName", \.customer.firstName, example: "Anna", "As given."),
        .member("lastName", \.customer.lastName, example: "Nowak", "As given."),
        .member("mobile", \.customer.mobile, example: "+48 500100200", "Where messages go."),
        .member("address", { $0.customer.address.map(DeliveryAddressBody.init) }, "Where the customer lives."),
    ]
}
