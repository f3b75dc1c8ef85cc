import HTTPContract

/// A message that the brand sends to its customer.
public struct CustomerMessageEventBody: Sendable, Hashable, Decodable {
    public var id: String
    public var messageId: String
    public var customerId: String
    public var channel: String
    public var target: String?
    public var code: String?
    public var authenticationEventId: String
    public var purpose: String
    public var merchant: String?
    public var amount: Int?
    public var currencyCode: String?
    public var eventTimestamp: Timestamp
    public var expirationTime: Timestamp

    /// The purpose of a message that confirms a payment; all others have the word of a protected operation.
    public static let paymentPurpose = "PAYMENT"

    public init(
        id: String, messageId: String, customerId: String, channel: String, target: String?, code: String?,
        authenticationEventId: String, purpose: String, merchant: String?, amount: Int?, currencyCode: String?,
        eventTimestamp: Timestamp, expirationTime: Timestamp
    ) {
        (self.id, self.messageId, self.customerId) = (id, messageId, customerId)
        (self.channel, self.target, self.code) = (channel, target, code)
        (self.authenticationEventId, self.purpose) = (authenticationEventId, purpose)
        (self.merchant, self.amount, self.currencyCode) = (merchant, amount, currencyCode)
        (self.eventTimestamp, self.expirationTime) = (eventTimestamp, expirationTime)
    }
}

extension CustomerMessageEventBody: AnswerBody {
    public static let members: [AnswerMember<CustomerMessageEventBody>] = [
        .member(
            "id", \.id, as: .identifier, example: "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21",
            "The event's id, also in `Webhook-Id`. An event that is sent again has the same id."),
        .member(
            "messageId", \.messageId, as: .identifier, example: "3d0f7b5e-52a1-4a53-9d57-0c1f6b8e2a90",
            "The message's id. Send each message once."),
        .member("customerId", \.customerId, example: "10000001", "The customer who gets the message."),
        .member(
            "channel", \.channel, as: .enumeration(Vocabulary.messageChannels), example: "SMS",
            "How the customer gets it."),
        .member(
            "target", \.target, example: "+359 881234567",
            "The whole mobile number or e-mail address; absent for a push, which goes to the customer's devices."),
        .member("code", \.code, isSecret: true, example: "402817", "The code to send; absent for a push."),
        .member(
            "authenticationEventId", \.authenticationEventId, as: .identifier,
            example: "7c5e1b0a-2f6d-4c41-9a3b-5d2e8f1c0b47", "The authentication event of the challenge."),
        .member(
            "purpose", \.purpose, example: "UPDATE_CARD",
            "What the customer confirms: a protected operation, or `PAYMENT`."),
        .member("merchant", \.merchant, example: "Toys & Co", "Only for a payment: who is paid."),
        .member("amount", \.amount, example: "1234", "Only for a payment: the amount, in minor units."),
        .member("currencyCode", \.currencyCode, example: "EUR", "Only for a payment: the amount's currency."),
        .member("eventTimestamp", \.eventTimestamp, example: "2026-11-21T08:45:34Z", "The time of the challenge."),
        .member(
            "expirationTime", \.expirationTime, example: "2026-11-21T08:50:34Z",
            "The time after which the code or the push is of no use."),
    ]
}
