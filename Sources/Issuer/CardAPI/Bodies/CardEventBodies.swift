import HTTPContract

// The bodies of the events that the service sends to its subscribers.

/// A card has another status.
public struct CardStatusEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var cardId: String
    public var customerId: String
    public var oldStatus: String
    public var newStatus: String
    public var statusReason: String?
    public var eventTimestamp: Timestamp

    public init(
        id: String, cardId: String, customerId: String, oldStatus: String, newStatus: String, statusReason: String?,
        eventTimestamp: Timestamp
    ) {
        (self.id, self.cardId, self.customerId) = (id, cardId, customerId)
        (self.oldStatus, self.newStatus, self.statusReason) = (oldStatus, newStatus, statusReason)
        self.eventTimestamp = eventTimestamp
    }
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

    public init(
        id: String, cardId: String, customerId: String, walletType: String, deviceId: String?,
        eventTimestamp: Timestamp, enrollmentStatus: String
    ) {
        (self.id, self.cardId, self.customerId) = (id, cardId, customerId)
        (self.walletType, self.deviceId) = (walletType, deviceId)
        (self.eventTimestamp, self.enrollmentStatus) = (eventTimestamp, enrollmentStatus)
    }
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

    public init(
        id: String, cardId: String, customerId: String, result: String, tokenAction: String, eventId: String,
        eventTimestamp: Timestamp
    ) {
        (self.id, self.cardId, self.customerId) = (id, cardId, customerId)
        (self.result, self.tokenAction, self.eventId) = (result, tokenAction, eventId)
        self.eventTimestamp = eventTimestamp
    }
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

/// A payment was decided otherwise than the partner has answered.
public struct CardAuthorizationEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var cardId: String
    public var customerId: String
    public var eventTimestamp: Timestamp
    public var questionId: String
    public var partnerAnswer: String
    public var decidedBy: String
    public var responseCode: String
    public var authorization: AuthorizationBody

    public init(
        id: String, cardId: String, customerId: String, eventTimestamp: Timestamp, questionId: String,
        partnerAnswer: String, decidedBy: String, responseCode: String, authorization: AuthorizationBody
    ) {
        (self.id, self.cardId, self.customerId, self.eventTimestamp) = (id, cardId, customerId, eventTimestamp)
        (self.questionId, self.partnerAnswer, self.decidedBy) = (questionId, partnerAnswer, decidedBy)
        (self.responseCode, self.authorization) = (responseCode, authorization)
    }
}

extension CardAuthorizationEventBody: AnswerBody {
    public static let members: [AnswerMember<CardAuthorizationEventBody>] = [
        .eventID(\.id), .cardID(\.cardId), .customerID(\.customerId), .time(\.eventTimestamp),
        .member(
            "questionId", \.questionId, as: .identifier, example: "7c5e1b0a-2f6d-8c41-9a3b-5d2e8f1c0b47",
            "The question that the partner was asked. It is too late to answer it."),
        .member(
            "partnerAnswer", \.partnerAnswer, as: .enumeration(Vocabulary.partnerAnswers), example: "TIMED_OUT",
            "What the partner has answered in time, or why that is not known."),
        .member(
            "decidedBy", \.decidedBy, as: .enumeration(Vocabulary.deciders), example: "STAND_IN",
            "STAND_IN: the rule for a partner that does not answer. ISSUER: another check. "
                + "NETWORK: the network has reported the payment meanwhile."),
        .member(
            "responseCode", \.responseCode, pattern: TextForm.responseCode, example: "91",
            "The answer to the merchant: two characters of ISO 8583, field 39. `00` and `10` are approvals."),
        .member("authorization", \.authorization, "The authorization as it is now."),
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
