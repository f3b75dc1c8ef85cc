import Foundation
import Identifiers
import Postgres

/// An event that one server has claimed, to send it to one receiver now.
public struct ClaimedWebhook: Sendable {
    public let delivery: WebhookDeliveryID
    public let event: WebhookEventID
    public let subscription: WebhookSubscriptionID
    public let owner: String
    public let subject: String
    public let url: String
    public let dialect: any WebhookDialect
    /// The name of the signer, if the dialect signs a name.
    let signer: String?
    public let signingKey: SigningKey
    /// The bytes are the same at every attempt.
    public let body: [UInt8]
    /// Counted from 1.
    public let attempt: Int
    let failures: Int
    let queuedAt: Date
    /// Real time, because receivers compare it with theirs.
    let claimedAt: Date
    let leasedUntil: Date

    /// How long a claim lasts in real time: longer than an attempt takes. If a server is killed, its events wait this
    /// long.
    public static let leaseSeconds: TimeInterval = 30

    /// What the dialect signs.
    ///
    /// - Parameter url: where it goes.
    func unsigned(to url: WebhookURL) -> UnsignedWebhook {
        UnsignedWebhook(
            event: event, attempt: attempt, url: url, body: body, signingKey: signingKey, signer: signer,
            at: claimedAt)
    }
}

/// The outcome of an attempt.
public struct WebhookAttempt: Sendable {
    public let outcome: WebhookOutcome
    /// Nil if there was no answer.
    public let statusCode: Int?
    public let milliseconds: Int

    public init(_ outcome: WebhookOutcome, statusCode: Int? = nil, milliseconds: Int) {
        self.outcome = outcome
        self.statusCode = statusCode
        self.milliseconds = milliseconds
    }
}

extension Webhooks {
    /// A subscription with events that are due.
    public struct Due: Sendable {
        public let subscription: WebhookSubscriptionID
        /// The number of its lines that no server has claimed.
        public let free: Int
    }

    /// Subscriptions with events that are due. Those in a dialect that this program does not know wait for one that
    /// knows it.
    public func due() async throws(WebhookFailure) -> [Due] {
        try await reading(
            DeliveryStatements.due(
                .timestamp(host.now()), .timestamp(host.realNow()), .textArray(dialects.names)))
    }

    /// Claims the event that a subscription has waited for longest; nil if no unclaimed event is due.
    ///
    /// The caller must record the outcome of the attempt. If it does not do so within ``ClaimedWebhook/leaseSeconds``,
    /// it loses the claim and the event is sent again: delivery is at least once.
    ///
    /// - Throws: `signingKeyDoesNotOpen` if the signing key cannot be opened. That is recorded as an attempt, so the
    ///   event waits like after any other failure, and is given up in the end.
    public func claim(for subscription: WebhookSubscriptionID) async throws(WebhookFailure) -> ClaimedWebhook? {
        let (now, realNow) = (host.now(), host.realNow())
        let leasedUntil = realNow + ClaimedWebhook.leaseSeconds
        let claimed: (DeliveryStatements.Line, DeliveryStatements.First)? =
            try await database.transaction { tx throws(WebhookFailure) in
                let leased = try tx.run(
                    DeliveryStatements.lease(
                        .id(subscription), .timestamp(now), .timestamp(realNow), .timestamp(leasedUntil)))
                guard let line = leased.first else { return nil }
                let found = try tx.commit(DeliveryStatements.first(.text(line.subject), .id(subscription)))
                return found.first.map { (line, $0) }
            }
        guard let (line, first) = claimed else { return nil }
        // ``due()`` leaves such a subscription out.
        guard let dialect = dialects[first.dialect] else { throw .dialectNotKnown(first.dialect) }
        func webhook(signedWith key: SigningKey) -> ClaimedWebhook {
            ClaimedWebhook(
                delivery: first.delivery, event: first.event, subscription: subscription, owner: first.owner,
                subject: line.subject, url: first.url, dialect: dialect, signer: first.signer, signingKey: key,
                body: first.body, attempt: first.attempt, failures: line.failures, queuedAt: first.queuedAt,
                claimedAt: realNow, leasedUntil: leasedUntil)
        }
        do {
            return webhook(signedWith: try host.open(first.sealedKey, of: subscription))
        } catch {
            try await record(WebhookAttempt(.notReached, milliseconds: 0), of: webhook(signedWith: SigningKey([])))
            throw .signingKeyDoesNotOpen(error)
        }
    }

    /// Logs an attempt. If the event was delivered or given up, the line moves on; otherwise the event is tried again
    /// later.
    ///
    /// - Returns: the delivery's status; nil if another server has taken it over, in which case this attempt does not
    ///   count.
    @discardableResult
    public func record(
        _ attempt: WebhookAttempt, of webhook: ClaimedWebhook
    ) async throws(WebhookFailure) -> WebhookStatus? {
        let now = host.now()
        let retry = webhook.dialect.next(afterFailures: webhook.failures + 1, at: now, queuedAt: webhook.queuedAt)
        let status: WebhookStatus =
            attempt.outcome == .delivered ? .delivered : retry == nil ? .dead : .pending
        let recorded = try await writing(
            DeliveryStatements.record(
                .text(webhook.subject), .id(webhook.subscription), .timestamp(webhook.leasedUntil),
                .id(webhook.delivery), .integer(webhook.attempt), .text(status.rawValue),
                .timestamp(status == .pending ? retry : now), .text(attempt.outcome.rawValue),
                .integer(attempt.statusCode.map { Int32(clamping: $0) }), .integer(attempt.milliseconds),
                .timestamp(now), .integer(WebhookDelivery.attemptsKept)))
        return recorded.isEmpty ? nil : status
    }

    /// Gives back a claimed event, to be sent later. It does not count as an attempt. The events behind it in its line
    /// wait too, so the order stays.
    public func postpone(_ webhook: ClaimedWebhook, seconds: Int) async throws(WebhookFailure) {
        _ = try await writing(
            DeliveryStatements.postpone(
                .text(webhook.subject), .id(webhook.subscription), .timestamp(webhook.leasedUntil),
                .id(webhook.delivery), .timestamp(host.now() + TimeInterval(seconds))))
    }

    /// Sends an event again that was delivered or given up. If it is still pending, its next attempt becomes due now.
    public func resend(_ delivery: WebhookDeliveryID, of owner: String) async throws(WebhookFailure) {
        let found = try await writing(
            DeliveryStatements.resend(.id(delivery), .text(owner), .timestamp(host.now())))
        guard !found.isEmpty else { throw .deliveryNotFound }
    }
}
