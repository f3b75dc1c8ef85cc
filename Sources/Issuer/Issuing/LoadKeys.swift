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
            let stored = try tx.run(KeyStatements.load())
            let missing = KeyRing.firstVersions(besides: stored, using: entropy)
            guard !missing.isEmpty else { return try opening(stored, with: keyEncryptionKey) }
            let now = clock.now()
            for key in missing.map({ keyEncryptionKey.wrap($0, using: entropy) }) {
                _ = try tx.run(
                    KeyStatements.store(
                        .text(key.purpose.rawValue), .integer(key.version), .bytes(key.ciphertext),
                        .timestamp(now)))
            }
            // Nothing is stored under a key-encryption key that does not open the others.
            let ring = try opening(tx.run(KeyStatements.load()), with: keyEncryptionKey)
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

    /// The data keys as the database has them, in a transaction.
    package static var stored: Query<WrappedKey> { KeyStatements.load() }

    /// The data keys as the database has them; none before the first start. It changes nothing.
    public static func stored(in database: Database) async throws(PostgresFailure) -> [WrappedKey] {
        try await database.read(KeyStatements.load())
    }
}
