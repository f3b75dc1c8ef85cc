import Cards
import CardSecrets
import Foundation
import Postgres

/// An event that one server has taken upon itself to send, now, to one receiver.
public struct ClaimedWebhook: Sendable {
    public let delivery: UUID
    public let event: UUID
    public let subscription: UUID
    public let brand: String
    public let customer: CustomerID
    public let card: CardID
    public let url: String
    public let signingKey: Secret
    /// The same bytes at every attempt.
    public let body: [UInt8]
    /// Counted from 1.
    public let attempt: Int
    let failures: Int
    let queuedAt: Date
    let leasedUntil: Date

    /// Seconds of real time after which another server may take what this one has not recorded: longer than an attempt
    /// takes, and as long as an event is held up by a server that was killed.
    public static let leaseSeconds: TimeInterval = 30
}

/// How an attempt went.
public struct WebhookAttempt: Sendable {
    public let outcome: WebhookOutcome
    /// Where there was an answer.
    public let statusCode: Int?
    public let milliseconds: Int

    public init(_ outcome: WebhookOutcome, statusCode: Int? = nil, milliseconds: Int) {
        self.outcome = outcome
        self.statusCode = statusCode
        self.milliseconds = milliseconds
    }
}

extension Issuing {
    /// A subscription with something due; `free` of it nobody is at, which may be none.
    public struct WebhooksDue: Sendable {
        public let subscription: UUID
        public let free: Int
    }

    public func webhooksDue() async throws(IssuingFailure) -> [WebhooksDue] {
        try await reading(WebhookDeliveryStatements.due(.timestamp(clock.now()), .timestamp(clock.realNow())))
    }

    /// Takes what a subscription has waited for longest, or nil where nothing is due that nobody is at.
    ///
    /// Whoever takes it must record how it went. Who does not within ``ClaimedWebhook/leaseSeconds`` has lost it, and
    /// it is sent again: at least once.
    public func claimWebhook(for subscription: UUID) async throws(IssuingFailure) -> ClaimedWebhook? {
        let realNow = clock.realNow()
        let leasedUntil = realNow + ClaimedWebhook.leaseSeconds
        let claimed: (WebhookDeliveryStatements.Line, WebhookDeliveryStatements.First)? =
            try await database.transaction { tx throws(IssuingFailure) in
                let leased = try tx.run(
                    WebhookDeliveryStatements.lease(
                        .uuid(subscription), .timestamp(clock.now()), .timestamp(realNow), .timestamp(leasedUntil)))
                guard let line = leased.first else { return nil }
                let found = try tx.commit(
                    WebhookDeliveryStatements.first(
                        .bigint(line.customer.rawValue), .uuid(subscription), .uuid(line.card.rawValue)))
                return found.first.map { (line, $0) }
            }
        guard let (line, first) = claimed else { return nil }
        let key = try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.open(first.sealedKey, at: Self.place(ofKeyOf: subscription))
        }
        return ClaimedWebhook(
            delivery: first.delivery, event: first.event, subscription: subscription, brand: first.brand,
            customer: line.customer, card: line.card, url: first.url, signingKey: key, body: first.body,
            attempt: first.attempt, failures: line.failures, queuedAt: first.queuedAt, leasedUntil: leasedUntil)
    }

    /// Logs an attempt, and lets the line go on if it was delivered or is given up, else tries it again later.
    ///
    /// - Returns: where the delivery stands; nil where somebody took it over meanwhile, and this attempt counts for
    ///   nothing.
    @discardableResult
    public func record(
        _ attempt: WebhookAttempt, of webhook: ClaimedWebhook
    ) async throws(IssuingFailure) -> WebhookStatus? {
        let now = clock.now()
        let retry = WebhookRetry.next(afterFailures: webhook.failures + 1, at: now, queuedAt: webhook.queuedAt)
        let status: WebhookStatus =
            attempt.outcome == .delivered ? .delivered : retry == nil ? .dead : .pending
        let recorded = try await writing(
            WebhookDeliveryStatements.record(
                .bigint(webhook.customer.rawValue), .uuid(webhook.subscription), .uuid(webhook.card.rawValue),
                .timestamp(webhook.leasedUntil), .uuid(webhook.delivery), .integer(webhook.attempt),
                .text(status.rawValue), .timestamp(status == .pending ? retry : now),
                .text(attempt.outcome.rawValue), .integer(attempt.statusCode.map { Int32(clamping: $0) }),
                .integer(attempt.milliseconds), .timestamp(now),
                .integer(WebhookDelivery.attemptsKept)))
        return recorded.isEmpty ? nil : status
    }

    /// Gives back what was claimed, to be sent so much later by the service's clock; nothing counts as tried. What
    /// waits behind it waits as well, so the order of a card's events stays.
    public func postpone(_ webhook: ClaimedWebhook, seconds: Int) async throws(IssuingFailure) {
        _ = try await writing(
            WebhookDeliveryStatements.postpone(
                .bigint(webhook.customer.rawValue), .uuid(webhook.subscription), .uuid(webhook.card.rawValue),
                .timestamp(webhook.leasedUntil), .uuid(webhook.delivery),
                .timestamp(clock.now() + TimeInterval(seconds))))
    }

    /// Sends again what was delivered or given up; what is on its way has its next attempt now.
    public func resendWebhook(_ delivery: UUID, of brand: String) async throws(IssuingFailure) {
        let found = try await writing(
            WebhookDeliveryStatements.resend(.uuid(delivery), .text(brand), .timestamp(clock.now())))
        guard !found.isEmpty else { throw .refused(.webhook(.deliveryNotFound)) }
    }
}
