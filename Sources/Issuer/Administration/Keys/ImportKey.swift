import CardSecrets
import Foundation
import Issuing
import Postgres
import Validation

extension Administration {
    /// Puts a key that a card network shares in place of the one that the installation made for itself.
    ///
    /// A zone PIN key opens PIN blocks only while a message is answered, so another one can take its place at any time.
    /// Servers that run keep the key of before until they are started again. A card keeps the security code that is
    /// printed on it. So if there are cards, the key of the codes becomes the next version, as one that was rotated.
    ///
    /// - Returns: the version that was added, and the time from which on it makes codes; nil if the key of before was
    ///   replaced.
    public func importKey(
        _ components: KeyComponents, under keyEncryptionKey: KeyEncryptionKey
    ) async throws(KeyChangeFailure) -> (version: Int, sealsFrom: Date)? {
        let (issuing, entropy, clock, purpose) = (issuing, issuing.entropy, issuing.clock, components.purpose)
        if purpose.rotates { try await requireRotation(of: purpose) }
        return try await database.transaction { tx throws(KeyChangeFailure) -> (version: Int, sealsFrom: Date)? in
            let (_, _, stored, created, cards) = try tx.run(
                DataKeyStatements.lock(), purpose.rotates ? DataKeyStatements.lockCards() : nil,
                KeyRing.stored(at: clock), DataKeyStatements.created(), DataKeyStatements.hasCards())
            let ring = try translating(KeyChangeFailure.keys) { () throws(KeyFailure) in
                try KeyRing(opening: stored, with: keyEncryptionKey)
            }
            let (current, now) = (ring.current(purpose), clock.realNow())
            let isNext = purpose.rotates && (cards == [true] || ring.versions(of: purpose).count > 1)
            guard isNext else {
                let key = keyEncryptionKey.wrap(components.key(replacing: current), using: entropy)
                _ = try tx.commit(
                    DataKeyStatements.replace(
                        .text(purpose.rawValue), .integer(key.version), .bytes(key.ciphertext), .timestamp(now)),
                    issuing.recording(.keyImported, about: purpose.rawValue, detail: "\(components.checkValue)"))
                return nil
            }
            _ = try Self.newestSealing(purpose, among: created, at: now)
            let key = components.key(after: current)
            _ = try tx.commit(
                KeyRing.store(keyEncryptionKey.wrap(key, using: entropy), at: now),
                DataKeyStatements.outdateEarlierPrograms(.integer(IssuingSchema.hashVersions)),
                issuing.recording(
                    .keyImported, about: Self.name(purpose, key.version), detail: "\(components.checkValue)"))
            return (key.version, now + KeyRing.waitSeconds)
        }
    }
}
