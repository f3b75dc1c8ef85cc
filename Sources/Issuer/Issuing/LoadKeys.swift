import CardSecrets
import Foundation
import Postgres
import Validation

extension KeyRing {
    /// The installation's data keys. Each is created on the first start of a program that uses it.
    ///
    /// Servers that start at the same time get the same keys: the second server to store a key waits for the first, and
    /// then reads the first one's key.
    public static func load(
        from database: Database, opening keyEncryptionKey: KeyEncryptionKey, entropy: Entropy, clock: ServiceClock
    ) async throws(KeyLoadingFailure) -> KeyRing {
        try await database.transaction { tx throws(KeyLoadingFailure) in
            let known = try tx.run(stored(at: clock))
            let missing = KeyRing.firstVersions(besides: known, using: entropy)
            guard !missing.isEmpty else { return try opening(known, with: keyEncryptionKey) }
            let now = clock.now()
            for key in missing.map({ keyEncryptionKey.wrap($0, using: entropy) }) {
                _ = try tx.run(store(key, at: now))
            }
            // Nothing is stored under a key-encryption key that does not open the others.
            let ring = try opening(tx.run(stored(at: clock)), with: keyEncryptionKey)
            try tx.commit()
            return ring
        }
    }

    private static func opening(
        _ stored: [WrappedKey], with keyEncryptionKey: KeyEncryptionKey
    ) throws(KeyLoadingFailure) -> KeyRing {
        try translating(KeyLoadingFailure.keys) { () throws(KeyFailure) in
            try KeyRing(opening: stored, with: keyEncryptionKey)
        }
    }

    /// Seconds after which a new version seals. Each server that runs reads the keys again every minute, so by then all
    /// of them can open its values.
    public static let waitSeconds: TimeInterval = 600

    private static var purposes: SQLValue { .textArray(KeyPurpose.allCases.map(\.rawValue)) }

    /// The data keys as the database has them, in a transaction. Real time decides which of them may seal.
    package static func stored(at clock: ServiceClock) -> Query<WrappedKey> {
        KeyStatements.load(.timestamp(clock.realNow() - waitSeconds), purposes)
    }

    /// The data keys as the database has them; none before the first start. It changes nothing.
    public static func stored(in database: Database) async throws(PostgresFailure) -> [WrappedKey] {
        try await database.read(KeyStatements.load(.timestamp(Date(timeIntervalSince1970: 0)), purposes))
    }

    /// Stores a key that is new.
    package static func store(_ key: WrappedKey, at time: Date) -> Query<Void> {
        KeyStatements.store(
            .text(key.purpose.rawValue), .integer(key.version), .bytes(key.ciphertext), .timestamp(time))
    }
}

extension Issuing {
    /// Reads the data keys again, because an operator may have added or retired a version.
    ///
    /// - Returns: the versions that do not open and will seal later.
    /// - Throws: `doesNotUnwrap` if a version seals already and does not open. Then the service must end, because it
    ///   would fail to open what others store, and store what nobody opens once the earlier version is retired.
    public func readKeys(opening keyEncryptionKey: KeyEncryptionKey) async throws(KeyLoadingFailure) -> [WrappedKey] {
        try renewKeys(from: await storedKeys(), opening: keyEncryptionKey)
    }

    /// The data keys as the database has them now.
    func storedKeys() async throws(KeyLoadingFailure) -> [WrappedKey] {
        try await translating(KeyLoadingFailure.database) { () async throws(PostgresFailure) in
            try await database.read(KeyRing.stored(at: clock))
        }
    }

    /// ``readKeys(opening:)`` with the keys that were read.
    func renewKeys(
        from stored: [WrappedKey], opening keyEncryptionKey: KeyEncryptionKey
    ) throws(KeyLoadingFailure) -> [WrappedKey] {
        let (ring, unopened) = try translating(KeyLoadingFailure.keys) { () throws(KeyFailure) in
            try vault.keys.renewed(from: stored, opening: keyEncryptionKey)
        }
        vault.use(ring)
        return unopened
    }
}
