import Administration
import Audit
import Cards
import CardSecrets
import Foundation
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
        #expect(try await operators.importKey(components, under: Self.key()) == nil)
        let after = try await Self.ring(of: fixture)
        #expect(after.current(.zonePIN) == components.key(replacing: before.current(.zonePIN)))
        #expect(after.all.filter { $0.purpose != .zonePIN } == before.all.filter { $0.purpose != .zonePIN })
        let events = try await fixture.scratch.database.read(
            Statement.evidence("""
                SELECT concat_ws(' ', act, operator, subject, detail) FROM audit_event WHERE operator = 'olga'
                """)())
        #expect(events == ["KEY_IMPORTED olga ZONE_PIN \(components.checkValue)"])
    }

    @Test("The key of security codes takes the place of the one before until there are cards, then it is the next one")
    func cards() async throws {
        let bench = try await KeyRotationBench()
        let (fixture, components) = (bench.fixture, try Self.components(of: .cardVerification))
        let first = try await Self.ring(of: fixture).current(.cardVerification)
        #expect(try await fixture.administration.importKey(components, under: bench.keyEncryptionKey) == nil)
        #expect(
            try await Self.ring(of: fixture).all.filter { $0.purpose == .cardVerification }
                == [components.key(replacing: first)])

        let printing = try await bench.server(after: 0)
        let card = try await printing.issue(.virtualVisa, to: printing.enrol())
        let code = try await printing.sandbox.plastic(of: card.id).cvv
        let numbers = (0..<UInt8(16)).map { $0 }
        let second = try KeyComponents(
            [Secret(numbers.map { $0 &* 11 }), Secret(numbers.map { $0 &* 17 &+ 3 })], of: .cardVerification)
        let added = try #require(
            try await fixture.administration.importKey(second, under: bench.keyEncryptionKey))
        #expect(added.version == 2 && added.sealsFrom == IssuingFixture.now + KeyRotationBench.sealing)
        let failure = await #expect(throws: KeyChangeFailure.self, "the next version waits") {
            try await fixture.administration.importKey(second, under: bench.keyEncryptionKey)
        }
        #expect(failure?.description.contains("version 2 makes new values from") == true)
        let late = try await bench.server(after: KeyRotationBench.sealing)
        #expect(late.issuing.vault.keys.current(.cardVerification) == second.key(after: first))
        #expect(try await late.sandbox.plastic(of: card.id).cvv == code)
    }

    @Test("A key-encryption key that does not open the others imports nothing")
    func wrongKey() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await Self.ring(of: fixture).all
        await #expect(throws: KeyChangeFailure.self) {
            try await fixture.administration.importKey(Self.components(of: .zonePIN), under: Self.key("c3"))
        }
        #expect(try await Self.ring(of: fixture).all == before)
    }
}
