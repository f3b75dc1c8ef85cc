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

    @Test(
        "A key whose uses store no version cannot be rotated",
        arguments: [KeyPurpose.panLookup, .cardVerification, .clientSecret])
    func unversionedPurposes(purpose: KeyPurpose) throws {
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

    @Test("A ring needs a key for every purpose, and each version once")
    func incompleteKeyRing() {
        let all = KeyRing.generate(using: entropy).all
        #expect(throws: KeyFailure.missing(.panEncryption)) { try KeyRing(Array(all.dropFirst())) }
        #expect(throws: KeyFailure.duplicate(.panEncryption, version: 1)) { try KeyRing(all + all.prefix(1)) }
    }
}
