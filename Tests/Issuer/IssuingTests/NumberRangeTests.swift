import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Metrics
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("How full ranges of card numbers are")
struct NumberRangeTests {
    /// Gives cards some of the numbers that a meter with the same seed draws from a range.
    private static func take(_ count: Int, of prefix: String, on fixture: IssuingFixture) async throws {
        let ranges = try await fixture.issuing.numberRanges(drawing: .seeded(7))
        let entropy = Entropy.seeded(7)
        for range in ranges {
            let drawn = (0..<NumberRange.draws).map { _ in PAN.generate(prefix: range.prefix, using: entropy) }
            guard range.prefix == prefix else { continue }
            let hashes = drawn.prefix(count).map { fixture.issuing.vault.lookupHash($0) }
            let digits = hashes.map { "('\\x\(EncodedBytes.hexadecimal($0))'::bytea)" }.joined(separator: ", ")
            try await fixture.issuing.database.execute(script: """
                INSERT INTO issued_pan (pan_hash, customer_id, card_id)
                SELECT hash, 1, gen_random_uuid() FROM (VALUES \(digits)) AS taken (hash)
                """)
        }
    }

    @Test("The share is that of the drawn numbers which cards have, and the programs of a range are named")
    func share() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await fixture.issuing.numberRanges(drawing: .seeded(7))
        #expect(before.count > 1 && before.allSatisfy { $0.taken == 0 && !$0.programs.isEmpty })
        let prefix = try #require(before.last).prefix
        try await Self.take(999, of: prefix, on: fixture)
        let ranges = try await fixture.issuing.numberRanges(drawing: .seeded(7))
        let range = try #require(ranges.last)
        #expect(range.taken == 999 && range.share == 0.4995 && !range.isFilling)
        #expect(ranges.dropLast() == before.dropLast())
        #expect(NumberRange(prefix: "41234567", programs: [], taken: 1000).used == 5_000_000)
        #expect(NumberRange(prefix: "412345", programs: [], taken: 1).used == 500_000)
    }

    @Test("From half of its numbers on, the log warns of a range by name; a card is still issued")
    func warning() async throws {
        let fixture = try await IssuingFixture.make()
        let prefix = try #require(try await fixture.issuing.numberRanges(drawing: .seeded(7)).first).prefix
        let log = RecordedLog()
        let meter = { NumberRangeMeter(
            fixture.issuing, drawing: .seeded(7), logger: log.logger, metrics: NOOPMetricsHandler.instance) }
        try await Self.take(999, of: prefix, on: fixture)
        try await meter().measure()
        #expect(log.lines.isEmpty)
        try await fixture.issuing.database.execute(script: "DELETE FROM issued_pan")
        try await Self.take(1000, of: prefix, on: fixture)
        try await meter().measure()
        #expect(log.lines.map { $0.values("prefix", "usedPercent") } == [[prefix, "50"]])
        _ = try await fixture.issue(.virtualVisa, to: fixture.enrol())
    }
}
