import HTTPContract

/// A claim about a cleared payment.
public struct CreateDisputeBody: RequestBody {
    public var authorizationId: String?
    public var amount: Int?
    public var reason: String?
    public var description: String?

    public init() {}

    public static let members: [BodyMember<CreateDisputeBody>] = [
        .string(
            "authorizationId", \.authorizationId, isRequired: true, pattern: TextForm.identifier,
            example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The payment, by the id of its authorization."),
        .integer(
            "amount", \.amount, in: 1...999_999_999_999, example: "1000",
            "How much of it is disputed, in minor units of the account's currency; all that was cleared, if absent."),
        .enumeration(
            "reason", \.reason, of: Vocabulary.disputeReasons, isRequired: true, example: "NOT_RECEIVED",
            "Why it is disputed."),
        .string(
            "description", \.description, maximumLength: 1000, example: "The parcel has not arrived.",
            "The reason in the customer's words; without a card number."),
    ]
}

/// A file that supports a dispute.
public struct AddEvidenceBody: RequestBody {
    public var fileName: String?
    public var mediaType: String?
    public var content: String?

    public init() {}

    public static let members: [BodyMember<AddEvidenceBody>] = [
        .string(
            "fileName", \.fileName, isRequired: true, maximumLength: 100, pattern: TextForm.fileName,
            example: "receipt.txt", "The file's name, without a path."),
        .enumeration(
            "mediaType", \.mediaType, of: Vocabulary.evidenceTypes, isRequired: true, example: "text/plain",
            "The file's type. Its first bytes must be those of the type."),
        .string(
            "content", \.content, isRequired: true, isSecret: true, pattern: TextForm.base64, example: "UmVjZWlwdA==",
            "The file in Base64: 1 to 262144 bytes, before Base64."),
    ]
}

/// A dispute, and where its money is.
public struct DisputeBody: Sendable, Hashable, Decodable {
    public var id: String
    public var customerId: String
    public var accountId: String
    public var authorizationId: String
    public var cardId: String
    public var status: String
    public var reason: String
    public var description: String?
    /// In minor units of the account's currency, as the next two.
    public var amount: Int
    public var disputedAmount: Int
    public var creditedAmount: Int
    public var currencyCode: String
    /// Absent if nobody has a deadline.
    public var deadline: Timestamp?
    public var creationTime: Timestamp
    public var lastChangeDate: Timestamp
    /// Only where one dispute is asked for, as the next one.
    public var history: [DisputeLineBody]?
    public var evidence: [EvidenceBody]?

    public init(
        id: String, customerId: String, accountId: String, authorizationId: String, cardId: String, status: String,
        reason: String, description: String?, amount: Int, disputedAmount: Int, creditedAmount: Int,
        currencyCode: String, deadline: Timestamp?, creationTime: Timestamp, lastChangeDate: Timestamp
    ) {
        (self.id, self.customerId, self.accountId) = (id, customerId, accountId)
        (self.authorizationId, self.cardId, self.status) = (authorizationId, cardId, status)
        (self.reason, self.description, self.amount) = (reason, description, amount)
        (self.disputedAmount, self.creditedAmount, self.currencyCode) = (disputedAmount, creditedAmount, currencyCode)
        (self.deadline, self.creationTime, self.lastChangeDate) = (deadline, creationTime, lastChangeDate)
    }
}

extension DisputeBody: AnswerBody {
    public static let members: [AnswerMember<DisputeBody>] = [
        .member("id", \.id, as: .identifier, example: "9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90", "The dispute's id."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the card belongs to."),
        .member("accountId", \.accountId, pattern: TextForm.accountID, example: "100000001", "The account's number."),
        .member(
            "authorizationId", \.authorizationId, as: .identifier, example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1",
            "The payment that is disputed."),
        .member(
            "cardId", \.cardId, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.disputeStatuses), example: "CHARGEBACK",
            "How far it is. `WON`, `LOST` and `WITHDRAWN` are final."),
        .member(
            "reason", \.reason, as: .enumeration(Vocabulary.disputeReasons), example: "NOT_RECEIVED",
            "Why it is disputed."),
        .member(
            "description", \.description, example: "The parcel has not arrived.",
            "The reason in the customer's words."),
        .member(
            "amount", \.amount, as: .minorUnits, example: "1000",
            "The claim in minor units of the account's currency."),
        .member(
            "disputedAmount", \.disputedAmount, as: .minorUnits, example: "1000",
            "What is still disputed. Refunds make it less than the claim."),
        .member(
            "creditedAmount", \.creditedAmount, as: .minorUnits, example: "1000",
            "What the customer has got by the dispute. It can be taken back until the end."),
        .member("currencyCode", \.currencyCode, example: "EUR", "The account's currency, ISO 4217."),
        .member(
            "deadline", \.deadline, example: "2026-12-21T08:45:34Z",
            "The end of the time for the next step; absent if nobody has one."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time of the claim."),
        .member("lastChangeDate", \.lastChangeDate, example: "2026-11-21T08:45:34Z", "The time of the last step."),
        .member("history", \.history, "The steps, the first one first; only where one dispute is asked for."),
        .member("evidence", \.evidence, "The files, oldest first; only where one dispute is asked for."),
    ]
}

/// A line of a dispute's history.
public struct DisputeLineBody: Sendable, Hashable, Decodable {
    public var step: String
    public var actor: String
    public var status: String
    public var disputedAmount: Int
    public var note: String?
    public var time: Timestamp

    public init(step: String, actor: String, status: String, disputedAmount: Int, note: String?, time: Timestamp) {
        (self.step, self.actor, self.status) = (step, actor, status)
        (self.disputedAmount, self.note, self.time) = (disputedAmount, note, time)
    }
}

extension DisputeLineBody: AnswerBody {
    public static let members: [AnswerMember<DisputeLineBody>] = [
        .member(
            "step", \.step, as: .enumeration(Vocabulary.disputeSteps), example: "CHARGE_BACK", "What has happened."),
        .member(
            "actor", \.actor, as: .enumeration(Vocabulary.disputeActors), example: "ISSUER", "Who has taken the step."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.disputeStatuses), example: "CHARGEBACK",
            "The status after the step."),
        .member(
            "disputedAmount", \.disputedAmount, as: .minorUnits, example: "1000", "What is disputed after the step."),
        .member("note", \.note, example: "The merchant sent a proof of delivery.", "What was said about it."),
        .member("time", \.time, example: "2026-11-21T08:45:34Z", "The time of the step."),
    ]
}

/// A file about a dispute, without its content.
public struct EvidenceBody: Sendable, Hashable, Decodable {
    public var id: String
    public var actor: String
    public var fileName: String
    public var mediaType: String
    public var size: Int
    public var creationTime: Timestamp

    public init(
        id: String, actor: String, fileName: String, mediaType: String, size: Int, creationTime: Timestamp
    ) {
        (self.id, self.actor, self.fileName) = (id, actor, fileName)
        (self.mediaType, self.size, self.creationTime) = (mediaType, size, creationTime)
    }
}

extension EvidenceBody: AnswerBody {
    public static let members: [AnswerMember<EvidenceBody>] = [
        .member("id", \.id, as: .identifier, example: "4b8d2c6e-7a1f-4e5b-9c3d-0f6a8b7e2d14", "The file's id."),
        .member(
            "actor", \.actor, as: .enumeration(Vocabulary.disputeActors), example: "CUSTOMER", "Who has added it."),
        .member("fileName", \.fileName, example: "receipt.txt", "The file's name."),
        .member(
            "mediaType", \.mediaType, as: .enumeration(Vocabulary.evidenceTypes), example: "text/plain",
            "The file's type."),
        .member("size", \.size, example: "7", "Its size in bytes."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time when it was added."),
    ]
}

/// A file about a dispute.
public struct EvidenceContentBody: Sendable, Hashable, Decodable {
    public var fileName: String
    public var mediaType: String
    public var content: String

    public init(fileName: String, mediaType: String, content: String) {
        (self.fileName, self.mediaType, self.content) = (fileName, mediaType, content)
    }
}

extension EvidenceContentBody: AnswerBody {
    public static let members: [AnswerMember<EvidenceContentBody>] = [
        .member("fileName", \.fileName, example: "receipt.txt", "The file's name."),
        .member(
            "mediaType", \.mediaType, as: .enumeration(Vocabulary.evidenceTypes), example: "text/plain",
            "The file's type."),
        .member(
            "content", \.content, isSecret: true, pattern: TextForm.base64, example: "UmVjZWlwdA==",
            "The file in Base64."),
    ]
}

/// One page of a customer's disputes, newest first.
public struct DisputeListBody: Sendable, Hashable, Decodable {
    public var disputes: [DisputeBody]
    public var meta: CardListBody.Meta

    /// - Parameter query: the query of the request; its `limit` and `offset` determine the page.
    public init(disputes: [DisputeBody], numberOfRecords: Int, answering query: DisputeListQuery) {
        self.disputes = disputes
        meta = CardListBody.Meta(numberOfRecords: numberOfRecords, answering: query)
    }
}

extension DisputeListBody: AnswerBody {
    public static let members: [AnswerMember<DisputeListBody>] = [
        .member("disputes", \.disputes, "The disputes on this page, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

/// Which disputes to list.
public struct DisputeListQuery: PagedQuery {
    public var authorizationId: String?
    public var status: String?
    public var limit = CardListQuery.defaultLimit
    public var offset = 0

    public init() {}

    public static let parameters: [BoundParameter<DisputeListQuery>] = [
        .identifier("authorizationId", \.authorizationId, "Returns only disputes of this payment."),
        .enumeration("status", \.status, of: Vocabulary.disputeStatuses, "Returns only disputes in this status."),
    ] + paging("disputes", "dispute", upTo: 50)
}

/// A dispute is new, or has taken a step.
public struct DisputeEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var timestamp: Timestamp
    public var operationType: String
    public var step: String
    public var actor: String
    public var dispute: DisputeBody

    public init(
        id: String, timestamp: Timestamp, operationType: String, step: String, actor: String, dispute: DisputeBody
    ) {
        (self.id, self.timestamp, self.operationType) = (id, timestamp, operationType)
        (self.step, self.actor, self.dispute) = (step, actor, dispute)
    }
}

extension DisputeEventBody: AnswerBody {
    public static let members: [AnswerMember<DisputeEventBody>] = [
        .member(
            "id", \.id, as: .identifier, example: "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21",
            "The event's id, also in `Webhook-Id`. An event that is sent again has the same id."),
        .member("timestamp", \.timestamp, example: "2026-11-21T08:45:34Z", "The time of the step."),
        .member(
            "operationType", \.operationType, as: .enumeration(Vocabulary.eventOperations), example: "Update",
            "`Create` for a new dispute, `Update` for each later step."),
        .member(
            "step", \.step, as: .enumeration(Vocabulary.disputeSteps), example: "CHARGE_BACK", "What has happened."),
        .member(
            "actor", \.actor, as: .enumeration(Vocabulary.disputeActors), example: "ISSUER", "Who has taken the step."),
        .member("dispute", \.dispute, "The dispute after the step, without its history and its files."),
    ]
}
