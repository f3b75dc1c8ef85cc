import CardSecrets
import Foundation
import Issuing
import Postgres
import Validation

/// A version of a data key as its operators see it.
public struct KeyState: Sendable, Equatable {
    public let purpose: KeyPurpose
    public let version: Int
    /// Whether new values are made with it. Every other version only opens values that name it.
    public let isActive: Bool
    public let checkValue: KeyCheckValue
    public let createdAt: Date
}

extension Administration {
    /// All versions of all data keys, in the order of the purposes.
    public func keys() async throws(IssuingFailure) -> [KeyState] {
        let (ring, rows) = (issuing.vault.keys, try await reading(DataKeyStatements.created()))
        return ring.all.compactMap { key in
            rows.first { $0.purpose == key.purpose && $0.version == key.version }.map { row in
                KeyState(
                    purpose: key.purpose, version: key.version, isActive: key == ring.current(key.purpose),
                    checkValue: key.checkValue, createdAt: row.createdAt)
            }
        }
    }

    /// Wraps every data key under another key-encryption key, in one transaction, after each was opened again.
    ///
    /// Services that run have the data keys in memory, and go on.
    ///
    /// - Returns: the number of data keys.
    public func rewrapKeys(
        from old: KeyEncryptionKey, to new: KeyEncryptionKey
    ) async throws(KeyLoadingFailure) -> Int {
        let (entropy, clock) = (issuing.entropy, issuing.clock)
        return try await database.transaction { tx throws(KeyLoadingFailure) in
            let (_, stored) = try tx.run(DataKeyStatements.lock(), KeyRing.stored(at: clock))
            let wrapped = try translating(KeyLoadingFailure.keys) { () throws(KeyFailure) in
                try stored.map { key throws(KeyFailure) in try old.rewrap(key, under: new, using: entropy) }
            }
            guard !wrapped.isEmpty else { return 0 }
            let rows = wrapped.map { [SQLValue.text($0.purpose.rawValue), .integer($0.version), .bytes($0.ciphertext)] }
            let columns = SQLValue.columns(of: rows)
            return try tx.commit(
                DataKeyStatements.rewrap(columns[0], columns[1], columns[2]),
                issuing.recording(.keysRewrapped, detail: "\(old.checkValue) -> \(new.checkValue)")
            ).0.count
        }
    }
}
