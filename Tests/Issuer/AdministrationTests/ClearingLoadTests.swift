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

@Suite("Loading clearing files", .timeLimit(.minutes(30)))
struct ClearingLoadTests {
    static let day = "VISA-2026-03-15"

    static func reference(_ text: String) throws -> NetworkReference {
        try #require(NetworkReference(text))
    }

    static func dollar() throws -> Currency { try #require(Currency("USD")) }

    static func load(
        _ lines: [ClearingFile.Line], as name: String = ClearingLoadTests.day, on fixture: IssuingFixture
    ) async throws -> ClearingLoad {
        try await fixture.administration.loadClearing(
            LineSource(bytes: Array(ClearingFile(lines).text.utf8)), as: reference(name))
    }

    static func line(
        _ reference: String, _ authorization: AuthorizationID, _ amount: Int64, _ currency: Currency = .euro,
        isFinal: Bool = true
    ) throws -> ClearingFile.Line {
        ClearingFile.Line(
            reference: try Self.reference(reference), authorization: authorization,
            amount: Money(minorUnits: amount, currency: currency), isFinal: isFinal, number: 2)
    }

    static func paid(_ name: String, with card: Card, on fixture: IssuingFixture) async throws
        -> AuthorizationID {
        try #require(try await fixture.pay(name, with: card).authorization)
    }

    @Test("A line that agrees is booked once, whether a message or the file came first, and earns interchange")
    func agreeing() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let (byFile, byMessage) = (
            try await Self.paid("P1", with: card, on: fixture), try await Self.paid("P2", with: card, on: fixture)
        )
        try await fixture.follow("P2", .clearing, "C2", for: card)
        for (category, basisPoints, fixed) in [(nil, 20, 0), ("5812", 100, 5)] as [(String?, Int64, Int64)] {
            try await fixture.administration.set(
                InterchangeRate(
                    program: card.program, category: category.flatMap { MerchantCategory($0) },
                    share: try #require(BasisPoints(basisPoints)), fixed: Money(minorUnits: fixed, currency: .euro)))
        }
        let lines = [try Self.line("C1", byFile, 1234), try Self.line("C2", byMessage, 1234)]
        let load = try await Self.load(lines, on: fixture)
        #expect(load.lines == 2 && load.agreeing == 2 && load.breaks.isEmpty && load.takenBefore == 0)
        #expect(try await fixture.balance(of: card) == .init(posted: 2532, available: 2532))
        let now = IssuingFixture.now
        let positions = try await fixture.administration.clearingPositions(from: now, to: now)
        // 1 % of 12.34 is 0.12, and 0.05 more.
        #expect(positions.map { "\($0.day) \($0.scheme) \($0.lines) \($0.amount) \($0.interchange) \($0.net)" }
            == ["2026-03-15 visa 2 2468 34 2434"])
        #expect(try await fixture.ledgerFindings() == [])

        let before = try await fixture.contents()
        for name in [Self.day, "ANOTHER-NAME"] {
            let again = try await Self.load(lines, as: name, on: fixture)
            #expect(again.takenBefore == 2 && again.agreeing == 0 && "\(again.reference)" == Self.day)
        }
        #expect(try await fixture.contents() == before)
    }

    @Test("A line with the reference of a message about another amount is doubled, and the scheme is not owed it")
    func otherAmountThanTheMessage() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let paid = try await Self.paid("P1", with: card, on: fixture)
        try await fixture.follow("P1", .clearing, "C1", for: card)
        let wrong = try [
            Self.line("C1", paid, 1233), Self.line("C1", paid, 1235), Self.line("C1", paid, 1234, Self.dollar()),
        ]
        for (number, line) in wrong.enumerated() {
            let load = try await Self.load([line], as: "DAY-\(number)", on: fixture)
            #expect(load.breaks == [.doubled: 1], "line \(number)")
        }
        let now = IssuingFixture.now
        #expect(try await fixture.administration.clearingPositions(from: now, to: now).isEmpty)
        #expect(try await fixture.balance(of: card) == .init(posted: 3766, available: 3766))
        #expect(try await fixture.ledgerFindings() == [])
        #expect(try await Self.load([Self.line("C1", paid, 1234)], as: "RIGHT", on: fixture).agreeing == 1)
    }

    @Test("Each difference is a break of its kind, and what must not be booked is not")
    func kinds() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 20_000)
        var paid: [AuthorizationID] = []
        for number in 0..<6 { paid.append(try await Self.paid("P\(number)", with: card, on: fixture)) }
        try await fixture.follow("P5", .reversal, "R5", for: card)
        let unknown = AuthorizationID(rawValue: fixture.issuing.entropy.uuid())
        let load = try await Self.load(
            [
                Self.line("C0", paid[0], 1300), Self.line("C1", paid[1], 1200),
                Self.line("C2", paid[2], 1234, Self.dollar()),
                Self.line("C3", paid[3], 234, isFinal: false), Self.line("C4", paid[3], 1000),
                Self.line("C5", paid[3], 1000), Self.line("C6", paid[5], 1234), Self.line("C7", unknown, 1),
                Self.line("C0", paid[4], 1234),
            ], on: fixture)
        #expect(load.agreeing == 2)
        let breaks = try await fixture.administration.clearingBreaks()
        let told = breaks.sorted { ($0.line?.number ?? 0) < ($1.line?.number ?? 0) }.map {
            "\($0.line?.number ?? 0) \($0.kind.rawValue) \($0.isBooked)"
        }
        #expect(told == [
            "2 AMOUNT true", "3 AMOUNT true", "4 AMOUNT false", "7 DOUBLED false", "8 STATUS false", "9 UNKNOWN false",
            "10 DOUBLED false",
        ])
        #expect(breaks.allSatisfy { ($0.authorized == nil) == ($0.kind == .unknown) })
        // 20000, less 1300, 1200 and 1234.
        #expect(try await fixture.balance(of: card).posted == 16_266)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Of a wrong file nothing is booked, and a name is of one file")
    func refusedFiles() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let line = try Self.line("C1", try await Self.paid("P1", with: card, on: fixture), 1234)
        let before = try await fixture.contents()
        let text = ClearingFile([line]).text
        for wrong in [text.replacing("TOTAL,,,EUR,1234", with: "TOTAL,,,EUR,1235"), text + "\u{FF}", "",
                      text.replacing("C1", with: String(repeating: "C", count: 1100))] {
            let failure = await #expect(throws: ClearingFailure.self) {
                try await fixture.administration.loadClearing(
                    LineSource(bytes: Array(wrong.utf8)), as: Self.reference(Self.day))
            }
            guard case .faults = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
        #expect(try await fixture.contents() == before)
        _ = try await Self.load([line], on: fixture)
        let failure = await #expect(throws: ClearingFailure.self) { try await Self.load([], on: fixture) }
        guard case .referenceTaken = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("A line about a damaged card or account is a break, and the others are booked", arguments: [false, true])
    func damaged(isAccount: Bool) async throws {
        let fixture = try await IssuingFixture.make()
        let (whole, damaged) = (try await fixture.loadedCard(with: 5000), try await fixture.loadedCard(with: 5000))
        let (first, second) = (
            try await Self.paid("P1", with: damaged, on: fixture), try await Self.paid("P2", with: whole, on: fixture)
        )
        let script = isAccount
            ? "UPDATE money.account SET held = 0 WHERE customer_id = \(damaged.customer)"
            : "UPDATE card SET sealed_pan = '' WHERE card_id = '\(damaged.id)'"
        try await fixture.issuing.database.execute(script: script)
        let lines = [try Self.line("C1", first, 1234), try Self.line("C2", second, 1234)]
        let load = try await Self.load(lines, on: fixture)
        #expect(load.agreeing == 1 && load.breaks == [.unbooked: 1])
        #expect(try await fixture.administration.clearingBreaks().map(\.authorization) == [first])
        #expect(try await Self.load(lines, on: fixture).takenBefore == 2)
    }

    @Test("Positions of too many days are refused, and not shown in part")
    func tooManyPositions() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: """
            INSERT INTO issuing.clearing_position (day, scheme, currency, lines, amount, interchange, losses)
            SELECT '2026-03-15'::date - number, 'VISA', 'EUR', 1, 1, 0, 0 FROM generate_series(0, 500) AS number
            """)
        let (first, last) = (IssuingFixture.now - 500 * 86_400, IssuingFixture.now)
        func failure(from first: Date, to last: Date) async -> String? {
            let failure = await #expect(throws: ClearingFailure.self) {
                try await fixture.administration.clearingPositions(from: first, to: last)
            }
            return failure?.description
        }
        #expect(await failure(from: first, to: last) == "The days have more than 500 positions. Ask for fewer days.")
        #expect(await failure(from: last, to: first) == "The last day must not be before the first one.")
        #expect(try await fixture.administration.clearingPositions(from: first + 86_400, to: last).count == 500)
        #expect(try await fixture.administration.clearingPositions(from: last, to: last).count == 1)
    }

    @Test("A day without clearings has a file, too, which is new once")
    func emptyFile() async throws {
        let fixture = try await IssuingFixture.make()
        let first = try await Self.load([], on: fixture)
        #expect(first.isNew && first.lines == 0)
        #expect(try await Self.load([], on: fixture).isNew == false)
    }

    @Test("Of two files with the same references at once, one takes each line, and in the other one it is doubled")
    func sameLinesAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 50_000)
        var cleared: [ClearingFile.Line] = []
        for number in 1...20 {
            let paid = try await Self.paid("P\(number)", with: card, on: fixture)
            cleared.append(try Self.line("C\(number)", paid, 1234))
        }
        let lines = cleared
        // One line more, because a file is known by its bytes.
        let unknown = try #require(AuthorizationID("1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1"))
        let more = try lines + [Self.line("C21", unknown, 1)]
        async let one = Self.load(lines, as: "ONE", on: fixture)
        async let other = Self.load(more, as: "OTHER", on: fixture)
        let loads = try await [one, other]
        #expect(loads.map(\.agreeing).reduce(0, +) == 20)
        #expect(loads.map { $0.breaks[.doubled] ?? 0 }.reduce(0, +) == 20)
        #expect(try await fixture.ledgerFindings() == [])
    }

    /// Of a long file. `TORTURE` makes it one of 10,000 lines.
    private static let batches = ProcessInfo.processInfo.environment["TORTURE"] == nil ? 3 : 20

    /// Ten of the breaks are clearings that do not come. The load stops in a batch that is neither the first nor the
    /// last, between its booking and its record, as a kill would stop it.
    @Test("Of a long file exactly the 50 planted breaks are found, in spite of a stop, and twice is once")
    func planted() async throws {
        let fixture = try await IssuingFixture.make()
        let (batch, taken) = (500, Self.batches / 2 * 500)
        var cards: [Card] = []
        for _ in 1...10 { cards.append(try await fixture.loadedCard(with: 5_000_000)) }
        let ids = try await Self.seed(Self.batches * batch / 10 - 2, of: cards, on: fixture)
        let beyond = taken + 100..<taken + 110
        // All but ten authorizations have a line, and thirty lines more are wrong. Ten collect too much, in the batch
        // that is booked when the load stops.
        var lines = try ids.dropLast(10).enumerated().map { index, id in
            try Self.line("C\(index)", id, beyond.contains(index) ? 1001 : 1000)
        }
        for index in 0..<10 {
            lines.append(try Self.line("D\(index)", ids[100 + index], 1000))
            let unknown = AuthorizationID(rawValue: fixture.issuing.entropy.uuid())
            lines.insert(try Self.line("U\(index)", unknown, 1000), at: Self.batches * batch / 20 * index + 1)
        }
        for index in 0..<5 {
            lines.append(try Self.line("C\(200 + index)", ids[200 + index], 1000))
            lines.append(try Self.line("F\(index)", ids[300 + index], 1000, Self.dollar()))
        }
        #expect(lines.count == Self.batches * batch)
        let file = lines

        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION stop_load() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'stopped'; END $$;
            CREATE TRIGGER stop_load BEFORE UPDATE ON clearing_file FOR EACH ROW WHEN (NEW.taken > \(taken))
                EXECUTE FUNCTION stop_load();
            """)
        await #expect(throws: ClearingFailure.self) { try await Self.load(file, on: fixture) }
        try await fixture.issuing.database.execute(script: """
            DROP TRIGGER stop_load ON clearing_file; DROP FUNCTION stop_load();
            """)
        let load = try await Self.load(file, on: fixture)
        #expect(load.takenBefore == taken && load.lines == file.count)
        let late = try await fixture.server(now: IssuingFixture.now + 6 * 86_400)
        try await late.issuing.findMissingClearings(after: 5)
        let found = try await fixture.texts("""
            SELECT concat_ws(' ', kind, coalesce(reference::text, authorization_id::text)) FROM clearing_break
            """)
        var planted = beyond.map { "AMOUNT C\($0)" } + ids.suffix(10).map { "MISSING \($0)" }
        planted += (0..<10).flatMap { ["DOUBLED D\($0)", "UNKNOWN U\($0)"] }
        planted += (0..<5).flatMap { ["DOUBLED C\(200 + $0)", "AMOUNT F\($0)"] }
        #expect(found.sorted() == planted.sorted() && found.count == 50)
        let before = try await fixture.contents()
        #expect(try await Self.load(file, on: fixture).takenBefore == file.count)
        try await late.issuing.findMissingClearings(after: 5)
        #expect(try await fixture.contents() == before)
        #expect(try await fixture.ledgerFindings() == [])
    }

    /// Authorizations of 10.00 that wait for their clearings.
    ///
    /// - Parameter count: of each card.
    private static func seed(
        _ count: Int, of cards: [Card], on fixture: IssuingFixture
    ) async throws -> [AuthorizationID] {
        for (index, card) in cards.enumerated() {
            try await fixture.pay("S\(index)", with: card) { $0.fields.amount = 1000 }
        }
        try await fixture.issuing.database.execute(script: """
            CREATE TEMPORARY TABLE seed AS
            SELECT z.*, n FROM "authorization" z, generate_series(2, \(count)) n;
            UPDATE seed SET authorization_id = md5(reference || ' ' || n)::uuid, reference = reference || '-' || n,
                insertion = nextval('authorization_insertion');
            UPDATE seed SET lifecycle = reference;
            ALTER TABLE seed DROP COLUMN n;
            INSERT INTO "authorization" SELECT * FROM seed;
            INSERT INTO money.hold (customer_id, hold_id, account_id, status, held, placed_at, expires_at)
            SELECT customer_id, authorization_id, account_id, 'PENDING', approved, created_at,
                   created_at + interval '7 days'
            FROM seed;
            UPDATE money.account a SET held = a.held + s.held
            FROM (SELECT customer_id, account_id, sum(approved) AS held FROM seed GROUP BY 1, 2) s
            WHERE a.customer_id = s.customer_id AND a.account_id = s.account_id;
            DROP TABLE seed;
            """)
        return try await fixture.texts("SELECT authorization_id::text FROM \"authorization\" ORDER BY reference")
            .map { try #require(AuthorizationID($0)) }
    }

    @Test("The positions of random days are what the ledger owes the schemes for these days")
    func randomDays() async throws {
        let fixture = try await IssuingFixture.make()
        var dice = SeededNumbers(seed: 7)
        let cards = [
            try await fixture.loadedCard(.virtualVisa, with: 900_000),
            try await fixture.loadedCard(.virtualMastercard, with: 900_000),
        ]
        for card in cards {
            try await fixture.administration.set(
                InterchangeRate(
                    program: card.program, category: nil, share: try #require(BasisPoints(37)),
                    fixed: Money(minorUnits: 3, currency: .euro)))
        }
        for day in 0..<12 {
            let today = try await fixture.server(now: IssuingFixture.now + Double(day) * 86_400)
            var lines: [ClearingFile.Line] = []
            for number in 0..<dice.below(9) {
                let (card, amount) = (dice.one(of: cards), Int64(1 + dice.below(5000)))
                let paid = try await today.pay("P\(day)-\(number)", with: card) { $0.fields.amount = amount }
                let cleared = dice.below(4) == 0 ? amount + 1 : amount
                lines.append(try Self.line("C\(day)-\(number)", try #require(paid.authorization), cleared))
            }
            _ = try await Self.load(lines, as: "DAY-\(day)", on: today)
        }
        let end = IssuingFixture.now + 12 * 86_400
        let positions = try await fixture.administration.clearingPositions(from: IssuingFixture.now, to: end)
        let owed = try await fixture.texts("""
            SELECT concat_ws(' ', (j.posted_at AT TIME ZONE 'UTC')::date, substr(e.ledger_account, 8), sum(e.change))
            FROM money.entry e
            JOIN money.journal j ON j.customer_id = e.customer_id AND j.journal_id = e.journal_id
            WHERE e.ledger_account LIKE 'scheme:%'
            GROUP BY (j.posted_at AT TIME ZONE 'UTC')::date, e.ledger_account
            ORDER BY (j.posted_at AT TIME ZONE 'UTC')::date, e.ledger_account DESC
            """)
        let told = positions.sorted { ($0.day, $1.scheme.rawValue) < ($1.day, $0.scheme.rawValue) }
            .map { "\($0.day) \($0.scheme.rawValue) \($0.net)" }
        #expect(told.count > 8 && told == owed)
        #expect(try await fixture.ledgerFindings() == [])
    }
}
