import Authorizing
import Cards
import CardSecrets

/// One message of a card network, from any of its formats. Values that are not secret are in ``fields``, and may be
/// wrong.
public struct NetworkMessage: Sendable {
    public var fields: MessageFields
    /// The card's number; nil if the text that was sent cannot be one.
    public var pan: PAN?
    /// The printed security code (CVV2, CVC2), as it was sent.
    public var securityCode: String?
    /// A PIN block of ISO 9564-1, format 4, under the zone PIN key.
    public var pinBlock: [UInt8]?
    /// The reference of the token whose number the network has replaced by the card's.
    public var tokenReference: String?
    /// The network's facts about that token. If the issuer has a record of its own, that counts instead: a token is on
    /// the phone before it is reported to the issuer.
    public var token: TokenFacts?

    public init(
        fields: MessageFields, pan: PAN?, securityCode: String? = nil, pinBlock: [UInt8]? = nil,
        tokenReference: String? = nil, token: TokenFacts? = nil
    ) {
        (self.fields, self.pan, self.securityCode) = (fields, pan, securityCode)
        (self.pinBlock, self.tokenReference, self.token) = (pinBlock, tokenReference, token)
    }
}

extension NetworkMessage: Redacted {}

/// The decision about a message.
public struct AnsweredMessage: Sendable {
    public let answer: NetworkAnswer
    /// The authorization that it began or changed; nil if none.
    public let authorization: AuthorizationID?
    /// The findings of all checks. They are not sent to the network, which gets only the answer.
    public let lines: [TraceLine]
    /// Whether the answer repeats that of an earlier message, because this message is the same.
    public let isRepeated: Bool
    /// The card and the customer that it is about, as far as they were found.
    public let subject: Occurrence.Subject

    package init(
        answer: NetworkAnswer, authorization: AuthorizationID?, lines: [TraceLine], isRepeated: Bool,
        card: CardID? = nil, of customer: CustomerID? = nil
    ) {
        (self.answer, self.authorization, self.lines, self.isRepeated) = (answer, authorization, lines, isRepeated)
        subject = Occurrence.Subject(card: card, customer: customer, authorization: authorization)
    }
}
