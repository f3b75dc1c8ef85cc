import Testing

@testable import CardSecrets

@Suite("Key ring")
struct KeyRingTests {
    private let entropy = Entropy.seeded(1)

    @Test("A new ring has version 1 of every key, each different")
    func newKeyRing() {
        let ring = KeyRing.generate(using: entropy)
        #expect(ring.all.map(\.purpose) == KeyPurpose.allCases)
        #expect(ring.all.allSatisfy { $0.version == 1 && $0.secret.count == $0.purpose.length })
        #expect(Set(ring.all.map { $0.secret.withBytes(Array.init) }).count == KeyPurpose.allCases.count)
    }

    @Test("The newest version is the current one, and older versions stay available")
    func keyVersions() throws {
        let first = KeyRing.generate(using: entropy)
        let ring = try first.adding(first.successor(of: .panEncryption, using: entropy))
        #expect(ring.current(.panEncryption).version == 2)
        #expect(try ring.key(.panEncryption, version: 1) == first.current(.panEncryption))
        #expect(ring.versions(of: .panEncryption) == [1, 2])
        #expect(ring.current(.pinEncryption).version == 1)
        #expect(first.current(.panEncryption).version == 1)
    }

    @Test("A key whose uses name no version cannot be rotated")
    func unversionedPurpose() throws {
        let purpose = KeyPurpose.zonePIN
        let ring = KeyRing.generate(using: entropy)
        #expect(throws: KeyFailure.doesNotRotate(purpose)) { try ring.successor(of: purpose, using: entropy) }
        let second = DataKey.generate(purpose, version: 2, using: entropy)
        #expect(throws: KeyFailure.doesNotRotate(purpose)) { try ring.adding(second) }
    }

    @Test("An unknown version is refused, and the error names the known ones")
    func unknownVersion() {
        let ring = KeyRing.generate(using: entropy)
        let failure = VaultFailure.unknownKeyVersion(.panEncryption, version: 3, known: [1])
        #expect(throws: failure) { try ring.key(.panEncryption, version: 3) }
        #expect("\(failure)" == "Key PAN_ENCRYPTION has no version 3 here; known versions: 1.")
    }

    @Test("Any version except the newest can be retired")
    func retiredVersion() throws {
        let first = KeyRing.generate(using: entropy)
        let both = try first.adding(first.successor(of: .pinEncryption, using: entropy))
        #expect(throws: KeyFailure.inUse(.pinEncryption, version: 2)) { try both.retiring(.pinEncryption, version: 2) }
        let second = try both.retiring(.pinEncryption, version: 1)
        #expect(second.versions(of: .pinEncryption) == [2])
        #expect(throws: VaultFailure.unknownKeyVersion(.pinEncryption, version: 1, known: [2])) {
            try second.key(.pinEncryption, version: 1)
        }
    }

    @Test("A version that was just added only opens, and the next one counts on from it")
    func newVersion() throws {
        let first = KeyRing.generate(using: entropy)
        let ring = try first.adding(first.successor(of: .panEncryption, using: entropy).marked(seals: false))
        #expect(ring.current(.panEncryption).version == 1)
        #expect(try ring.successor(of: .panEncryption, using: entropy).version == 3)
        #expect(try ring.key(.panEncryption, version: 2).version == 2)
    }

    @Test("A ring that is read again keeps the keys that it has, even under another key-encryption key")
    func renewedRing() throws {
        let old = try KeyEncryptionKey(text: String(repeating: "ab", count: 32), source: "old")
        let new = try KeyEncryptionKey(text: String(repeating: "cd", count: 32), source: "new")
        let first = KeyRing.generate(using: entropy)
        let added = try first.successor(of: .pinEncryption, using: entropy)
        let known = first.all.map { new.wrap($0, using: entropy) }
        func stored(seals: Bool) -> [WrappedKey] {
            let wrapped = new.wrap(added, using: entropy)
            return known + [
                WrappedKey(purpose: .pinEncryption, version: 2, ciphertext: wrapped.ciphertext, seals: seals),
            ]
        }
        let waiting = try first.renewed(from: stored(seals: false), opening: old)
        #expect(waiting.ring.all == first.all && waiting.unopened.map(\.version) == [2])
        #expect(throws: KeyFailure.doesNotUnwrap(.pinEncryption, version: 2)) {
            try first.renewed(from: stored(seals: true), opening: old)
        }
        let opened = try first.renewed(from: stored(seals: true), opening: new)
        #expect(opened.ring.current(.pinEncryption) == added && opened.unopened.isEmpty)
        #expect(throws: KeyFailure.missing(.panEncryption)) { try first.renewed(from: [], opening: old) }
    }

    @Test("A ring needs a key for every purpose, and each version once")
    func incompleteKeyRing() {
        let all = KeyRing.generate(using: entropy).all
        #expect(throws: KeyFailure.missing(.panEncryption)) { try KeyRing(Array(all.dropFirst())) }
        #expect(throws: KeyFailure.duplicate(.panEncryption, version: 1)) { try KeyRing(all + all.prefix(1)) }
    }
}
