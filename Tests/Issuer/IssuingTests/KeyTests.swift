import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Data keys")
struct KeyTests {
    private static let digits = String(repeating: "ab", count: 32)

    private static func load(
        _ database: Database, seed: UInt64, keyEncryptionKey digits: String = digits
    ) async throws -> KeyRing {
        try await KeyRing.load(
            from: database, opening: KeyEncryptionKey(text: digits, source: "A test"), entropy: .seeded(seed),
            clock: ServiceClock { IssuingFixture.now })
    }

    @Test("Servers that start at the same time load the same keys")
    func sharedKeys() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let database = try scratch.database
        let rings = try await withThrowingTaskGroup { group in
            for seed: UInt64 in 1...8 { group.addTask { try await Self.load(database, seed: seed).all } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(rings.count == 8)
        #expect(rings.allSatisfy { $0 == rings[0] })
        #expect(rings[0].map(\.purpose) == KeyPurpose.allCases)
        #expect(try await Self.load(database, seed: 9).all == rings[0], "a restart finds them")
        withExtendedLifetime(scratch) {}
    }

    @Test("Two installations have different keys")
    func distinctInstallations() async throws {
        var rings: [[DataKey]] = []
        for seed: UInt64 in [1, 2] {
            let scratch = try await ScratchDatabase.make(from: .migrated)
            rings.append(try await Self.load(scratch.database, seed: seed).all)
            withExtendedLifetime(scratch) {}
        }
        for (one, other) in zip(rings[0], rings[1]) { #expect(one.secret != other.secret) }
    }

    @Test("Another key encryption key cannot unwrap the keys")
    func wrongKeyEncryptionKey() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let database = try scratch.database
        _ = try await Self.load(database, seed: 1)
        let failure = await #expect(throws: KeyLoadingFailure.self) {
            try await Self.load(database, seed: 2, keyEncryptionKey: String(repeating: "cd", count: 32))
        }
        guard case .keys(.doesNotUnwrap(_, version: 1)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(failure?.description.contains(Self.digits) == false)
        withExtendedLifetime(scratch) {}
    }

    @Test("An encrypted card number cannot be decrypted in another row")
    func movedCardNumber() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let cards = [
            try await fixture.issue(.virtualVisa, to: customer), try await fixture.issue(.virtualVisa, to: customer),
        ]
        try await fixture.issuing.database.execute(script: """
            UPDATE card SET sealed_pan = (SELECT sealed_pan FROM card WHERE card_id = '\(cards[0].id)')
            WHERE card_id = '\(cards[1].id)'
            """)
        _ = try await fixture.sandbox.plastic(of: cards[0].id)
        await #expect(throws: IssuingFailure.self) { try await fixture.sandbox.plastic(of: cards[1].id) }
    }
}
