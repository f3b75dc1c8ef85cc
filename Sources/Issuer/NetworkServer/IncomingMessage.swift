import Authorizing
import CardSecrets
import Issuing

/// A message as an acquirer sends it: for a card, or for a token that stands for a card.
public struct IncomingMessage: Sendable {
    /// The message. For a token, its number is the token's until the network has replaced it.
    public var message: NetworkMessage
    /// Nil if the number is a card's.
    public var token: PresentedCryptogram?

    public init(message: NetworkMessage, token: PresentedCryptogram? = nil) {
        (self.message, self.token) = (message, token)
    }
}

extension IncomingMessage: Redacted {}

/// The data that comes with the number of a token. It proves that the phone has the token's key, and that the payment
/// is new.
public struct PresentedCryptogram: Sendable {
    /// The user of the token, according to the merchant; nil if the merchant does not say.
    public var requestorID: String?
    /// Nil in a message that carries none, such as a reversal.
    public var bytes: [UInt8]?

    public init(requestorID: String? = nil, bytes: [UInt8]? = nil) {
        (self.requestorID, self.bytes) = (requestorID, bytes)
    }
}

extension PresentedCryptogram: Redacted {}

/// Answers the messages of a card network. The listeners for JSON and for ISO 8583 use the same desk.
///
/// A card service alone answers messages for cards. A network in front replaces the number of a token by the card's.
public protocol NetworkDesk: Sendable {
    /// - Throws: if no decision could be made. The same message may be sent again.
    func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage

    /// The card that a payment with a number is charged to, for 3-D Secure; nil if there is none.
    ///
    /// - Parameter isToken: whether the number stands for a card, and is not a card's own.
    func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard?
}

/// An issuer without a network in front: the number of a token belongs to no card.
extension Issuing: NetworkDesk {
    public func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
        try await authorize(incoming.message)
    }

    public func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
        isToken ? nil : try await chargedCard(number)
    }
}
