import Postgres
import Webhooks

/// A change of a payment that has just been decided.
public struct AnnouncedChange: Sendable {
    /// Nil for a new payment.
    public let before: Payment?
    public let payment: Payment
    /// The steps of the change: a capture, a void, a refund.
    public let steps: [PaymentStep]
}

/// Turns a change of a payment into a gateway's webhook events. Each gateway conforms.
public protocol PaymentAnnouncer: Sendable {
    /// The events of a change, in their order; it may be asked again about the same change.
    func events(of change: AnnouncedChange) -> [NewWebhookEvent]
}

/// Queues the webhooks about payments, each in the transaction of its change. The payments of a gateway without an
/// announcer have none.
public struct PaymentOutbox: Sendable {
    public let webhooks: Webhooks
    private let announcers: [Gateway: any PaymentAnnouncer]

    public init(_ webhooks: Webhooks, _ announcers: [Gateway: any PaymentAnnouncer]) {
        (self.webhooks, self.announcers) = (webhooks, announcers)
    }

    /// The owner, in ``Webhooks``, of the events of a merchant's payments at a gateway.
    public static func owner(_ merchant: MerchantID, at gateway: Gateway) -> String { "\(gateway)/\(merchant)" }

    /// The caller holds the payment's lock, or has just made the payment.
    func announcing(_ change: AnnouncedChange) -> Query<Void>? {
        let payment = change.payment
        guard let announcer = announcers[payment.gateway] else { return nil }
        return webhooks.queueing(
            announcer.events(of: change), of: Self.owner(payment.merchant, at: payment.gateway),
            about: "\(payment.merchant)/\(payment.id)")
    }
}

extension Payments {
    func announcing(_ payment: Payment, before: Payment?, _ steps: [PaymentStep] = []) -> Query<Void>? {
        outbox?.announcing(AnnouncedChange(before: before, payment: payment, steps: steps))
    }
}
