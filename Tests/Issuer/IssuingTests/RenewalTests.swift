import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

/// Every card here expires in 03/2029, and its program renews it 30 days before. Settling touches every card in the
/// database, so each test has its own database.
@Suite("Renewal of cards")
struct RenewalTests {
    /// 30 days before the end of March.
    private static let due = "2029-03-02T00:00:00.000Z"
    private static let end = "2029-04-01T00:00:00.000Z"

    private static func make(
        renewing programs: DemoProgram..., keepingNumber keeps: Bool = false, onCluster: Bool = false
    ) async throws -> IssuingFixture {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        var terms = PaymentTerms.standard
        terms.renewal = RenewalTerms(days: 30, keepsNumber: keeps)
        for program in programs { try await fixture.administration.set(terms, of: program.rawValue) }
        return fixture
    }

    /// The work that is due at a time, at a server of its own.
    private static func settle(_ fixture: IssuingFixture, at time: String) async throws -> IssuingFixture {
        let server = try await fixture.server(now: instant(time))
        try await server.issuing.settleWhatIsDue()
        return server
    }

    /// The card that renews this one; nil without one.
    private static func successor(of card: Card, in fixture: IssuingFixture) async throws -> Card? {
        let ids = try await fixture.texts(
            "SELECT card_id::text FROM card WHERE customer_id = $1 AND replaces = $2",
            .bigint(card.customer.rawValue), .uuid(card.id.rawValue))
        #expect(ids.count <= 1, "a card is renewed once")
        guard let id = ids.first else { return nil }
        return try await fixture.issuing.card(#require(CardID(id)), of: card.customer)
    }

    private static func number(of card: Card, in fixture: IssuingFixture) async throws -> String {
        try await fixture.sandbox.plastic(of: card.id).pan.reveal { $0 }
    }

    @Test("A virtual card is renewed on its day, once, and its tokens go to the new card", arguments: [false, true])
    func virtualCard(onCluster: Bool) async throws {
        let fixture = try await Self.make(renewing: .virtualVisa, onCluster: onCluster)
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        let other = try await fixture.issue(.virtualMastercard, to: customer)
        try await fixture.token("A", for: card)
        try await fixture.subscribe()
        try await fixture.subscribe(to: .token)
        _ = try await Self.settle(fixture, at: "2029-03-01T23:59:59.999Z")
        #expect(try await Self.successor(of: card, in: fixture) == nil)

        let server = try await Self.settle(fixture, at: Self.due)
        let new = try #require(try await Self.successor(of: card, in: server))
        #expect((new.standing, new.expiry) == (Standing(.active), Expiry(month: 3, year: 2032)))
        #expect((new.account, new.program, new.mobile) == (card.account, card.program, card.mobile))
        #expect(try await Self.number(of: new, in: server) != Self.number(of: card, in: server))
        #expect(try await server.history(of: card).last == Change(
            number: 2, actor: .issuer, occasion: .event, from: .active, to: .expired, reason: "Renewed",
            at: instant(Self.due)))
        #expect(try await server.history(of: new).map(\.reason) == ["Renews a card"])
        #expect(try await server.tokens(of: new) == ["A ACTIVE"])
        let told = try await server.outbox(of: card)
        #expect(told.count == 1 && told[0].contains(#""newStatus":"EXPIRED""#), "\(told)")
        #expect(try await server.outbox(of: new).contains { $0.contains("TOKEN_REISSUED") })

        _ = try await Self.settle(fixture, at: Self.due)
        #expect(try await Self.successor(of: card, in: server)?.id == new.id)
        #expect(try await Self.successor(of: new, in: server) == nil)
        #expect(try await Self.successor(of: other, in: server) == nil, "its program renews no cards")
    }

    @Test("Two servers renew 60 cards at once, each once")
    func twoServers() async throws {
        let fixture = try await Self.make(renewing: .virtualVisa)
        var cards: [Card] = []
        for _ in 1...60 { cards.append(try await fixture.issue(.virtualVisa, to: fixture.enrol())) }
        let servers = [
            try await fixture.server(now: instant(Self.due)), try await fixture.server(now: instant(Self.due)),
        ]
        async let one = servers[0].issuing.settleWhatIsDue()
        async let two = servers[1].issuing.settleWhatIsDue()
        #expect(try await one + two == 0, "they expire by their renewal")
        for card in cards {
            let new = try #require(try await Self.successor(of: card, in: servers[0]))
            #expect(try await servers[0].path(of: card) == [.active, .expired])
            #expect(try await servers[0].path(of: new) == [.active])
        }
        #expect(try await fixture.texts("SELECT count(*)::text FROM issued_pan") == ["120"])
    }

    @Test("Servers whose connections fail in between renew each card once", arguments: StormyServers.seeds)
    func storm(seed: UInt64) async throws {
        let fixture = try await Self.make(renewing: .virtualVisa, .physicalMastercard)
        var cards: [Card] = []
        for number in 1...12 {
            let program: DemoProgram = number % 2 == 0 ? .virtualVisa : .physicalMastercard
            let card = try await fixture.issue(program, to: fixture.enrol())
            if program.isPhysical { _ = try await fixture.activate(card) }
            cards.append(card)
        }
        let now = try instant(Self.due)
        let servers = try await StormyServers(on: fixture, now: now, seed: seed)
        _ = try await servers.atOnce(6) { client in
            try await servers.answer(for: client) { try await $0.issuing.settleWhatIsDue() }
        }
        try await servers.end()
        let server = try await Self.settle(fixture, at: Self.due)
        for card in cards {
            let new = try #require(try await Self.successor(of: card, in: server), "seed \(seed)")
            #expect(try await server.path(of: new) == [card.cardType == .virtual ? .active : .issued])
        }
        #expect(try await fixture.texts("SELECT count(*)::text FROM issued_pan") == ["24"], "seed \(seed)")
        #expect(servers.losses > 0, "seed \(seed)")
    }

    @Test("A transaction that ends in between leaves the card as it was, and the next round renews it")
    func undone() async throws {
        let fixture = try await Self.make(renewing: .virtualVisa)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION stop_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_terminate_backend(pg_backend_pid());
                RETURN NEW;
            END $$;
            CREATE TRIGGER stop_renewal BEFORE INSERT ON card FOR EACH ROW EXECUTE FUNCTION stop_renewal();
            """)
        let server = try await fixture.server(now: instant(Self.due))
        await #expect(throws: IssuingFailure.self) { try await server.issuing.settleWhatIsDue() }
        #expect(try await fixture.texts("""
            SELECT concat_ws(' ', count(*), count(renewed_by), (SELECT count(*) FROM issued_pan)) FROM card
            """) == ["1 0 1"])
        try await fixture.issuing.database.execute(script: """
            DROP TRIGGER stop_renewal ON card; DROP FUNCTION stop_renewal();
            """)
        let after = try await Self.settle(fixture, at: Self.due)
        #expect(try await Self.successor(of: card, in: after) != nil)
    }

    @Test("A physical card pays until its successor, which waits for plastic, is activated", arguments: [false, true])
    func physicalCard(keepsNumber: Bool) async throws {
        let fixture = try await Self.make(renewing: .physicalMastercard, keepingNumber: keepsNumber)
        let issued = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        _ = try await fixture.setPIN("4826", of: issued)
        let card = try #require(try await fixture.activate(issued).value?.card)
        try await fixture.load(5000, on: card)
        try await fixture.token("A", for: card)
        let server = try await Self.settle(fixture, at: Self.due)
        let new = try #require(try await Self.successor(of: card, in: server))
        #expect(new.standing == Standing(.issued))
        #expect(new.deliveryAddress == card.deliveryAddress)
        #expect(new.isPINSet == keepsNumber, "a PIN belongs to a number")
        #expect(try await server.administration.orderPlastic(atMost: 10)?.cards == 1)
        #expect(try await server.reread(card).standing == Standing(.active))
        #expect(try await server.tokens(of: card) == ["A ACTIVE"])
        #expect(try await server.pay("before", with: card).answer.code == .approved)

        _ = try await server.activate(new)
        try await server.issuing.settleWhatIsDue()
        #expect(try await server.path(of: card) == [.issued, .active, .expired])
        #expect(try await server.tokens(of: new) == ["A ACTIVE"])
        let isSame = try await Self.number(of: new, in: server) == Self.number(of: card, in: server)
        #expect(isSame == keepsNumber)
        #expect(try await server.pay("after", with: new).answer.code == .approved)
        #expect(try await server.follow("before", .clearing, "clears", for: new).answer.code == .approved)
        #expect(try await server.ledgerFindings() == [])
    }

    @Test("Without an activation, the old card ends with its month, and its tokens wait at the new one")
    func endOfMonth() async throws {
        let fixture = try await Self.make(renewing: .physicalMastercard)
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        _ = try await fixture.activate(card)
        try await fixture.token("A", for: card)
        _ = try await Self.settle(fixture, at: Self.due)
        let server = try await Self.settle(fixture, at: Self.end)
        #expect(try await server.path(of: card) == [.issued, .active, .expired])
        let new = try #require(try await Self.successor(of: card, in: server))
        #expect(try await server.tokens(of: new) == ["A ACTIVE"])
        #expect(new.standing == Standing(.issued))
    }

    @Test("If the new card is cancelled first, the old card's tokens end with it")
    func cancelledSuccessor() async throws {
        let fixture = try await Self.make(renewing: .physicalMastercard)
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        _ = try await fixture.activate(card)
        try await fixture.token("A", for: card)
        let server = try await Self.settle(fixture, at: Self.due)
        let new = try #require(try await Self.successor(of: card, in: server))
        _ = try await server.move(new, to: .cancelled, by: .business)
        let after = try await Self.settle(fixture, at: Self.end)
        #expect(try await after.path(of: card) == [.issued, .active, .expired])
        #expect(try await after.tokens(of: new) == ["A DELETED"])
    }

    @Test("A virtual card that keeps its number keeps its PIN, and pays with its new expiry")
    func sameNumber() async throws {
        let fixture = try await Self.make(renewing: .virtualVisa, keepingNumber: true)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol(), pin: "4071")
        try await fixture.load(5000, on: card)
        let server = try await Self.settle(fixture, at: Self.due)
        let new = try #require(try await Self.successor(of: card, in: server))
        #expect(try await Self.number(of: new, in: server) == Self.number(of: card, in: server))
        #expect(try await server.opensPIN(of: new) == "4071")
        #expect(try await server.pay("one", with: new).answer.code == .approved)
        #expect(try await server.texts("SELECT card_id::text FROM issued_pan") == [new.id.description])
    }

    @Test("A card that was lost meanwhile does not give its number to its successor")
    func lostMeanwhile() async throws {
        let fixture = try await Self.make(renewing: .physicalMastercard, keepingNumber: true)
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        _ = try await fixture.activate(card)
        let server = try await Self.settle(fixture, at: Self.due)
        let ids = try await server.texts("SELECT renewed_by::text FROM card WHERE renewed_by IS NOT NULL")
        let new = try await server.issuing.card(#require(ids.first.flatMap { CardID($0) }), of: card.customer)
        _ = try await server.replace(card, .lost)
        _ = try await server.activate(new)
        try await server.issuing.settleWhatIsDue()
        #expect(try await server.path(of: card) == [.issued, .active, .lost])
        #expect(try await server.pay("one", with: new).answer.code != .approved)
    }

    @Test("Only cards in use are renewed: a locked one when it is unlocked", arguments: Standing.possible)
    func statuses(standing: Standing) async throws {
        let fixture = try await Self.make(renewing: .digitalVisa)
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        try await fixture.place(card, at: standing)
        let server = try await Self.settle(fixture, at: Self.due)
        let isInUse = [.active, .digital].contains(standing.status)
        #expect(try await (Self.successor(of: card, in: server) != nil) == isInUse)
        guard standing.status == .locked, let before = standing.returnsTo, before != .issued else { return }
        _ = try await server.move(card, to: before)
        try await server.issuing.settleWhatIsDue()
        #expect(try await Self.successor(of: card, in: server) != nil)
    }

    @Test("A clock that is moved past the expiry renews first")
    func movedClock() async throws {
        let fixture = try await Self.make(renewing: .virtualVisa)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        try await fixture.sandbox.setClock(.frozen(at: instant("2029-07-01T00:00:00.000Z")))
        #expect(try await fixture.reread(card).standing == Standing(.expired))
        let new = try #require(try await Self.successor(of: card, in: fixture))
        #expect((new.standing, new.expiry) == (Standing(.active), Expiry(month: 7, year: 2032)))
        #expect(try await fixture.tokens(of: new) == ["A ACTIVE"])
    }

    @Test("A program whose new cards would be due at once renews none")
    func shortValidity() async throws {
        let fixture = try await IssuingFixture.make()
        var terms = PaymentTerms.standard
        terms.renewal = RenewalTerms(days: 90, keepsNumber: false)
        try await fixture.administration.set(terms, of: DemoProgram.virtualVisa.rawValue)
        try await fixture.issuing.database.execute(script: """
            UPDATE program SET validity_months = 1 WHERE program_name = '\(DemoProgram.virtualVisa.rawValue)'
            """)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await Self.successor(of: card, in: fixture) == nil)
    }

    @Test("A damaged card does not stop the others")
    func damaged() async throws {
        let fixture = try await Self.make(renewing: .virtualVisa, keepingNumber: true)
        let damaged = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let sound = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.issuing.database.execute(script: """
            UPDATE card SET sealed_pan = '' WHERE card_id = '\(damaged.id)'
            """)
        let server = try await Self.settle(fixture, at: Self.due)
        #expect(try await Self.successor(of: sound, in: server) != nil)
        #expect(try await Self.successor(of: damaged, in: server) == nil)
    }
}
