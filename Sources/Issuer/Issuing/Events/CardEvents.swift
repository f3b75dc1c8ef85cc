import CardAPI
import Cards
import Foundation
import HTTPContract
import Identifiers
import Postgres
import Validation
import Webhooks

/// Who hears of a card: its brand, by the events that it subscribes to, and the network's token service. They are read
/// in the statement that locks the card, so nothing is prepared for those who do not hear it.
package struct CardAudience: Sendable {
    /// Nil if the brand subscribes to no event about cards.
    let brand: String?
    private let events: Set<WebhookEvent>
    /// Nil if the network's token service has no address.
    let tokenService: TokenServiceAddress?

    func hears(_ event: WebhookEvent) -> Bool { events.contains(event) }

    /// Whether anyone hears what happens to the card's tokens, when they follow the card.
    var followsTokens: Bool { hears(.token) || tokenService != nil }

    /// The brand and its events, and the network, for a row with `program_name` and `scheme`.
    static func column(of row: String) -> String {
        """
        coalesce((
            SELECT heard.owner::text || array_agg(heard.event_type::text)
            FROM program JOIN webhook_subscription heard ON heard.owner = program.brand AND heard.ended_at IS NULL
            WHERE program.program_name = \(row).program_name
              AND heard.event_type IN (\(types.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
            GROUP BY heard.owner), '{}') AS audience,
        CASE WHEN \(TokenServiceAddress.isKnown(of: "\(row).scheme")) THEN \(row).scheme END AS token_service
        """
    }

    private static let types: [WebhookEvent] = [.cardStatus, .tokenization, .token]

    init(reading row: inout Row) throws(PostgresFailure) {
        let words = try row.textArray("audience")
        brand = words.first
        events = Set(words.dropFirst().compactMap(WebhookEvent.init(rawValue:)))
        tokenService = try row.optionalText("token_service", as: Program.Scheme.self).map(TokenServiceAddress.init)
    }
}

/// A change of a card, or of a token of it, that an event tells.
struct CardChange: Sendable {
    enum Content: Sendable {
        case status(from: CardStatus, to: CardStatus, reason: String?)
        case tokenization(TokenizationChange, WalletType, device: String?)
        /// - Parameter token: the network's reference, if the network must do the same; nil if it has done so already.
        case token(TokenizationChange, token: String?)
    }

    let card: CardID
    let customer: CustomerID
    /// Counts the changes of the card's status, or those of its tokens, from 1.
    let number: Int
    let content: Content
    let time: Date

    var event: WebhookEvent {
        switch content {
        case .status: .cardStatus
        case .tokenization: .tokenization
        case .token: .token
        }
    }

    /// The same change always has the same id.
    var webhookEvent: NewWebhookEvent {
        let id = Webhooks.id("\(event.rawValue) \(card) \(number)")
        return NewWebhookEvent(id: id, number: Int64(number), type: event.rawValue, body: body(id.description))
    }

    private func body(_ id: String) -> String {
        let (card, customer, time) = (card.description, customer.description, Timestamp(time))
        return switch content {
        case .status(let from, let to, let reason):
            CardStatusEventBody(
                id: id, cardId: card, customerId: customer, oldStatus: from.rawValue, newStatus: to.rawValue,
                statusReason: reason, eventTimestamp: time
            ).jsonText
        case .tokenization(let step, let wallet, let device):
            CardTokenizationEventBody(
                id: id, cardId: card, customerId: customer, walletType: wallet.eventWord, deviceId: device,
                eventTimestamp: time, enrollmentStatus: step.rawValue
            ).jsonText
        case .token(let action, _):
            CardTokenEventBody(
                id: id, cardId: card, customerId: customer, result: "SUCCESS", tokenAction: action.rawValue,
                eventId: id, eventTimestamp: time
            ).jsonText
        }
    }
}

extension WalletType {
    /// The word of the events, which is not that of the requests.
    fileprivate var eventWord: String {
        switch self {
        case .apple: "APPLE"
        case .google: "GOOGLE"
        case .samsung: "SAMSUNG"
        }
    }
}

/// Events about cards and their tokens. They are queued in the transaction that changes the card, while the card is
/// locked.
extension Issuing {
    /// Tells the brand about changes of a card, as far as it subscribes to them.
    func telling(_ changes: [CardChange], to audience: CardAudience) -> Query<Void>? {
        telling(changes.map { ($0, audience) })
    }

    /// The same for several cards.
    func telling(_ changes: [(change: CardChange, audience: CardAudience)]) -> Query<Void>? {
        var events: [(owner: String, subject: String, event: NewWebhookEvent)] = []
        for (change, audience) in changes {
            let subject = EventSubject(.card(change.card), of: change.customer).text
            if audience.hears(change.event), let brand = audience.brand {
                events.append((brand, subject, change.webhookEvent))
            }
            if let service = audience.tokenService, let order = TokenOrder(change) {
                events.append((service.owner, subject, order.webhookEvent))
            }
        }
        return webhooks.queueing(events, at: changes.first?.change.time)
    }

    /// Commits changes of a card's tokens together with the other queries. If the brand subscribes, this takes a round
    /// trip more, because the statement numbers the changes.
    func commit<each Other>(
        _ changes: Query<TokenChange>, _ event: WebhookEvent, of held: CardStatements.Held,
        in tx: Transaction<IssuingFailure>, with other: repeat Query<each Other>?
    ) throws(IssuingFailure) {
        guard held.audience.hears(event) else {
            _ = try tx.commit(changes, repeat each other)
            return
        }
        let done = try tx.run(changes, repeat each other)
        _ = try tx.commit(telling(done.0.map { $0.told(as: event) }, to: held.audience))
    }
}
