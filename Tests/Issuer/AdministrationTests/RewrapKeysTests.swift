import Administration
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Data keys under another key-encryption key")
struct RewrapKeysTests {
    private static func key(_ digits: String) throws -> KeyEncryptionKey {
        try KeyEncryptionKey(text: String(repeating: digits, count: 32), source: "The test's key")
    }

    /// The key-encryption key of a fixture.
    private static let old = Result { try key("5e") }
    private static let new = Result { try key("c3") }

    private static func load(_ fixture: IssuingFixture, _ key: KeyEncryptionKey) async throws -> KeyRing {
        try await KeyRing.load(
            from: fixture.issuing.database, opening: key, entropy: .seeded(9), clock: fixture.issuing.clock)
    }

    private static func opens(_ fixture: IssuingFixture, _ key: KeyEncryptionKey) async -> Bool {
        (try? await load(fixture, key)) != nil
    }

    @Test("Each version of each purpose is listed, with what tells it from others, and not the key")
    func listed() async throws {
        let fixture = try await IssuingFixture.make()
        let keys = try await fixture.administration.keys()
        #expect(keys.map(\.purpose) == KeyPurpose.allCases)
        #expect(keys.allSatisfy { $0.version == 1 && $0.isActive })
        #expect(Set(keys.map(\.checkValue.description)).count == keys.count)
        for (key, state) in zip(fixture.issuing.vault.keys.all, keys) {
            let bytes = key.secret.withBytes { EncodedBytes.hexadecimal($0) }
            #expect(!bytes.contains(state.checkValue.description), "it is no part of the key")
            #expect(state.checkValue.description.count == 8)
        }
    }

    @Test("The data keys stay the same; only the new key opens them, and the service that runs goes on")
    func rewrapped() async throws {
        let fixture = try await IssuingFixture.make()
        let (old, new) = (try Self.old.get(), try Self.new.get())
        let before = try await Self.load(fixture, old).all
        #expect(try await fixture.administration.rewrapKeys(from: old, to: new) == KeyPurpose.allCases.count)
        #expect(try await Self.load(fixture, new).all == before)
        #expect(await !Self.opens(fixture, old))
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.sandbox.plastic(of: card.id)

        #expect(try await fixture.administration.rewrapKeys(from: new, to: old) == before.count)
        #expect(try await Self.load(fixture, old).all == before)
    }

    @Test("A failure in the middle leaves all keys as they were")
    func interrupted() async throws {
        let fixture = try await IssuingFixture.make()
        let (old, new) = (try Self.old.get(), try Self.new.get())
        let database = fixture.issuing.database
        try await database.execute(script: """
            CREATE FUNCTION issuing.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'no'; END $$;
            CREATE TRIGGER refused BEFORE UPDATE ON issuing.data_key FOR EACH ROW
            WHEN (NEW.purpose = 'TOKEN_SIGNING') EXECUTE FUNCTION issuing.refuse();
            """)
        await #expect(throws: KeyLoadingFailure.self) {
            try await fixture.administration.rewrapKeys(from: old, to: new)
        }
        #expect(await Self.opens(fixture, old))
        try await database.execute(script: "DROP TRIGGER refused ON issuing.data_key")
        _ = try await fixture.administration.rewrapKeys(from: old, to: new)
        #expect(await Self.opens(fixture, new))
    }

    @Test("A key that the old key does not open is named, and none changes")
    func wrongKey() async throws {
        let fixture = try await IssuingFixture.make()
        let (old, new) = (try Self.old.get(), try Self.new.get())
        let failure = await #expect(throws: KeyLoadingFailure.self) {
            try await fixture.administration.rewrapKeys(from: new, to: old)
        }
        guard case .keys(.doesNotUnwrap(_, version: 1)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(await Self.opens(fixture, old))
    }

    @Test("A server that starts with the old key afterwards stores none of its own")
    func lateServer() async throws {
        let fixture = try await IssuingFixture.make()
        let (old, new) = (try Self.old.get(), try Self.new.get())
        try await fixture.issuing.database.execute(
            script: "DELETE FROM issuing.data_key WHERE purpose = 'ZONE_PIN'")
        _ = try await fixture.administration.rewrapKeys(from: old, to: new)
        #expect(await !Self.opens(fixture, old))
        #expect(await Self.opens(fixture, new), "the absent key is made under the new one only")
    }
}
