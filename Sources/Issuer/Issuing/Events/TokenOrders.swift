import Cards
import Foundation
import HTTPContract
import Identifiers
import Validation
import Webhooks

/// Where a network's token service hears what happens to tokens: a subscription that belongs to no brand.
struct TokenServiceAddress: Sendable {
    let network: Program.Scheme

    init(_ network: Program.Scheme) { self.network = network }

    var owner: String { "network \(network.rawValue)" }

    static let eventType = "TOKEN_SERVICE"

    /// The condition that a network's token service has an address.
    ///
    /// - Parameter scheme: an SQL expression.
    static func isKnown(of scheme: String) -> String {
        """
        EXISTS (SELECT FROM webhook_subscription service
                WHERE service.owner = 'network ' || \(scheme) AND service.event_type = '\(eventType)'
                  AND service.ended_at IS NULL)
        """
    }
}

/// What a network must do with a token, because its card has changed. The same order always has the same reference, so
/// the network does it once, however often it hears of it.
struct TokenOrder: Sendable {
    private let token: String
    private let event: TokenEvent
    private let change: CardChange

    /// Nil if the network need not do anything.
    init?(_ change: CardChange) {
        guard case .token(let word, let token?) = change.content else { return nil }
        switch word {
        case .suspended: event = .suspend
        // The new card is not locked, and the old one was.
        case .resumed, .reissued: event = .resume
        case .deleted: event = .delete
        case .initiated, .failed, .completed: return nil
        }
        (self.token, self.change) = (token, change)
    }

    var webhookEvent: NewWebhookEvent {
        let id = Webhooks.id("token order \(change.card) \(change.number)")
        let body = TokenOrderBody(
            reference: id.description, tokenReference: token, action: event.rawValue,
            requestedAt: Self.time(change.time))
        return NewWebhookEvent(
            id: id, number: Int64(change.number), type: TokenServiceAddress.eventType, body: body.jsonText)
    }
}

extension TokenOrder {
    /// With the milliseconds, which other times on the wire do not have: the network puts the orders about a token into
    /// their order by it, and a card can be locked and replaced in one second.
    private static func time(_ date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let second = Timestamp(Date(timeIntervalSince1970: milliseconds / 1000))
        let rest = milliseconds - Double(second.secondsSince1970) * 1000
        let digits = String(1000 + (Int(exactly: rest) ?? 0)).suffix(3)
        return "\(second.description.dropLast()).\(digits)Z"
    }
}

/// An order to a token service in JSON.
private struct TokenOrderBody: AnswerBody {
    let reference: String
    let tokenReference: String
    let action: String
    let requestedAt: String

    static let members: [AnswerMember<TokenOrderBody>] = [
        .member(
            "reference", \.reference, as: .identifier, example: "c2f0e6a4-1d0a-8b3b-9a55-6f0d4e8b9c21",
            "The same at every attempt. The network counts it once."),
        .member(
            "tokenReference", \.tokenReference, example: "DNITHE41493306176949492327766247",
            "The network's reference of the token."),
        .member(
            "action", \.action, as: .enumeration(TokenEvent.allCases.map(\.rawValue)), example: "SUSPEND",
            "What the network must do with the token."),
        .member(
            "requestedAt", \.requestedAt, example: "2026-11-21T09:45:41.125Z",
            "When the card has changed, with milliseconds. After a later order about the token, an earlier one has no "
                + "effect."),
    ]
}
