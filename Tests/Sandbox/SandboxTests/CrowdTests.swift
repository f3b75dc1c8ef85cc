import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Scenarios
import Testing
import TestSupport

/// A crowd is a very large number of customers and cards, each as complete as any other.
@Suite("Crowds of customers and cards")
struct CrowdTests {
    private func seeded(customers: Int, cards: Int) async throws -> IssuingFixture {
        let fixture = try await IssuingFixture.make()
        try await fixture.sandbox.seed(#require(Crowd(customers: customers, cards: cards)), in: DemoUniverse.brand)
        return fixture
    }

    private func counts(in fixture: IssuingFixture) async throws -> [String] {
        try await fixture.texts("""
            SELECT concat_ws(' ', (SELECT count(*) FROM customer WHERE customer_id > 30000000),
                (SELECT count(*) FROM card), (SELECT count(*) FROM issued_pan),
                (SELECT sum(issued_cards) FROM card_allowance),
                (SELECT count(DISTINCT card_id) FROM card_status_history))
            """)
    }

    @Test("Every card of a crowd is complete and within its limit")
    func completeCards() async throws {
        let fixture = try await seeded(customers: 130, cards: 2999)
        #expect(try await counts(in: fixture) == ["130 2999 2999 2999 2999"])
        let ids = try await fixture.texts("""
            SELECT card_id::text FROM (
                SELECT card_id, row_number() OVER (PARTITION BY status, card_type ORDER BY card_id) AS place FROM card)
                numbered
            WHERE place <= 5
            """)
        var statuses: Set<CardStatus> = []
        for id in ids {
            let plastic = try await fixture.sandbox.plastic(of: #require(CardID(id)))
            let path = try await fixture.path(of: plastic.card)
            statuses.formUnion(path)
            #expect(plastic.pan.bin == plastic.card.bin && plastic.pan.lastFour == plastic.card.lastFour)
            #expect((plastic.deliveredAt != nil) == (plastic.card.cardType == .physical))
        }
        #expect(statuses == [.active, .issued, .locked, .suspended, .cancelled])
        let hidden = try await fixture.texts("""
            SELECT count(*)::text FROM card c JOIN card_allowance a USING (customer_id, program_name)
            WHERE a.issued_cards > a.cards_per_customer OR c.created_at > '2026-03-15T12:00:00Z'
            """)
        #expect(hidden == ["0"])
    }

    @Test("A customer of a crowd has cards, can change them and gets new ones")
    func crowdCustomer() async throws {
        let fixture = try await seeded(customers: 3, cards: 6)
        let customer = CustomerID(30_000_001)
        let page = try await fixture.issuing.cards(
            of: customer, matching: CardFilter(statuses: [.active], cardType: nil, limit: 10, offset: 0))
        #expect(page.total == 2)
        let locked = try await fixture.move(page.cards[0], to: .locked)
        #expect(try await fixture.path(of: locked).last == .locked)
        _ = try await fixture.issue(.virtualVisa, to: customer)
        #expect(try await fixture.enrol() == CustomerID(30_000_004))
    }

    /// Seeds a crowd twice, the first time while a server issues cards.
    @Test("A crowd can be added twice, and while a server issues cards")
    func simultaneousIssuing() async throws {
        let fixture = try await IssuingFixture.make()
        let crowd = try #require(Crowd(customers: 400, cards: 4000))
        async let seeding: Void = fixture.sandbox.seed(crowd, in: DemoUniverse.brand)
        var cards: [Card] = []
        for _ in 0..<5 { cards.append(try await fixture.issue(.virtualVisa, to: fixture.enrol())) }
        try await seeding
        try await fixture.sandbox.seed(crowd, in: DemoUniverse.brand)
        #expect(try await counts(in: fixture) == ["805 8005 8005 8005 8005"])
        for card in cards { #expect(try await fixture.reread(card) == card) }
    }

    /// If a snapshot were restored between the drawing of numbers and the storing of customers, the numbers would be
    /// drawn again.
    @Test("Customer numbers are drawn only when the customers can be stored")
    func customerNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        let lock = try await TableLock.take("customer", mode: "SHARE", in: fixture.scratch)
        async let seeding: Void = fixture.sandbox.seed(#require(Crowd(customers: 2, cards: 2)), in: DemoUniverse.brand)
        try await lock.isWaitedFor()
        #expect(try await fixture.texts("SELECT concat_ws(' ', last_value, is_called) FROM customer_number")
            == ["30000001 f"])
        lock.release()
        try await seeding
        #expect(try await counts(in: fixture) == ["2 2 2 2 2"])
    }

    @Test("Taken customer numbers are skipped, up to 100 for each enrolment")
    func takenNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        for _ in 1...3 { _ = try await fixture.enrol() }
        let back = "SELECT setval('customer_number', 30000001, false)::text"
        try await fixture.issuing.database.execute(script: back)
        #expect(try await fixture.enrol() == CustomerID(30_000_004))
        try await fixture.issuing.database.execute(script: """
            INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
            SELECT 30000000 + n, 'demo', 'BG', 'A', 'B', '+1 1', '2026-01-01Z' FROM generate_series(5, 150) n;
            \(back)
            """)
        let taken = "100 customer numbers in a row are taken, so the sequence customer_number is behind them"
        let failure = await #expect(throws: IssuingFailure.self) { try await fixture.enrol() }
        #expect("\(try #require(failure))".contains(taken))
        #expect(try await fixture.enrol() == CustomerID(30_000_151))
        try await fixture.issuing.database.execute(script: back)
        let scenario = try Scenario(
            reading: "customers: {anna: {country: PL, firstName: Anna, lastName: Nowak, mobile: +48 500100200}}")
        let stopped = await #expect(throws: ScenarioFailure.self) {
            try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        }
        #expect("\(try #require(stopped))".contains(taken))
    }

    @Test(
        "A crowd with an impossible number of customers or cards is refused",
        arguments: [(0, 0), (1, 1001), (10_000_001, 1), (1, -1), (10_000_000, 50_000_001)])
    func invalidCrowd(customers: Int, cards: Int) {
        #expect(Crowd(customers: customers, cards: cards) == nil)
    }
}
