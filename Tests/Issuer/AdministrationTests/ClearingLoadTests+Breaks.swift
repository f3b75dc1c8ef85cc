import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

/// Differences between a file and what was authorized: they are found, and resolved once.
extension ClearingLoadTests {
    @Test("A break is resolved once, by name; a line that was not booked can become a loss, which is owed")
    func resolution() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let paid = try await Self.paid("P1", with: card, on: fixture)
        _ = try await Self.load([Self.line("C1", paid, 1234), Self.line("C2", paid, 1234)], on: fixture)
        let doubled = try #require(try await fixture.administration.clearingBreaks().first)
        let mistaken = await #expect(throws: ClearingFailure.self) {
            try await fixture.administration.resolve(doubled.id, because: "Too late.", losingTo: .mastercard)
        }
        #expect(mistaken?.description.contains("of the scheme VISA") == true)
        let resolved = try await fixture.administration.resolve(doubled.id, because: "Too late.", losingTo: .visa)
        #expect(resolved.resolution?.isLoss == true && resolved.resolution?.reason == "Too late.")
        #expect(try await fixture.administration.clearingBreaks() == [])
        let failure = await #expect(throws: ClearingFailure.self) {
            try await fixture.administration.resolve(doubled.id, because: "Again.")
        }
        #expect(failure?.description.contains("Too late.") == true)
        let later = try await fixture.server(now: IssuingFixture.now + 86_400)
        let day = Date(timeIntervalSince1970: 1_773_532_800)
        await #expect(throws: ClearingFailure.self) {
            try await fixture.administration.settle(day, with: .visa, in: .euro)
        }
        let settled = try await later.administration.settle(day, with: .visa, in: .euro)
        #expect(settled.net == 2468 && settled.losses == 1234)
        await #expect(throws: ClearingFailure.self) {
            try await later.administration.settle(day, with: .visa, in: .euro)
        }
        #expect(try await fixture.ledgerFindings() == [])
        let owed = try await fixture.texts("""
            SELECT sum(change)::text FROM money.entry WHERE ledger_account = 'scheme:VISA'
            """)
        #expect(owed == ["0"])
    }

    @Test("Who comes second to a break hears how it was resolved, also if both came at once", .timeLimit(.minutes(5)))
    func resolvedAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let unknown = try #require(AuthorizationID("1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1"))
        _ = try await Self.load([Self.line("C1", unknown, 1234)], on: fixture)
        let found = try #require(try await fixture.administration.clearingBreaks().first)
        let first = Statement(
            "test_resolve_break",
            """
            UPDATE clearing_break SET resolved_at = opened_at, resolved_by = 'olga', reason = 'Sent twice.'
            WHERE break_id = $1 RETURNING true AS is_held
            """
        ) { row throws(PostgresFailure) in try row.boolean("is_held") }
        var second: Task<ClearingBreak, any Error>?
        try await fixture.holding(first(.id(found.id))) {
            second = Task { try await fixture.administration.resolve(found.id, because: "Again.") }
            while try await fixture.waitingForLocks() == 0 {}
        }
        let failure = await #expect(throws: ClearingFailure.self) { _ = try await second?.value }
        #expect(failure?.description == "The break was resolved before by olga: Sent twice.")
    }

    @Test("The reason of a resolution is one line without a card number, because the audit trail keeps it")
    func wrongReason() async throws {
        let fixture = try await IssuingFixture.make()
        let unknown = try #require(AuthorizationID("1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1"))
        _ = try await Self.load([Self.line("C1", unknown, 1234)], on: fixture)
        let found = try #require(try await fixture.administration.clearingBreaks().first)
        let wrong = ["", "Of card 4111 1111 1111 1111.", "Two\nlines", String(repeating: "a", count: 501)]
        for reason in wrong {
            await #expect(throws: ClearingFailure.self, "\(reason)") {
                try await fixture.administration.resolve(found.id, because: reason)
            }
        }
        #expect(try await fixture.administration.clearingBreaks().map(\.id) == [found.id])
        let longest = String(repeating: "a", count: 500)
        #expect(try await fixture.administration.resolve(found.id, because: longest).resolution?.reason == longest)
    }

    @Test("A clearing that does not come is missing after some days, once, and no more when it comes")
    func missing() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let paid = try await Self.paid("P1", with: card, on: fixture)
        let early = try await fixture.server(now: IssuingFixture.now + 4 * 86_400)
        try await early.issuing.findMissingClearings(after: 5)
        #expect(try await fixture.administration.clearingBreaks() == [])
        let late = try await fixture.server(now: IssuingFixture.now + 5 * 86_400)
        for _ in 1...2 { try await late.issuing.findMissingClearings(after: 5) }
        let missing = try await late.administration.clearingBreaks()
        #expect(missing.map(\.kind) == [.missing] && missing.map(\.authorization) == [paid])
        #expect(missing.first?.ageInDays(at: late.administration.now + 2 * 86_400) == 2)
        #expect(try await Self.load([Self.line("C1", paid, 1234)], on: late).agreeing == 1)
        #expect(try await late.administration.clearingBreaks() == [])
        let ended = try await late.administration.clearingBreak(try #require(missing.first).id)
        #expect(ended.resolution?.by == "clearing")
        try await late.issuing.findMissingClearings(after: 5)
        #expect(try await late.administration.clearingBreaks() == [])
    }

    @Test("A clearing that comes as a message ends its break at the next round, and only its own")
    func missingUntilMessage() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let (paid, waiting) = (
            try await Self.paid("P1", with: card, on: fixture), try await Self.paid("P2", with: card, on: fixture)
        )
        let late = try await fixture.server(now: IssuingFixture.now + 5 * 86_400)
        try await late.issuing.findMissingClearings(after: 5)
        let missing = try await late.administration.clearingBreaks(of: .missing)
        #expect(Set(missing.map(\.authorization)) == [paid, waiting])
        let later = try await fixture.server(now: IssuingFixture.now + 6 * 86_400)
        try await later.follow("P1", .clearing, "C1", for: card, amount: 1000, isLast: false)
        try await later.issuing.findMissingClearings(after: 5)
        #expect(try await later.administration.clearingBreaks().map(\.authorization) == [waiting])
        let ended = try await later.administration.clearingBreak(
            try #require(missing.first { $0.authorization == paid }).id)
        #expect(ended.resolution?.by == "clearing" && ended.resolution?.at == later.administration.now)
    }

    @Test("A line that is not booked does not end the break of a missing clearing")
    func missingUntilBooked() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let paid = try await Self.paid("P1", with: card, on: fixture)
        let late = try await fixture.server(now: IssuingFixture.now + 5 * 86_400)
        try await late.issuing.findMissingClearings(after: 5)
        // Another currency is not booked, so nothing was collected yet.
        #expect(try await Self.load([Self.line("C1", paid, 1234, Self.dollar())], on: late).breaks == [.amount: 1])
        try await late.issuing.findMissingClearings(after: 5)
        #expect(try await Set(late.administration.clearingBreaks().map(\.kind)) == [.missing, .amount])
        #expect(try await Self.load([Self.line("C2", paid, 1200)], as: "NEXT", on: late).breaks == [.amount: 1])
        #expect(try await late.administration.clearingBreaks(of: .missing) == [])
        #expect(try await late.administration.clearingBreaks().map(\.isBooked).sorted { !$0 && $1 } == [false, true])
    }

    @Test("A clearing that does not come is missing before any server sees the time at which its hold ends")
    func missingBeforeTheClockMoves() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let paid = try await Self.paid("P1", with: card, on: fixture)
        // From this moment on, the worker of another server may end the hold.
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION require_break() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NOT EXISTS (SELECT FROM issuing.clearing_break) THEN RAISE EXCEPTION 'there is no break yet'; END IF;
                RETURN NEW;
            END $$;
            CREATE TRIGGER clock_moves BEFORE INSERT OR UPDATE ON sandbox.clock
                FOR EACH ROW EXECUTE FUNCTION require_break();
            """)
        try await fixture.sandbox.setClock(.frozen(at: IssuingFixture.now + 30 * 86_400))
        let missing = try await fixture.administration.clearingBreaks()
        #expect(missing.map(\.kind) == [.missing] && missing.map(\.authorization) == [paid])
    }
}
