import CardSecrets
import Issuing
import Postgres
import Validation

extension Administration {
    /// Puts a key that a card network shares in place of the one that the installation made for itself.
    ///
    /// A zone PIN key opens PIN blocks only while a message is answered, so another one can take its place at any time.
    /// Servers that run keep the key of before until they are started again.
    public func importKey(
        _ components: KeyComponents, under keyEncryptionKey: KeyEncryptionKey
    ) async throws(KeyImportFailure) {
        let (entropy, clock, purpose) = (issuing.entropy, issuing.clock, components.purpose)
        try await database.transaction { tx throws(KeyImportFailure) in
            let (_, _, stored, cards) = try tx.run(
                DataKeyStatements.lock(), purpose == .cardVerification ? DataKeyStatements.lockCards() : nil,
                KeyRing.stored(at: clock), DataKeyStatements.hasCards())
            guard purpose != .cardVerification || cards == [false] else { throw .hasCards }
            let wrapped = try translating(KeyImportFailure.keys) { () throws(KeyFailure) in
                let ring = try KeyRing(opening: stored, with: keyEncryptionKey)
                return keyEncryptionKey.wrap(components.key(replacing: ring.current(purpose)), using: entropy)
            }
            _ = try tx.commit(
                DataKeyStatements.replace(
                    .text(wrapped.purpose.rawValue), .integer(wrapped.version), .bytes(wrapped.ciphertext),
                    .timestamp(clock.realNow())),
                issuing.recording(.keyImported, about: purpose.rawValue, detail: "\(components.checkValue)"))
        }
    }
}
