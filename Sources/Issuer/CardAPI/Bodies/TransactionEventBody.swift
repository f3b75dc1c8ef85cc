import HTTPContract

/// A transaction is new, or has another status.
public struct TransactionEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var timestamp: Timestamp
    public var operationType: String
    public var transaction: TransactionBody

    public init(id: String, timestamp: Timestamp, operationType: String, transaction: TransactionBody) {
        (self.id, self.timestamp) = (id, timestamp)
        (self.operationType, self.transaction) = (operationType, transaction)
    }
}

extension TransactionEventBody: AnswerBody {
    public static let members: [AnswerMember<TransactionEventBody>] = [
        .member(
            "id", \.id, as: .identifier, example: "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21",
            "The event's id, also in `Webhook-Id`. An event that is sent again has the same id."),
        .member("timestamp", \.timestamp, example: "2026-11-21T08:45:34Z", "The time of the change."),
        .member(
            "operationType", \.operationType, as: .enumeration(Vocabulary.eventOperations), example: "Create",
            "`Create` for a new transaction, `Update` for a new status."),
        .member(
            "transaction", \.transaction,
            "The transaction after the change; of an `Update` only what has changed, besides the required members."),
    ]
}
