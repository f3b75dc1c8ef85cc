import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

/// Every card here expires in 03/2029. Settling touches every card in the database, so each test has its own database.
@Suite("Expiry and settlement")
struct ExpirySettlementTests {
    @Test("A card is valid until the last millisecond of its expiry month", arguments: [false, true])
    func endOfMonth(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        let before = try await fixture.server(now: instant("2029-03-31T23:59:59.999Z"))
        #expect(try await before.issuing.settleWhatIsDue() == 0)
        #expect(try await before.reread(card) == card)

        let end = try instant("2029-04-01T00:00:00.000Z")
        let after = try await fixture.server(now: end)
        #expect(try await after.issuing.settleWhatIsDue() == 1)
        #expect(try await after.reread(card).standing == Standing(.expired))
        #expect(try await after.history(of: card).last == Change(
            number: 2, actor: .issuer, occasion: .event, from: .active, to: .expired,
            reason: "The expiry month has ended", at: end))
        #expect(try await after.issuing.settleWhatIsDue() == 0)
        #expect(try await after.path(of: card) == [.active, .expired])
    }

    @Test("Only ACTIVE, ISSUED, DIGITAL, LOCKED, SUSPENDED and DAMAGED cards expire", arguments: [false, true])
    func expiringStatuses(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        var placed: [(card: Card, standing: Standing)] = []
        for standing in Standing.possible {
            let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
            try await fixture.place(card, at: standing)
            placed.append((card, standing))
        }
        let server = try await fixture.server(now: instant("2031-01-01T00:00:00.000Z"))
        let live: [CardStatus] = [.active, .issued, .digital, .locked, .suspended, .damaged]
        let expiring = placed.filter { live.contains($0.standing.status) }
        #expect(try await server.issuing.settleWhatIsDue() == expiring.count)
        for (card, standing) in placed {
            let expected = live.contains(standing.status) ? Standing(.expired) : standing
            #expect(try await server.reread(card).standing == expected)
        }
    }

    @Test("Setting the clock expires cards before it returns")
    func setClock() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        try await fixture.sandbox.setClock(.frozen(at: instant("2029-04-01T00:00:00.000Z")))
        #expect(try await fixture.reread(card).standing == Standing(.expired))
    }

    @Test("Another server takes over the clock setting")
    func followClock() async throws {
        let fixture = try await IssuingFixture.make()
        let other = try await fixture.server()
        // Most milliseconds are no binary fractions. Rounding such a time down would show one millisecond less.
        let autumn = Date(timeIntervalSince1970: 1_795_307_200.259)
        for setting in [SandboxClock.Setting.frozen(at: autumn), .running(offset: -90.5)] {
            try await fixture.sandbox.setClock(setting)
            try await other.sandbox.followClock()
            #expect(other.sandbox.clock.setting == setting)
            #expect(other.issuing.clock.now() == fixture.issuing.clock.now())
        }
    }

    @Test("One settlement by two servers expires 2501 cards, each once")
    func manyExpiries() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        try await fixture.issuing.database.execute(script: Copies.script(of: card, count: 2500))
        let servers = [
            try await fixture.server(now: instant("2029-04-02T00:00:00.000Z")),
            try await fixture.server(now: instant("2029-04-02T00:00:00.000Z")),
        ]
        async let one = servers[0].issuing.settleWhatIsDue()
        async let two = servers[1].issuing.settleWhatIsDue()
        #expect(try await one + two == 2501)
        #expect(try await fixture.texts("""
            SELECT count(*) || ' ' || count(DISTINCT card_id) FROM card_status_history WHERE to_status = 'EXPIRED'
            """) == ["2501 2501"])
        #expect(try await fixture.texts("SELECT DISTINCT status || ' ' || changes FROM card") == ["EXPIRED 2"])
    }

    @Test(
        "A settlement waits for a card that is locked, and leaves it to its successor if it was renewed meanwhile",
        .timeLimit(.minutes(5)), arguments: [false, true])
    func lockedCard(isRenewed: Bool) async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualMastercard, to: customer)
        let other = try await fixture.issue(.virtualMastercard, to: customer)
        let late = try await fixture.server(now: instant("2029-04-02T00:00:00.000Z"))
        let change = Statement(
            "test_hold_renewed_card",
            """
            UPDATE card SET renewed_by = CASE WHEN $1 THEN $2::uuid END WHERE card_id = $3 RETURNING true AS is_held
            """
        ) { row throws(PostgresFailure) in try row.boolean("is_held") }
        var settlement: Task<Int, any Error>?
        try await fixture.holding(change(.boolean(isRenewed), .id(other.id), .id(card.id))) {
            settlement = Task { try await late.issuing.settleWhatIsDue() }
            while try await fixture.waitingForLocks() == 0 {}
        }
        #expect(try await settlement?.value == (isRenewed ? 1 : 2))
        #expect(try await fixture.reread(other).standing == Standing(.expired))
        #expect(try await fixture.reread(card).standing == Standing(isRenewed ? .active : .expired))
    }

    @Test("One settlement deletes 2500 old answers and refresh families")
    func manyDeletions() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: """
            INSERT INTO idempotent_answer
            SELECT 'customer 10000001', n::text, '', 201, '', '2026-03-01Z' FROM generate_series(1, 2500) n;
            INSERT INTO refresh_family
            SELECT gen_random_uuid(), 'demo', 'demo-app', 10000001, '', 1, '2026-03-01Z', '2026-03-02Z'
            FROM generate_series(1, 2500);
            """)
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.texts("""
            SELECT (SELECT count(*) FROM refresh_family) || ' ' || (SELECT count(*) FROM idempotent_answer)
            """) == ["0 0"])
    }

    @Test("Refresh families are deleted after 30 minutes, idempotent answers after 24 hours")
    func retention() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let client = try #require(
            await fixture.issuing.client("demo-app", of: DemoUniverse.brand, secret: "demo-secret"))
        _ = try await fixture.issuing.exchangeToken(for: client, scope: "", .vouched(for: customer))
        _ = try await fixture.issuing.createCard(
            .ordering(.virtualVisa), pin: nil, for: customer, request: .keyed("one"))
        func rows(after seconds: TimeInterval) async throws -> [String] {
            try await fixture.server(now: IssuingFixture.now + seconds).issuing.settleWhatIsDue()
            return try await fixture.texts("""
                SELECT (SELECT count(*) FROM refresh_family) || ' ' || (SELECT count(*) FROM idempotent_answer)
                """)
        }
        #expect(try await rows(after: 1799.999) == ["1 1"])
        #expect(try await rows(after: 1800) == ["0 1"])
        #expect(try await rows(after: 86399.999) == ["0 1"])
        #expect(try await rows(after: 86400) == ["0 0"])
    }
}

/// Makes many copies of an issued card.
enum Copies {
    static func script(of card: Card, count: Int) -> String {
        """
        CREATE TEMPORARY TABLE copy AS
            SELECT card.* FROM card, generate_series(1, \(count)) WHERE card_id = '\(card.id)';
        UPDATE copy SET card_id = gen_random_uuid();
        ALTER TABLE copy DROP COLUMN can_expire, DROP COLUMN cvv_key_version, DROP COLUMN bureau_file,
            DROP COLUMN returned_at, DROP COLUMN destroyed_at, DROP COLUMN renewed_by,
            DROP COLUMN takes_over;
        INSERT INTO card SELECT * FROM copy;
        INSERT INTO card_status_history
            (customer_id, card_id, change_number, actor, occasion, to_status, changed_at)
        SELECT customer_id, card_id, 1, 'ISSUER', 'EVENT', status, created_at FROM copy;
        DROP TABLE copy;
        """
    }
}
