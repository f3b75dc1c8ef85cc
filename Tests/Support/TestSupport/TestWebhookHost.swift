import Foundation
import Identifiers
import Postgres
import Synchronization
import Webhooks

/// A host for tests of webhooks without a service. It seals a key by putting the subscription's id in front of it, and
/// a body by inverting it behind the event's id. The only owners are `owner` and `other`.
public struct TestWebhookHost: WebhookHost {
    /// Keeps the database until the last host is gone.
    private let scratch: ScratchDatabase
    private let time: @Sendable () -> Date
    private let ids: CountedIDs

    private struct OtherKey: Error {}

    public init(_ scratch: ScratchDatabase, ids: CountedIDs = CountedIDs(), time: @escaping @Sendable () -> Date) {
        (self.scratch, self.ids, self.time) = (scratch, ids, time)
    }

    public func now() -> Date { time() }
    public func realNow() -> Date { time() }
    public func newID<Kind>() -> ID<Kind> { ids.next() }
    public func newSigningKey() -> SigningKey { SigningKey(Array(ids.nextUUID().uuidString.utf8)) }

    public func seal(_ key: SigningKey, of subscription: WebhookSubscriptionID) -> SealedBytes {
        SealedBytes(bytes: Array(subscription.description.utf8) + key.withBytes { $0 }, keyVersion: 1)
    }

    public func open(_ key: SealedBytes, of subscription: WebhookSubscriptionID) throws -> SigningKey {
        let name = Array(subscription.description.utf8)
        guard key.bytes.starts(with: name) else { throw OtherKey() }
        return SigningKey(Array(key.bytes.dropFirst(name.count)))
    }

    public func seal(_ body: [UInt8], of event: WebhookEventID) -> SealedBytes {
        SealedBytes(bytes: Array(event.description.utf8) + body.map { ~$0 }, keyVersion: 1)
    }

    public func open(_ body: SealedBytes, of event: WebhookEventID) throws -> [UInt8] {
        let name = Array(event.description.utf8)
        guard body.bytes.starts(with: name) else { throw OtherKey() }
        return body.bytes.dropFirst(name.count).map { ~$0 }
    }

    public func hold(_ owner: String) -> Query<Bool> { Self.hold(.text(owner)) }

    private static let hold = Statement(
        "test_hold_owner",
        "SELECT true AS is_held FROM pg_advisory_xact_lock(hashtextextended($1, 0)) WHERE $1 IN ('owner', 'other')"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_held") }
}

/// A dialect for tests of webhooks without a service.
public struct TestDialect: WebhookDialect {
    public let name: String

    public init(name: String = "TEST") { self.name = name }

    public func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        [
            ("Test-Signature", attempt.signingKey.signature(of: attempt.body)),
            ("Test-Event", attempt.event.description), ("Test-Attempt", String(attempt.attempt)),
            ("Test-Signer", attempt.signer ?? "nobody"), ("Test-Seconds", String(attempt.seconds)),
        ]
    }
}

/// Makes ids that differ from each other but are the same in every run.
public final class CountedIDs: Sendable {
    private let count = Mutex<UInt32>(0)

    public init() {}

    public func next<Kind>() -> ID<Kind> { ID(rawValue: nextUUID()) }

    fileprivate func nextUUID() -> UUID {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return UUID(uuid: (
            bytes[0], bytes[1], bytes[2], bytes[3], 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0
        ))
    }
}
