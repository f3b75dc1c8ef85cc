import Cards
import Foundation
import Identifiers
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@testable import CardSecrets
@testable import Issuing

/// Servers do the work of each accepted order once, even if a server dies.
@Suite("Work on accepted bulk orders")
struct BulkOrderWorkTests {
    @Test(
        "Simultaneous orders and single applications never exceed a customer's allowance",
        arguments: [31, 32, 33] as [UInt64])
    func simultaneousAllowances(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let twin = try await fixture.server()
        let people = try await fixture.enrol(count: 4)
        var orders: [BulkOrder] = []
        for shift in 0..<4 {
            let theirs = (people[shift...] + people[..<shift]).flatMap { Asked.cards(2, of: .virtualVisa, for: $0) }
            orders.append(try await fixture.accepted(theirs))
        }
        let singles = try await withThrowingTaskGroup(of: CustomerID?.self) { group in
            for server in [fixture, twin] {
                group.addTask {
                    try await server.issuing.workOnBulkOrders()
                    return nil
                }
                for person in people {
                    group.addTask {
                        do {
                            return try await server.issue(.virtualVisa, to: person).customer
                        } catch IssuingFailure.refused(.application(.cardLimitExceeded)) {
                            return nil
                        }
                    }
                }
            }
            return try await group.reduce(into: [CustomerID]()) { if let one = $1 { $0.append(one) } }
        }
        try await fixture.issuing.workOnBulkOrders()

        var issued = singles
        for order in orders {
            let done = try await fixture.reread(order)
            #expect(done.status == .completed && done.cards.count == 8 || done.status == .failed && done.cards.isEmpty)
            issued += done.cards.map(\.customer)
        }
        for person in people {
            let count = issued.count { $0 == person }
            #expect((4...5).contains(count), "two orders of two fit into five, and one more")
            #expect(try await fixture.texts("""
                SELECT concat_ws(' ', issued_cards, (SELECT count(*) FROM card c WHERE c.customer_id = a.customer_id))
                FROM card_allowance a WHERE customer_id = $1
                """, .bigint(person.rawValue)) == ["\(count) \(count)"])
        }
    }

    @Test("Two servers issue the cards of every order exactly once")
    func twoServers() async throws {
        let fixture = try await IssuingFixture.make(seed: 34)
        let twin = try await fixture.server()
        var orders: [BulkOrder] = []
        for person in try await fixture.enrol(count: 12) {
            orders.append(try await fixture.accepted(Asked.cards(3, of: .virtualMastercard, for: person)))
        }
        try await withThrowingTaskGroup { group in
            for server in [fixture, twin, fixture, twin] {
                group.addTask { try await server.issuing.workOnBulkOrders() }
            }
            try await group.waitForAll()
        }
        for order in orders { #expect(try await fixture.reread(order).cards.count == 3) }
        #expect(try await fixture.texts(
            "SELECT concat_ws(' ', (SELECT count(*) FROM card), (SELECT count(*) FROM issued_pan))") == ["36 36"])
    }

    @Test("Orders that were accepted at the same time are worked on in the order of their acceptance")
    func order() async throws {
        let fixture = try await IssuingFixture.make(seed: 35)
        var accepted: [String] = []
        for person in try await fixture.enrol(count: 6) {
            let order = try await fixture.accepted([Asked(customer: person, program: .virtualVisa)])
            accepted.append(order.id.rawValue.uuidString.lowercased())
        }
        try await fixture.issuing.workOnBulkOrders()
        let issued = try await fixture.texts(
            "SELECT o.order_id::text FROM bulk_order o JOIN card c ON c.card_id = o.card_ids[1] ORDER BY c.insertion")
        #expect(issued == accepted)
    }

    @Test("An order whose stored applications are damaged fails, and the next one is completed", arguments: [
        (#""pins":[null]"#, #""pins":[]"#), (#""pins":[null]"#, #""pins":["12"]"#), ("{.*}", "["),
        ("{.*}", #"{"entries":[],"pins":[]}"#), (#""rawValue":\d+"#, #""rawValue":0"#),
    ])
    func damagedOrder(_ sealed: String, _ damaged: String) async throws {
        let fixture = try await IssuingFixture.make(seed: 36)
        let person = try await fixture.enrol()
        let asked = [Asked(customer: person, program: .virtualVisa)]
        let (order, next) = (try await fixture.accepted(asked), try await fixture.accepted(asked))
        let entries = [BulkApplication.Entry(customer: person, application: .ordering(.virtualVisa))]
        let json = String(
            decoding: try JSONEncoder().encode(KeptApplications(BulkApplication(entries), pins: [nil])), as: UTF8.self)
        let changed = json.replacingOccurrences(
            of: sealed.replacing("[", with: "\\["), with: damaged, options: .regularExpression)
        try #require(changed != json)
        let secret = fixture.issuing.vault.seal(
            Secret(Array(changed.utf8)),
            at: "bulk_order.sealed_applications order \(order.id)")
        let bytes = secret.bytes.map { String(format: "%02x", $0) }.joined()
        try await fixture.issuing.database.execute(
            script: "UPDATE bulk_order SET sealed_applications = '\\x\(bytes)' WHERE order_id = '\(order.id)'")
        var endings: [BulkOrderID: BulkOrderEnding] = [:]
        try await fixture.issuing.workOnBulkOrders { endings[$0] = $1 }
        #expect(endings == [order.id: .failed(.unreadable), next.id: .completed(numberOfCards: 1)])
        #expect(try await fixture.reread(order).failure == .unreadable)
    }

    @Test("An order that another server holds is skipped and completed later")
    func lockedOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 35)
        let person = try await fixture.enrol()
        let held = try await fixture.accepted(Asked.cards(2, of: .virtualVisa, for: person))
        let next = try await fixture.accepted(Asked.cards(2, of: .virtualVisa, for: person))
        try await fixture.holding(held) {
            try await fixture.issuing.workOnBulkOrders()
            #expect(try await fixture.reread(held) == held)
            #expect(try await fixture.reread(next).status == .completed)
        }
        try await fixture.sandbox.setClock(.frozen(at: IssuingFixture.now + 1))
        #expect(try await fixture.reread(held).status == .completed)
    }

    @Test("An order that a server started and did not finish is completed by another")
    func abandonedOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 36)
        let order = try await fixture.accepted(Asked.cards(2, of: .virtualVisa, for: try await fixture.enrol()))
        let begun = try await fixture.issuing.writing(BulkOrderStatements.begin(except: [], at: IssuingFixture.now))
        #expect(begun.map(\.id) == [order.id])
        let seen = try await fixture.reread(order)
        #expect(seen.status == .processing && seen.startedAt == IssuingFixture.now && seen.cards.isEmpty)
        let later = try await fixture.server(now: IssuingFixture.now + 60)
        try await later.issuing.workOnBulkOrders()
        let done = try await fixture.reread(order)
        #expect(done.status == .completed && done.startedAt == IssuingFixture.now)
        #expect(done.completedAt == IssuingFixture.now + 60)
    }

    @Test("An order that cannot be decrypted does not block others and fails after the last try")
    func undecryptableOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 37)
        let person = try await fixture.enrol()
        let broken = try await fixture.accepted(Asked.cards(1, of: .virtualVisa, for: person))
        let whole = try await fixture.accepted(Asked.cards(1, of: .virtualVisa, for: person))
        try await fixture.issuing.database.execute(script: """
            UPDATE bulk_order SET sealed_applications = (
                SELECT sealed_applications FROM bulk_order WHERE order_id = '\(whole.id)')
            WHERE order_id = '\(broken.id)'
            """)
        for _ in 1..<Issuing.maximumTries {
            let failure = await #expect(throws: IssuingFailure.self) { try await fixture.issuing.workOnBulkOrders() }
            let isTheVaults = if case .vault = failure { true } else { false }
            #expect(isTheVaults, "\(failure as Any)")
        }
        #expect(try await fixture.reread(whole).status == .completed)
        #expect(try await fixture.reread(broken).status == .processing)
        try await fixture.issuing.workOnBulkOrders()
        let given = try await fixture.reread(broken)
        #expect(given.status == .failed && given.failure == .ours)
    }

    @Test("Card numbers that are taken are drawn again, and an order without free numbers fails")
    func usedUpNumbers() async throws {
        let fixture = try await IssuingFixture.make(seed: 38)
        // Eight digits of a card number are drawn. Here only two of them vary.
        let seeded = Entropy.seeded(38)
        let narrow = Entropy { count in
            let bytes = seeded.bytes(count)
            return count == 8 ? bytes.prefix(2).map { $0 % 250 } + [UInt8](repeating: 0, count: 6) : bytes
        }
        let server = try await fixture.server(drawing: narrow)
        let people = try await fixture.enrol(count: 22)
        let most = try await server.accepted(
            people.prefix(16).flatMap { Asked.cards(5, of: .virtualVisa, for: $0) })
        try await server.issuing.workOnBulkOrders()
        #expect(try await server.reread(most).cards.count == 80)
        #expect(try await fixture.texts("SELECT count(*)::text FROM issued_pan") == ["80"])
        let before = try await fixture.contents()
        let tooMany = try await server.accepted(
            people.suffix(6).flatMap { Asked.cards(5, of: .virtualVisa, for: $0) })
        try await server.issuing.workOnBulkOrders()
        #expect(try await server.reread(tooMany).failure?.reason
            == "The card numbers of DEMO-VIRTUAL-VISA-EEA are nearly used up; no more of its cards can be issued."
            + " No card is issued.")
        let after = try await fixture.contents()
        #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == ["bulk_order"])
    }

    @Test(
        "An order waits for a full disk or a busy database as long as it takes, and does not delay others",
        arguments: ["53100", "40P01", "55P03", "57014"])
    func passingFailures(sqlState: String) async throws {
        let fixture = try await IssuingFixture.make(seed: 40)
        let people = try await fixture.enrol(count: 2)
        let waiting = try await fixture.accepted(Asked.cards(2, of: .virtualVisa, for: people[0]))
        let other = try await fixture.accepted(Asked.cards(2, of: .virtualVisa, for: people[1]))
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(sqlState)'; END $$;
            CREATE TRIGGER fails BEFORE INSERT ON card FOR EACH ROW WHEN (NEW.customer_id = \(people[0]))
                EXECUTE FUNCTION fail();
            """)
        for _ in 0...Issuing.maximumTries {
            let failure = await #expect(throws: IssuingFailure.self) { try await fixture.issuing.workOnBulkOrders() }
            #expect(failure?.postgresFailure?.sqlState == sqlState)
        }
        #expect(try await fixture.reread(other).status == .completed)
        #expect(try await fixture.reread(waiting).status == .processing)
        try await fixture.issuing.database.execute(script: "DROP TRIGGER fails ON card")
        try await fixture.issuing.workOnBulkOrders()
        #expect(try await fixture.reread(waiting).cards.count == 2)
    }

    @Test("If a program's limit was raised, a customer who had reached it gets more cards, but not more than it allows")
    func raisedLimit() async throws {
        let fixture = try await IssuingFixture.make(seed: 41)
        let person = try await fixture.enrol()
        let first = try await fixture.accepted(Asked.cards(5, of: .virtualVisa, for: person))
        try await fixture.issuing.workOnBulkOrders()
        #expect(try await fixture.reread(first).status == .completed)
        try await fixture.issuing.database.execute(script: """
            UPDATE program SET cards_per_customer = 8 WHERE program_name = '\(DemoProgram.virtualVisa.rawValue)'
            """)
        let second = try await fixture.accepted(Asked.cards(2, of: .virtualVisa, for: person))
        try await fixture.issuing.workOnBulkOrders()
        #expect(try await fixture.reread(second).cards.count == 2)
        _ = try await fixture.issue(.virtualVisa, to: person)
        await #expect(throws: IssuingFailure.self) { try await fixture.issue(.virtualVisa, to: person) }
    }

    @Test("An order for 1000 cards takes as many statements as an order for one")
    func statementCount() async throws {
        let fixture = try await IssuingFixture.make(seed: 39)
        let counter = DatabaseCounter(of: .statements)
        let counted = try fixture.counted(by: counter)
        try await fixture.issuing.database.execute(script: """
            INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
            SELECT n, 'demo', 'BG', 'A', 'B', '+1 1', '2026-01-01Z' FROM generate_series(1, 201) n
            """)
        var counts: [Int] = []
        for people in [201...201, 1...200] as [ClosedRange<Int64>] {
            let count = people.count == 1 ? 1 : 5
            let order = try await fixture.accepted(
                people.flatMap { Asked.cards(count, of: .virtualVisa, for: CustomerID(known: $0)) })
            counts.append(try await counter.counted { try await counted.workOnBulkOrders() })
            #expect(try await fixture.reread(order).cards.count == people.count * count)
        }
        #expect(counts[0] == counts[1] && counts[0] > 5)
        #expect(try await fixture.texts("SELECT count(*)::text FROM card") == ["1001"])
        await counted.database.shutDown()
    }
}
