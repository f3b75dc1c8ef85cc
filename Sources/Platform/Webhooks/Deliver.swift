import Foundation
import Identifiers
import Postgres
import Validation

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
    let secretUntil: Date?
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

/// The body may be a secret, so it is not printed.
extension ClaimedWebhook: CustomStringConvertible, CustomReflectable {
    public var description: String { "attempt \(attempt) of the delivery \(delivery)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
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
    /// A secret event that is of no use any more is given up here.
    ///
    /// - Throws: `signingKeyDoesNotOpen` if the signing key cannot be opened, and `bodyDoesNotOpen` if a secret body
    ///   cannot. That is recorded as an attempt, so the event waits like after any other failure, and is given up in
    ///   the end.
    public func claim(for subscription: WebhookSubscriptionID) async throws(WebhookFailure) -> ClaimedWebhook? {
        while true {
            let (now, realNow) = (host.now(), host.realNow())
            let leasedUntil = realNow + ClaimedWebhook.leaseSeconds
            guard let (line, first) = try await lease(subscription, at: now, realNow, until: leasedUntil) else {
                return nil
            }
            // ``due()`` leaves such a subscription out.
            guard let dialect = dialects[first.dialect] else { throw .dialectNotKnown(first.dialect) }
            func webhook(_ body: [UInt8], signedWith key: SigningKey) -> ClaimedWebhook {
                ClaimedWebhook(
                    delivery: first.delivery, event: first.event, subscription: subscription, owner: first.owner,
                    subject: line.subject, url: first.url, dialect: dialect, signer: first.signer, signingKey: key,
                    body: body, attempt: first.attempt, failures: line.failures, queuedAt: first.queuedAt,
                    secretUntil: first.secretUntil, claimedAt: realNow, leasedUntil: leasedUntil)
            }
            if let limit = first.secretUntil, limit <= now {
                try await end(webhook([], signedWith: SigningKey([])), as: .dead, after: nil, at: now)
                continue
            }
            do throws(WebhookFailure) {
                return webhook(try body(of: first), signedWith: try signingKey(of: first, subscription))
            } catch {
                try await record(
                    WebhookAttempt(.notReached, milliseconds: 0), of: webhook([], signedWith: SigningKey([])))
                throw error
            }
        }
    }

    private func lease(
        _ subscription: WebhookSubscriptionID, at now: Date, _ realNow: Date, until end: Date
    ) async throws(WebhookFailure) -> (DeliveryStatements.Line, DeliveryStatements.First)? {
        try await database.transaction { tx throws(WebhookFailure) in
            let leased = tx.isOnCluster
                ? try Self.leaseByKey(subscription, at: now, realNow, until: end, in: tx)
                : try tx.run(
                    DeliveryStatements.lease(.id(subscription), .timestamp(now), .timestamp(realNow), .timestamp(end))
                ).first
            guard let line = leased else { return nil }
            let found = try tx.commit(
                DeliveryStatements.first(.text(line.subject), .id(subscription), .timestamp(now)))
            return found.first.map { (line, $0) }
        }
    }

    /// Several servers find the same lines. Each takes the first one that no other server has claimed meanwhile.
    private static func leaseByKey(
        _ subscription: WebhookSubscriptionID, at now: Date, _ realNow: Date, until end: Date,
        in tx: Transaction<WebhookFailure>
    ) throws(WebhookFailure) -> DeliveryStatements.Line? {
        let subjects = try tx.run(
            DeliveryStatements.candidates(.id(subscription), .timestamp(now), .timestamp(realNow)))
        for subject in subjects {
            let leased = try tx.run(
                DeliveryStatements.leaseLine(
                    .text(subject), .id(subscription), .timestamp(now), .timestamp(realNow), .timestamp(end)))
            if let line = leased.first { return line }
        }
        return nil
    }

    private func signingKey(
        of first: DeliveryStatements.First, _ subscription: WebhookSubscriptionID
    ) throws(WebhookFailure) -> SigningKey {
        try translating(WebhookFailure.signingKeyDoesNotOpen) { () throws in
            try host.open(first.sealedKey, of: subscription)
        }
    }

    private func body(of first: DeliveryStatements.First) throws(WebhookFailure) -> [UInt8] {
        guard let version = first.bodyKeyVersion else { return first.body }
        return try translating(WebhookFailure.bodyDoesNotOpen) { () throws in
            try host.open(SealedBytes(bytes: first.body, keyVersion: version), of: first.event)
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
        if attempt.outcome == .delivered { return try await end(webhook, as: .delivered, after: attempt, at: now) }
        let retry = webhook.dialect.next(afterFailures: webhook.failures + 1, at: now, queuedAt: webhook.queuedAt)
        guard let retry, webhook.secretUntil.map({ retry < $0 }) ?? true else {
            return try await end(webhook, as: .dead, after: attempt, at: now)
        }
        return try await move(webhook, to: .pending, after: attempt, at: now, next: retry)
    }

    /// - Parameter attempt: nil if the event is given up without one.
    @discardableResult
    private func end(
        _ webhook: ClaimedWebhook, as status: WebhookStatus, after attempt: WebhookAttempt?, at now: Date
    ) async throws(WebhookFailure) -> WebhookStatus? {
        try await move(webhook, to: status, after: attempt, at: now, next: now)
    }

    /// - Parameter next: when the line goes on.
    private func move(
        _ webhook: ClaimedWebhook, to status: WebhookStatus, after attempt: WebhookAttempt?, at now: Date, next: Date
    ) async throws(WebhookFailure) -> WebhookStatus? {
        let recorded = try await writing(
            DeliveryStatements.record(
                .text(webhook.subject), .id(webhook.subscription), .timestamp(webhook.leasedUntil),
                .id(webhook.delivery), .integer(webhook.attempt), .text(status.rawValue), .timestamp(next),
                .text(attempt?.outcome.rawValue), .integer(attempt?.statusCode.map { Int32(clamping: $0) }),
                .integer(attempt.map { Int32(clamping: $0.milliseconds) }), .timestamp(now),
                .integer(WebhookDelivery.attemptsKept)))
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
    ///
    /// - Throws: `bodyIsRemoved` if it was a secret and is not pending.
    public func resend(_ delivery: WebhookDeliveryID, of owner: String) async throws(WebhookFailure) {
        let found = try await writing(
            DeliveryStatements.resend(.id(delivery), .text(owner), .timestamp(host.now())))
        guard let hasBody = found.first else { throw .deliveryNotFound }
        guard hasBody else { throw .bodyIsRemoved }
    }
}
