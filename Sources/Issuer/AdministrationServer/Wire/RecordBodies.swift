import Administration
import Cards
import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger

struct RecordedEventBody: RequestBody {
    var event: String?

    /// A terminal reports the others, through the card network.
    static let events = CardEvent.allCases.filter { $0 != .chipAndPIN && $0 != .wrongPIN }

    static let members: [BodyMember<RecordedEventBody>] = [
        .enumeration(
            "event", \.event, of: RecordedEventBody.events.map(\.rawValue), isRequired: true, example: "SUSPEND",
            "REVIEW, APPROVE and REJECT decide on an application. DISPATCHED and DELIVERED are the post's. SUSPEND, "
                + "RESUME and EXPIRE change the status, and CLEAR_RETRIES gives attempts back.")
    ]
}

struct CardStatusAnswer: AnswerBody {
    let card: Card

    static let members: [AnswerMember<CardStatusAnswer>] = [
        .member(
            "cardId", \.card.id.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card's id."),
        .member("status", \.card.standing.status.rawValue, example: "ACTIVE", "The card's status."),
    ]
}

struct BankReportBody: RequestBody {
    var report: String?

    static let members: [BodyMember<BankReportBody>] = [
        .enumeration(
            "report", \.report, of: ["DONE", "REFUSED"], isRequired: true, example: "DONE",
            "DONE: the money of a deposit has arrived, or that of a withdrawal was paid out. REFUSED: it was not.")
    ]
}

struct MovementStatusAnswer: AnswerBody {
    let movement: Movement

    static let members: [AnswerMember<MovementStatusAnswer>] = [
        .member(
            "movementId", \.movement.id.description, as: .identifier,
            example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The movement's id."),
        .member("status", \.movement.status.rawValue, example: "COMPLETED", "The movement's status."),
    ]
}

struct KeyListAnswer: AnswerBody {
    let keys: [KeyState]

    static let members: [AnswerMember<KeyListAnswer>] = [
        .member("keys", { $0.keys.map(KeyStateAnswer.init) }, "All versions, by purpose.")
    ]
}

struct KeyStateAnswer: AnswerBody {
    let key: KeyState

    static let members: [AnswerMember<KeyStateAnswer>] = [
        .member("purpose", \.key.purpose.rawValue, example: "PAN_ENCRYPTION", "What the key is for."),
        .member("version", \.key.version, example: "1", "The version, from 1."),
        .member(
            "isActive", \.key.isActive, example: "true",
            "Whether new values are made with it. Every other version only opens values that name it."),
        .member("checkValue", \.key.checkValue.description, example: "a1b2c3d4", "Tells the key from others."),
        .member(
            "createdDate", { Timestamp($0.key.createdAt) }, example: "2026-11-21T09:45:41Z",
            "The time when the version was made."),
    ]
}
