import HTTPContract

// What the service sends to its subscribers. The statements of the outbox write these bodies; tests hold what is really
// sent against these declarations.

/// A card has another status.
public struct CardStatusEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var cardId: String
    public var customerId: String
    public var oldStatus: String
    public var newStatus: String
    public var statusReason: String?
    public var eventTimestamp: Timestamp
}

extension CardStatusEventBody: AnswerBody {
    public static let members: [AnswerMember<CardStatusEventBody>] = [
        .eventID(\.id), .cardID(\.cardId), .customerID(\.customerId),
        .member(
            "oldStatus", \.oldStatus, as: .enumeration(Vocabulary.cardStatuses), example: "ACTIVE",
            "The status before the change."),
        .member(
            "newStatus", \.newStatus, as: .enumeration(Vocabulary.cardStatuses), example: "LOCKED",
            "The status after it."),
        .member("statusReason", \.statusReason, example: "Mislaid", "The reason, if there is one."),
        .time(\.eventTimestamp),
    ]
}

/// A card is on its way into a wallet, has arrived there, or was refused by the wallet's network.
public struct CardTokenizationEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var cardId: String
    public var customerId: String
    public var walletType: String
    public var deviceId: String?
    public var eventTimestamp: Timestamp
    public var enrollmentStatus: String
}

extension CardTokenizationEventBody: AnswerBody {
    public static let members: [AnswerMember<CardTokenizationEventBody>] = [
        .eventID(\.id), .cardID(\.cardId), .customerID(\.customerId),
        .member(
            "walletType", \.walletType, as: .enumeration(Vocabulary.eventWallets), example: "GOOGLE",
            "The wallet's type."),
        .member("deviceId", \.deviceId, example: "WNkcsfZPiKfa5PrH3jilkQYT", "The device, if the request named it."),
        .time(\.eventTimestamp),
        .member(
            "enrollmentStatus", \.enrollmentStatus, as: .enumeration(Vocabulary.enrollmentStatuses),
            example: "ENROLLMENT_SUCCESSFUL", "The step of the tokenization."),
    ]
}

/// A card's token in a wallet follows its card.
public struct CardTokenEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var cardId: String
    public var customerId: String
    public var result: String
    public var tokenAction: String
    public var eventId: String
    public var eventTimestamp: Timestamp
}

extension CardTokenEventBody: AnswerBody {
    public static let members: [AnswerMember<CardTokenEventBody>] = [
        .eventID(\.id), .cardID(\.cardId), .customerID(\.customerId),
        .member("result", \.result, as: .enumeration(["SUCCESS"]), example: "SUCCESS", "The outcome."),
        .member(
            "tokenAction", \.tokenAction, as: .enumeration(Vocabulary.tokenActions), example: "TOKEN_FROZEN",
            "What was done to the token."),
        .member("eventId", \.eventId, as: .identifier, example: exampleEventID, "The same as `id`."),
        .time(\.eventTimestamp),
    ]
}

private let exampleEventID = "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21"

extension AnswerMember {
    fileprivate static func eventID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member(
            "id", value, as: .identifier, example: exampleEventID,
            "The event's id, also in `Webhook-Id`. An event that is sent again has the same id.")
    }

    fileprivate static func cardID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member(
            "cardId", value, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card that the event is about.")
    }

    fileprivate static func customerID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member("customerId", value, example: "10000001", "The customer that the card belongs to.")
    }

    fileprivate static func time(_ value: @escaping @Sendable (Body) -> Timestamp) -> AnswerMember {
        .member("eventTimestamp", value, example: "2026-11-21T08:45:34Z", "The time of the change.")
    }
}
