import Foundation
import Identifiers
import Postgres
import Validation

/// Sends events to subscribers over HTTP. It holds the subscriptions, the waiting events of each, and the delivery log.
///
/// An event belongs to an owner, who subscribes, and is about a subject. Both are texts whose meaning only the host
/// knows. Events about one subject arrive in order; events about different subjects do not wait for each other.
public struct Webhooks: Sendable {
    let database: Database
    let host: any WebhookHost
    /// How many subscriptions an owner may have at a time.
    let subscriptionLimit: Int
    /// Those of the subscriptions whose events this program sends.
    private(set) var dialects: KnownDialects

    public init(
        database: Database, host: any WebhookHost, subscriptionLimit: Int, dialects: [any WebhookDialect]
    ) {
        self.database = database
        self.host = host
        self.subscriptionLimit = subscriptionLimit
        self.dialects = KnownDialects(dialects)
    }

    /// The same for a program that knows further dialects.
    public func knowing(_ further: [any WebhookDialect]) -> Webhooks {
        var webhooks = self
        webhooks.dialects = dialects.adding(further)
        return webhooks
    }

    /// All statements, for the tests that prepare each one and read its plan.
    package static var statements: [AnyStatement] {
        SubscriptionStatements.all + QueueStatements.all + DeliveryStatements.all + DeliveryLogStatements.all
    }

    func reading<Output>(_ query: Query<Output>) async throws(WebhookFailure) -> [Output] {
        try await translating(WebhookFailure.database) { () async throws(PostgresFailure) in
            try await database.read(query)
        }
    }

    /// Reads the page of a list, perhaps from a standby. Nothing may be decided by it.
    func listing<Output>(_ query: Query<Output>) async throws(WebhookFailure) -> [Output] {
        try await translating(WebhookFailure.database) { () async throws(PostgresFailure) in
            try await database.list(query)
        }
    }

    func writing<Output>(_ query: Query<Output>) async throws(WebhookFailure) -> [Output] {
        try await translating(WebhookFailure.database) { () async throws(PostgresFailure) in
            try await database.write(query)
        }
    }
}

/// The functions that the service must provide for its webhooks.
public protocol WebhookHost: Sendable {
    /// The time that retries and retention follow.
    func now() -> Date
    /// Real time, which leases follow even when ``now()`` stands still.
    func realNow() -> Date
    func newID<Kind>() -> ID<Kind>
    /// 32 random bytes.
    func newSigningKey() -> SigningKey
    func seal(_ key: SigningKey, of subscription: WebhookSubscriptionID) -> SealedBytes
    /// - Throws: if the key was not sealed for this subscription or its sealing key is missing.
    func open(_ key: SealedBytes, of subscription: WebhookSubscriptionID) throws -> SigningKey
    /// Encrypts the body of a secret event, so that it opens for this event only.
    func seal(_ body: [UInt8], of event: WebhookEventID) -> SealedBytes
    /// - Throws: if the body was not sealed for this event or its sealing key is missing.
    func open(_ body: SealedBytes, of event: WebhookEventID) throws -> [UInt8]
    /// Locks an owner until the transaction ends. Finds no row if there is no such owner.
    func hold(_ owner: String) -> Query<Bool>
}
