import Testing

@testable import CardSecrets

@Suite("Password hash")
struct PasswordHashTests {
    private static let place = "password of customer 10000001"

    private let vault = CardVault(keys: .generate(using: .seeded(1)), entropy: .seeded(2))

    /// RFC 7914, section 12: the first half of the 64 bytes in the vector with these parameters.
    @Test("scrypt gives the hash that RFC 7914 publishes")
    func scryptVector() throws {
        let hash = try CardVault.scrypt(
            Secret(Array("pleaseletmein".utf8)), salt: Array("SodiumChloride".utf8), cost: 14)
        #expect(try hash == bytes("7023bdcb3afd7348461c06cd81fd38eb fda8fbba904f8e3ea9b543f6545da1f2"))
    }

    @Test("Only the exact password matches its hash")
    func matchingPassword() throws {
        let password = Secret(Array("correct horse battery staple".utf8))
        let hash = try vault.passwordHash(password, at: Self.place)
        #expect(try vault.password(password, at: Self.place, matches: hash))
        for other in ["", "correct horse", "Correct horse battery staple", "correct horse battery staple "] {
            #expect(try !vault.password(Secret(Array(other.utf8)), at: Self.place, matches: hash))
        }
        let long = Secret([UInt8](repeating: 0x61, count: PasswordHash.limitBytes + 1))
        #expect(try !vault.password(long, at: Self.place, matches: hash))
    }

    @Test("A hash does not match at another place or under another key")
    func otherPlaceOrKey() throws {
        let password = Secret(Array("pleaseletmein".utf8))
        let hash = try vault.passwordHash(password, at: Self.place)
        #expect(try !vault.password(password, at: "password of customer 10000002", matches: hash))
        let other = CardVault(keys: .generate(using: .seeded(3)), entropy: .seeded(2))
        #expect(try !other.password(password, at: Self.place, matches: hash))
        #expect(try vault.passwordHash(password, at: Self.place) != hash, "the salt is another")
    }

    @Test("The hash of a published password is quick, and only the exact password matches it")
    func published() throws {
        let password = Secret(Array("demo-password".utf8))
        let hash = try vault.passwordHash(password, at: Self.place, isPublished: true)
        #expect(hash.bytes.count == 49 && hash.bytes[0] == 4)
        #expect(try vault.password(password, at: Self.place, matches: hash))
        #expect(try !vault.password(Secret(Array("demo-passwort".utf8)), at: Self.place, matches: hash))
        #expect(try !vault.password(password, at: "password of customer 10000002", matches: hash))
    }

    @Test("Whoever knows the password gets its hash under the version that makes new ones; then the earlier one may go")
    func otherVersion() throws {
        let password = Secret(Array("demo-password".utf8))
        let old = try vault.passwordHash(password, at: Self.place, isPublished: true)
        #expect(try vault.judge(password, at: Self.place, by: old).again == nil)
        let both = try vault.keys.adding(vault.keys.successor(of: .secretHashing, using: .seeded(7)))
        let rotated = CardVault(keys: both, entropy: .seeded(2))
        let wrong = try rotated.judge(Secret(Array("demo-passwort".utf8)), at: Self.place, by: old)
        #expect(!wrong.isRight && wrong.again == nil)
        let right = try rotated.judge(password, at: Self.place, by: old)
        let new = try #require(right.again)
        #expect(right.isRight && old.keyVersion == 1 && new.keyVersion == 2)
        #expect(new.bytes.prefix(17) == old.bytes.prefix(17), "cost and salt stay")
        #expect(try rotated.judge(password, at: Self.place, by: new).again == nil)
        let retired = CardVault(keys: try both.retiring(.secretHashing, version: 1), entropy: .seeded(2))
        #expect(try retired.password(password, at: Self.place, matches: new))
        #expect(try !retired.password(password, at: Self.place, matches: old))
    }

    @Test("A hash with a changed byte or another length does not match")
    func changedHash() throws {
        let password = Secret(Array("pleaseletmein".utf8))
        let hash = try vault.passwordHash(password, at: Self.place)
        #expect(hash.bytes.count == 49 && hash.bytes[0] == 14)
        for index in [0, 1, 16, 17, 48] {
            var changed = hash.bytes
            changed[index] ^= 1
            #expect(try !vault.password(password, at: Self.place, matches: PasswordHash(bytes: changed, keyVersion: 1)))
        }
        let lengths: [[UInt8]] = [[], [14], hash.bytes + [0], [255] + hash.bytes.dropFirst()]
        for bytes in lengths {
            #expect(try !vault.password(password, at: Self.place, matches: PasswordHash(bytes: bytes, keyVersion: 1)))
        }
    }
}
