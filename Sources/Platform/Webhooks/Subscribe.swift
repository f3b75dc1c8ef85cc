import Foundation
import Identifiers
import Postgres
import Validation

/// The subscription of a URL to one type of event.
public struct WebhookSubscription: Equatable, Sendable {
    public let id: WebhookSubscriptionID
    public let eventType: String
    public let url: String
    public let createdAt: Date
}

extension Webhooks {
    /// Subscribes a URL to an owner's events of one type, starting with the next such event.
    ///
    /// - Parameters:
    ///   - signingKey: the key that signs the requests; if nil, a new one.
    ///   - told: what the caller writes about the subscription in the same transaction.
    /// - Returns: the subscription and its key, which is shown only this once.
    public func subscribe(
        _ owner: String, to eventType: String, at url: WebhookURL, signingKey: SigningKey?,
        in dialect: any WebhookDialect, telling told: (WebhookSubscription) -> Query<Void>? = { _ in nil }
    ) async throws(WebhookFailure) -> (subscription: WebhookSubscription, signingKey: SigningKey) {
        let (subscription, key, add) = subscribing(
            owner, to: eventType, at: url, signingKey: signingKey, in: dialect)
        let event = told(subscription)
        try await database.transaction { tx throws(WebhookFailure) in
            let (owners, counts) = try tx.run(host.hold(owner), count(of: owner))
            guard !owners.isEmpty else { throw .ownerNotFound }
            guard counts[0] < subscriptionLimit else { throw .subscriptionLimitReached }
            _ = try tx.commit(add, event)
        }
        return (subscription, key)
    }

    /// The same for a caller with a transaction of its own, which must hold the owner and count first.
    package func subscribing(
        _ owner: String, to eventType: String, at url: WebhookURL, signingKey: SigningKey?,
        in dialect: any WebhookDialect
    ) -> (subscription: WebhookSubscription, signingKey: SigningKey, add: Query<Void>) {
        let subscription = WebhookSubscription(
            id: host.newID(), eventType: eventType, url: url.text, createdAt: host.now())
        let key = signingKey ?? host.newSigningKey()
        let sealed = host.seal(key, of: subscription.id)
        let add = SubscriptionStatements.add(
            .id(subscription.id), .text(owner), .text(eventType), .text(subscription.url),
            .bytes(sealed.bytes), .integer(sealed.keyVersion), .timestamp(subscription.createdAt),
            .text(dialect.name))
        return (subscription, key, add)
    }

    /// Sends the events of a subscription, also those that wait, to another URL, signed with another key.
    package func readdressing(
        _ subscription: WebhookSubscriptionID, of owner: String, to url: WebhookURL, signingKey: SigningKey
    ) -> Query<Void> {
        let sealed = host.seal(signingKey, of: subscription)
        return SubscriptionStatements.readdress(
            .id(subscription), .text(owner), .text(url.text), .bytes(sealed.bytes), .integer(sealed.keyVersion))
    }

    /// The subscriptions of an owner that have a URL, for a transaction of the caller.
    package func list(of owner: String) -> Query<WebhookSubscription> { SubscriptionStatements.list(.text(owner)) }

    /// Subscribes an owner to its events of one type that have an address of their own. If it is subscribed already,
    /// the subscription and its key stay.
    ///
    /// - Parameters:
    ///   - signer: the name of the signer, if the dialect signs a name.
    ///   - now: when it begins. It need not be the present: the caller may be about to set its clock.
    package func subscribingToAddressedEvents(
        _ owner: String, of eventType: String, signingKey: SigningKey, in dialect: any WebhookDialect,
        as signer: String? = nil, at now: Date
    ) -> Query<Void> {
        let id: WebhookSubscriptionID = host.newID()
        let sealed = host.seal(signingKey, of: id)
        return SubscriptionStatements.addWithoutURL(
            .id(id), .text(owner), .text(eventType), .bytes(sealed.bytes), .integer(sealed.keyVersion),
            .timestamp(now), .text(dialect.name), .text(signer))
    }

    /// The key of ``subscribingToAddressedEvents(_:of:signingKey:in:as:at:)``; nil if the owner has no such
    /// subscription.
    package func signingKeyOfAddressedEvents(
        _ owner: String, of eventType: String
    ) async throws(WebhookFailure) -> SigningKey? {
        let found = try await reading(SubscriptionStatements.keyWithoutURL(.text(owner), .text(eventType)))
        guard let (id, key) = found.first else { return nil }
        return try translating(WebhookFailure.signingKeyDoesNotOpen) { () throws in
            try host.open(key, of: id)
        }
    }

    /// How many subscriptions an owner has.
    package func count(of owner: String) -> Query<Int> { SubscriptionStatements.count(.text(owner)) }

    /// Ends a subscription. Finds no row if there is none.
    package func ending(_ subscription: WebhookSubscriptionID?, of owner: String) -> Query<Bool> {
        SubscriptionStatements.end(.id(subscription), .text(owner), .timestamp(host.now()))
    }

    /// Throws early if an owner has no room for another subscription, before the URL's host is looked up.
    /// ``subscribe(_:to:at:signingKey:in:)`` counts again, exactly.
    public func requireRoomForSubscription(of owner: String) async throws(WebhookFailure) {
        let counts = try await reading(SubscriptionStatements.count(.text(owner)))
        guard counts.allSatisfy({ $0 < subscriptionLimit }) else { throw .subscriptionLimitReached }
    }

    /// An owner's subscriptions that have a URL, newest first.
    public func subscriptions(of owner: String) async throws(WebhookFailure) -> [WebhookSubscription] {
        try await reading(SubscriptionStatements.list(.text(owner)))
    }

    /// Ends a subscription: no more events are sent to it, and its waiting events are removed later.
    ///
    /// - Parameter event: what the caller writes about it in the same transaction.
    public func unsubscribe(
        _ owner: String, from subscription: WebhookSubscriptionID, telling event: Query<Void>? = nil
    ) async throws(WebhookFailure) {
        try await database.transaction { tx throws(WebhookFailure) in
            guard try !tx.run(ending(subscription, of: owner)).isEmpty else { throw .subscriptionNotFound }
            _ = try tx.commit(event)
        }
    }
}
