import Administration
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport

/// A scheme is paid for a reference once.
extension ClearingLoadTests {
    /// The id of no authorization.
    private static func nobody() throws -> AuthorizationID {
        try #require(AuthorizationID("1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1"))
    }

    /// The open break of a file.
    private static func open(in file: String, on fixture: IssuingFixture) async throws -> ClearingBreak {
        let breaks = try await fixture.administration.clearingBreaks()
        return try #require(breaks.first { $0.line?.fileReference.text == file })
    }

    private static func lose(_ found: ClearingBreak, on fixture: IssuingFixture) async throws -> ClearingBreak {
        try await fixture.administration.resolve(found.id, because: "It is paid.", losingTo: .visa)
    }

    /// What an operator hears who wants to lose a reference that is paid.
    private static func refusal(of found: ClearingBreak, on fixture: IssuingFixture) async -> String? {
        let failure = await #expect(throws: ClearingFailure.self) { _ = try await lose(found, on: fixture) }
        return failure?.description
    }

    private static let remedy = "This break is still open. Resolve it without a loss."

    private static func losses(on fixture: IssuingFixture) async throws -> [Int128] {
        let now = IssuingFixture.now
        return try await fixture.administration.clearingPositions(from: now, to: now).map(\.losses)
    }

    /// In dollars, a line about a payment in euros is not booked. In euros it would be, if it was not paid.
    @Test("A line that comes again after its loss is doubled, whatever else it says, and not paid", arguments: [
        false, true,
    ])
    func lostBefore(isKnown: Bool) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let (paid, other) = (
            try await Self.paid("P1", with: card, on: fixture), try await Self.paid("P2", with: card, on: fixture)
        )
        let payment = isKnown ? paid : try Self.nobody()
        let currency = isKnown ? try Self.dollar() : .euro
        _ = try await Self.load([Self.line("C1", payment, 1000, currency)], as: "ONE", on: fixture)
        let first = try await Self.lose(Self.open(in: "ONE", on: fixture), on: fixture)
        let load = try await Self.load(
            [Self.line("C1", payment, 1234), Self.line("C2", other, 1234)], as: "TWO", on: fixture)
        #expect(load.agreeing == 1 && load.breaks == [.doubled: 1])
        #expect(try await fixture.balance(of: card) == .init(posted: 3766, available: 2532), "only C2 is booked")

        let again = try await Self.open(in: "TWO", on: fixture)
        let explanation = """
            The reference C1 was paid before as a loss of 10.00 \(currency): break \(first.id), line 2 of ONE.
            """
        #expect(again.kind == .doubled && !again.isBooked && again.explanation == explanation)
        #expect((again.authorized != nil) == isKnown)
        #expect(await Self.refusal(of: again, on: fixture) == "\(explanation) \(Self.remedy)")
        #expect(try await fixture.administration.clearingBreaks() == [again], "a refusal changes nothing")
        let resolved = try await fixture.administration.resolve(again.id, because: "It came twice.")
        #expect(resolved.resolution?.isLoss == false)
        #expect(try await Self.losses(on: fixture).reduce(0, +) == 1000)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Of two open breaks of one reference, only one can be a loss, whichever is the older one")
    func twoOpenBreaks() async throws {
        let fixture = try await IssuingFixture.make()
        for (file, amount) in [("ONE", 1000), ("TWO", 1234)] as [(String, Int64)] {
            let load = try await Self.load([Self.line("C1", Self.nobody(), amount)], as: file, on: fixture)
            #expect(load.breaks == [.unknown: 1], "nothing is lost yet")
        }
        let younger = try await Self.lose(Self.open(in: "TWO", on: fixture), on: fixture)
        let older = try await Self.open(in: "ONE", on: fixture)
        #expect(await Self.refusal(of: older, on: fixture) == """
            The reference C1 was paid before as a loss of 12.34 EUR: break \(younger.id), line 2 of TWO. \(Self.remedy)
            """)
        #expect(try await Self.losses(on: fixture) == [1234])
        #expect(try await fixture.ledgerFindings() == [])
    }

    /// Another transaction holds the position that both losses are added to. So the first one has found no earlier
    /// loss, and has not committed, when the second one looks for one.
    @Test("Of two breaks of one reference that become losses at once, only the first one does", .timeLimit(.minutes(5)))
    func lostAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        for (reference, file) in [("C0", "ZERO"), ("C1", "ONE"), ("C1", "TWO")] {
            // A file is known by its bytes.
            let amount: Int64 = file == "TWO" ? 1234 : 1000
            _ = try await Self.load([Self.line(reference, Self.nobody(), amount)], as: file, on: fixture)
        }
        _ = try await Self.lose(Self.open(in: "ZERO", on: fixture), on: fixture)
        let both = [try await Self.open(in: "ONE", on: fixture), try await Self.open(in: "TWO", on: fixture)]
        let hold = Statement("test_hold_position", "SELECT true AS is_held FROM clearing_position FOR UPDATE") {
            row throws(PostgresFailure) in try row.boolean("is_held")
        }
        var tasks: [Task<ClearingBreak, any Error>] = []
        try await fixture.holding(hold()) {
            for found in both {
                tasks.append(Task { try await Self.lose(found, on: fixture) })
                while try await fixture.waitingForLocks() < tasks.count {}
            }
        }
        #expect(try await tasks[0].value.resolution?.isLoss == true)
        let failure = await #expect(throws: ClearingFailure.self) { _ = try await tasks[1].value }
        #expect(failure?.description == """
            The reference C1 was paid before as a loss of 10.00 EUR: break \(both[0].id), line 2 of ONE. \(Self.remedy)
            """)
        #expect(try await fixture.administration.clearingBreaks() == [both[1]])
        #expect(try await Self.losses(on: fixture) == [2000])
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A line that is booked at last, from another file, leaves the break of the first one without a loss")
    func bookedSince() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let paid = try await Self.paid("P1", with: card, on: fixture)
        _ = try await Self.load([Self.line("C1", Self.nobody(), 1234)], as: "ONE", on: fixture)
        #expect(try await Self.load([Self.line("C1", paid, 1234)], as: "TWO", on: fixture).agreeing == 1)
        let first = try await Self.open(in: "ONE", on: fixture)
        #expect(await Self.refusal(of: first, on: fixture) == """
            The reference C1 was booked, so the scheme is owed 12.34 EUR for it: line 2 of TWO. \(Self.remedy)
            """)
        #expect(try await fixture.administration.clearingBreaks() == [first])
        let resolved = try await fixture.administration.resolve(first.id, because: "It came again, with its payment.")
        #expect(resolved.resolution?.isLoss == false)
        #expect(try await Self.losses(on: fixture) == [0])
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A loss that an earlier program has accepted is found, too, which has claimed no reference")
    func lostByEarlierProgram() async throws {
        let fixture = try await IssuingFixture.make()
        for (file, amount) in [("ONE", 1000), ("TWO", 1234)] as [(String, Int64)] {
            _ = try await Self.load([Self.line("C1", Self.nobody(), amount)], as: file, on: fixture)
        }
        let (first, second) = (
            try await Self.open(in: "ONE", on: fixture), try await Self.open(in: "TWO", on: fixture)
        )
        try await fixture.issuing.database.execute(script: """
            UPDATE clearing_break SET resolved_at = opened_at, resolved_by = 'olga', reason = 'It is paid.',
                journal_id = gen_random_uuid()
            WHERE break_id = '\(first.id)'
            """)
        let told = "The reference C1 was paid before as a loss of 10.00 EUR: break \(first.id), line 2 of ONE."
        #expect(await Self.refusal(of: second, on: fixture) == "\(told) \(Self.remedy)")
        let load = try await Self.load([Self.line("C1", Self.nobody(), 999)], as: "THREE", on: fixture)
        #expect(load.breaks == [.doubled: 1])
        #expect(try await Self.open(in: "THREE", on: fixture).explanation == told)
    }
}
