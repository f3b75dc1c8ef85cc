import CardAPI
import Cards
import CardSecrets
import HTTPContract
import Identifiers
import Sandbox

struct EventBody: RequestBody {
    var type: String?

    static let members: [BodyMember<EventBody>] = [
        .enumeration(
            "type", \.type, of: CardEvent.allCases.map(\.rawValue), isRequired: true, example: "CHIP_AND_PIN",
            "The event to simulate.")
    ]
}

struct PlasticAnswer: AnswerBody {
    let plastic: Plastic

    static let members: [AnswerMember<PlasticAnswer>] = [
        .member(
            "cardId", \.plastic.card.id.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card's id."),
        .member(
            "pan", { $0.plastic.pan.reveal { $0 } }, isSecret: true, example: "4761732583296743", "The card number."),
        .member("cvv", { $0.plastic.cvv.reveal { $0 } }, isSecret: true, example: "984", "The security code."),
        .member(
            "expiry", { CardBody.Expiry(month: $0.plastic.card.expiry.month, year: $0.plastic.card.expiry.year) },
            "The last month in which the card is valid."),
        .member("cardHolderName", \.plastic.cardholderName, example: "IVANA PETROVA", "The name on the card."),
        .member(
            "dispatchedDate", { $0.plastic.dispatchedAt.map(Timestamp.init) }, example: "2026-11-21T09:45:41Z",
            "The time of dispatch; absent before."),
        .member(
            "deliveredDate", { $0.plastic.deliveredAt.map(Timestamp.init) }, example: "2026-11-21T09:45:41Z",
            "The time of delivery; absent before."),
    ]
}
