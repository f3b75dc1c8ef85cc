import Administration
import Audit
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Keys that a card network shares")
struct ImportKeyTests {
    /// The key-encryption key of a fixture.
    private static func key(_ digits: String = "5e") throws -> KeyEncryptionKey {
        try KeyEncryptionKey(text: String(repeating: digits, count: 32), source: "The test's key")
    }

    private static func components(of purpose: KeyPurpose) throws -> KeyComponents {
        let numbers = (0..<UInt8(purpose.length)).map { $0 }
        return try KeyComponents([Secret(numbers.map { $0 &* 7 }), Secret(numbers.map { $0 &* 13 &+ 5 })], of: purpose)
    }

    private static func ring(of fixture: IssuingFixture) async throws -> KeyRing {
        try await KeyRing.load(
            from: fixture.issuing.database, opening: key(), entropy: .seeded(9), clock: fixture.issuing.clock)
    }

    @Test("An imported key takes the place of the one before, alone, and leaves an event with its check value")
    func imported() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await Self.ring(of: fixture)
        let components = try Self.components(of: .zonePIN)
        let operators = Administration(fixture.issuing.called(by: AuditCaller(operatorName: "olga")))
        try await operators.importKey(components, under: Self.key())
        let after = try await Self.ring(of: fixture)
        #expect(after.current(.zonePIN) == components.key(replacing: before.current(.zonePIN)))
        #expect(after.all.filter { $0.purpose != .zonePIN } == before.all.filter { $0.purpose != .zonePIN })
        let events = try await fixture.scratch.database.read(
            Statement.evidence("""
                SELECT concat_ws(' ', act, operator, subject, detail) FROM audit_event WHERE operator = 'olga'
                """)())
        #expect(events == ["KEY_IMPORTED olga ZONE_PIN \(components.checkValue)"])
    }

    @Test("The key of security codes can be imported before the first card, and not afterwards")
    func cards() async throws {
        let fixture = try await IssuingFixture.make()
        let (components, key) = (try Self.components(of: .cardVerification), try Self.key())
        try await fixture.administration.importKey(components, under: key)
        _ = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let before = try await Self.ring(of: fixture).all
        let refused = await #expect(throws: KeyImportFailure.self) {
            try await fixture.administration.importKey(components, under: key)
        }
        #expect(refused?.description.contains("before the first card") == true)
        #expect(try await Self.ring(of: fixture).all == before)
    }

    @Test("A key-encryption key that does not open the others imports nothing")
    func wrongKey() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await Self.ring(of: fixture).all
        await #expect(throws: KeyImportFailure.self) {
            try await fixture.administration.importKey(Self.components(of: .zonePIN), under: Self.key("c3"))
        }
        #expect(try await Self.ring(of: fixture).all == before)
    }
}
