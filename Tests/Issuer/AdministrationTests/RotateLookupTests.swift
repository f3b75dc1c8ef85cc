import Administration
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@testable import CardSecrets

@Suite("Hashes of card numbers under a new version of their key")
struct RotateLookupTests {
    private static let (sealing, retiring) = (KeyRotationBench.sealing, KeyRotationBench.retiring)

    private struct Numbered: Sendable {
        let customer: Int64
        let card: UUID
        let pan: SealedPAN
    }

    private static let numbered = Statement(
        "numbered", "SELECT customer_id, card_id, sealed_pan, pan_key_version FROM card ORDER BY customer_id, card_id"
    ) { (row: inout Row) throws(PostgresFailure) in
        let (customer, card) = (try row.bigint("customer_id"), try row.uuid("card_id"))
        let bytes = try row.bytes("sealed_pan")
        return Numbered(
            customer: customer, card: card,
            pan: SealedPAN(bytes: bytes, keyVersion: try row.integer("pan_key_version")))
    }

    /// The number of each card.
    private static func numbers(_ server: IssuingFixture) async throws -> [(card: CardID, pan: PAN)] {
        let vault = server.issuing.vault
        return try await server.issuing.database.read(numbered()).map { row in
            (
                CardID(rawValue: row.card),
                try vault.open(row.pan, customer: row.customer, card: row.card)
            )
        }
    }

    /// Whether the server finds each card by its number.
    private static func findsAll(_ server: IssuingFixture) async throws -> Bool {
        for (card, pan) in try await numbers(server) {
            guard try await server.issuing.chargedCard(pan)?.card == card else { return false }
        }
        return true
    }

    private static func versions(_ server: IssuingFixture) async throws -> [String] {
        try await server.texts("SELECT hash_key_version::text FROM issued_pan ORDER BY 1")
    }

    @discardableResult
    private static func issue(_ count: Int, by server: IssuingFixture) async throws -> CustomerID {
        let customer = try await server.enrol()
        for _ in 0..<count { _ = try await server.issue(.virtualVisa, to: customer) }
        return customer
    }

    /// Eight digits of a card number are drawn. Here only two of them vary.
    private static func narrow(_ seed: UInt64) -> Entropy {
        let seeded = Entropy.seeded(seed)
        return Entropy { count in
            let bytes = seeded.bytes(count)
            return count == 8 ? bytes.prefix(2).map { $0 % 250 } + [UInt8](repeating: 0, count: 6) : bytes
        }
    }

    @Test(
        "Servers find a card under either version of the key, and after its number is hashed again",
        arguments: [false, true])
    func found(onCluster: Bool) async throws {
        let bench = try await KeyRotationBench(onCluster: onCluster)
        try await Self.issue(3, by: bench.fixture)
        try await bench.rotate(.panLookup)
        let (early, late) = (try await bench.server(after: 60), try await bench.server(after: Self.sealing))
        try await Self.issue(1, by: early)
        try await Self.issue(2, by: late)
        #expect(try await Self.versions(late) == ["1", "1", "1", "1", "2", "2"])
        for server in [early, late] { #expect(try await Self.findsAll(server)) }

        let reports = try await late.administration.reencrypt(.panLookup)
        // A row that has moved behind the place that was reached is read twice.
        #expect(reports.map(\.column) == ["issued_pan.pan_hash"] && reports.map(\.reencrypted) == [4])
        #expect(reports.map(\.left) == [0])
        #expect(try await Self.versions(late) == ["2", "2", "2", "2", "2", "2"])
        for server in [early, late] { #expect(try await Self.findsAll(server)) }
    }

    @Test("A number that a card has under one version is not given to another card under another one")
    func unique() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.panLookup)
        for (seed, first, second) in [(9, 60, Self.sealing), (10, Self.sealing, 60)] as [(UInt64, Double, Double)] {
            let server = try await bench.server(after: first, drawing: .seeded(seed))
            let twin = try await bench.server(after: second, drawing: .seeded(seed))
            for _ in 0..<4 {
                let customer = try await bench.fixture.enrol()
                for _ in 0..<5 { _ = try await server.issue(.virtualVisa, to: customer) }
            }
            let customer = try await bench.fixture.enrol()
            let failure = await #expect(throws: IssuingFailure.self) {
                try await twin.issue(.virtualVisa, to: customer)
            }
            #expect(failure?.postgresFailure?.constraint == "pan_is_issued_once")
        }
        #expect(try await Self.versions(bench.fixture).count == 40)
    }

    @Test("Servers that draw from few numbers give each of them once, while numbers are hashed again")
    func races() async throws {
        let bench = try await KeyRotationBench()
        try await bench.rotate(.panLookup)
        let early = try await bench.server(after: 60, drawing: Self.narrow(38))
        let late = try await bench.server(after: Self.sealing, drawing: Self.narrow(39))
        let administration = try await bench.server(after: Self.sealing).administration
        let customers = try await bench.fixture.enrol(count: 4)
        try await withThrowingTaskGroup { group in
            for (server, half) in [(early, customers.prefix(2)), (late, customers.suffix(2))] {
                let (alone, ordering) = (half[half.startIndex], half[half.startIndex + 1])
                group.addTask { for _ in 0..<5 { _ = try await server.issue(.virtualVisa, to: alone) } }
                group.addTask {
                    _ = try await server.accepted(Asked.cards(5, of: .virtualVisa, for: ordering))
                    try await server.issuing.workOnBulkOrders()
                }
            }
            for _ in 1...3 { group.addTask { _ = try await administration.reencrypt(.panLookup) } }
            try await group.waitForAll()
        }
        try await early.issuing.finishBulkOrders()
        let numbers = try await Self.numbers(late).map { $0.pan.reveal { $0 } }
        #expect(numbers.count == 20 && Set(numbers).count == 20)
        #expect(try await Self.versions(late).count == 20, "each card keeps one hash")
        for server in [early, late] { #expect(try await Self.findsAll(server)) }
        #expect(try await administration.reencrypt(.panLookup)[0].left == 0)
        #expect(try await Self.findsAll(early))
    }

    @Test("A run that fails in the middle keeps its batches, and the next one goes on with what is left")
    func interrupted() async throws {
        let bench = try await KeyRotationBench()
        for _ in 1...21 { try await Self.issue(5, by: bench.fixture) }
        try await bench.rotate(.panLookup)
        let late = try await bench.server(after: Self.sealing)
        let hashes = try await late.texts("SELECT pan_hash::text FROM issued_pan ORDER BY pan_hash")
        let last = try #require(hashes.last)
        try await late.issuing.database.execute(script: """
            CREATE FUNCTION issuing.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'no'; END $$;
            CREATE TRIGGER refused BEFORE UPDATE ON issuing.issued_pan FOR EACH ROW
            WHEN (OLD.pan_hash = '\(last)') EXECUTE FUNCTION issuing.refuse();
            """)
        await #expect(throws: KeyChangeFailure.self) { try await late.administration.reencrypt(.panLookup) }
        #expect(try await Self.versions(late) == Array(repeating: "1", count: 5) + Array(repeating: "2", count: 100))
        #expect(try await Self.findsAll(late))
        try await late.issuing.database.execute(script: "DROP TRIGGER refused ON issuing.issued_pan")
        let rest = try await late.administration.reencrypt(.panLookup)
        #expect(rest.map(\.reencrypted) == [5] && rest.map(\.left) == [0])
        #expect(try await Self.findsAll(late))
    }

    @Test("A version is retired once no number is hashed under it; then no card is looked for under it")
    func retired() async throws {
        let bench = try await KeyRotationBench()
        try await Self.issue(2, by: bench.fixture)
        try await bench.rotate(.panLookup)
        let late = try await bench.server(after: Self.retiring)
        let refusal = await bench.refusal(toRetire: 1, of: .panLookup, on: late)
        #expect(refusal.contains("is needed by 2 values of issued_pan.pan_hash"), "\(refusal)")
        _ = try await late.administration.reencrypt(.panLookup)
        try await late.administration.retireKey(.panLookup, version: 1)
        #expect(try await late.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        let pan = try #require(try await Self.numbers(late).first).pan
        let hashes = late.issuing.vault.lookupHashes(pan)
        #expect(hashes.current.keyVersion == 2 && hashes.others.isEmpty)
        #expect(try await Self.findsAll(late))
    }

    @Test("A hash that is not of its card's number stops the run")
    func damaged() async throws {
        let bench = try await KeyRotationBench()
        try await Self.issue(1, by: bench.fixture)
        try await bench.rotate(.panLookup)
        let late = try await bench.server(after: Self.sealing)
        try await late.issuing.database.execute(script: "UPDATE issuing.issued_pan SET pan_hash = '\\x00'")
        let failure = await #expect(throws: KeyChangeFailure.self) {
            try await late.administration.reencrypt(.panLookup)
        }
        #expect(failure?.description.contains("issued_pan.pan_hash: A stored value does not open") == true)
    }
}
