import Authorizing
import Cards
import Foundation
import IssuingTestSupport
import Ledger
import Postgres
import Synchronization
import Testing
import TestSupport

@testable import Issuing

/// The stored data contradicts itself, which no message can cause.
@Suite("A damaged account or card")
struct PaymentDamageTests {
    @Test("A payment whose hold is gone changes nothing, and is not answered", arguments: [
        MessageKind.partialReversal, .reversal, .incremental,
    ])
    func hold(_ kind: MessageKind) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("p1", with: card)
        let before = try await fixture.authorization(of: card)
        try await fixture.breakHolds(of: card)
        let failure = await #expect(throws: IssuingFailure.self) {
            try await fixture.follow("p1", kind, "m1", for: card, amount: 234)
        }
        #expect(failure?.postgresFailure?.constraint == "account_changes_as_decided")
        #expect(try await fixture.authorization(of: card) == before)
        #expect(try await fixture.texts("SELECT reference FROM network_message") == ["p1"])
    }

    @Test("A damaged account does not stop the expiry of others; it is reported once, and tried again in ten minutes")
    func expiry() async throws {
        let fixture = try await IssuingFixture.make()
        let (damaged, sound) = (try await fixture.loadedCard(), try await fixture.loadedCard())
        try await fixture.server(now: IssuingFixture.now - 1).pay("p1", with: damaged)
        try await fixture.pay("p2", with: sound)
        try await fixture.setHeld(0, of: damaged)

        let (clock, told) = (SetClock(IssuingFixture.now + 8 * 86_400), Told())
        let later = fixture.reading(clock.service).issuing
        for _ in 1...2 { try await later.settleWhatIsDue(telling: told.add) }
        #expect(try await fixture.authorization(of: sound).state.status == .expired)
        #expect(try await fixture.balance(of: sound) == .init(posted: 5000, available: 5000))
        #expect(try await fixture.authorization(of: damaged).state.status == .approved)
        #expect(told.subjects.withLock { $0 } == [.account(damaged.account)])

        try await fixture.setHeld(1234, of: damaged)
        try await later.settleWhatIsDue(telling: told.add)
        #expect(try await fixture.authorization(of: damaged).state.status == .approved)
        clock.move(seconds: 600)
        try await later.settleWhatIsDue(telling: told.add)
        #expect(try await fixture.authorization(of: damaged).state.status == .expired)
        #expect(told.subjects.withLock { $0 } == [.account(damaged.account)])
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("More damaged accounts than are remembered do not keep the expiry busy forever")
    func manySetbacks() async throws {
        let fixture = try await IssuingFixture.make()
        for number in 1...4 {
            let card = try await fixture.loadedCard()
            try await fixture.pay("p\(number)", with: card)
            try await fixture.setHeld(0, of: card)
        }
        var later = try await fixture.server(now: IssuingFixture.now + 8 * 86_400).issuing
        later.setbacks = Setbacks(limit: 2)
        let told = Told()
        try await later.settleWhatIsDue(telling: told.add)
        #expect(told.subjects.withLock { $0.count } == 2)
    }

    @Test("A card that cannot expire does not stop others; it is reported once, and tried again in ten minutes")
    func cardExpiry() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let damaged = try await fixture.issue(.virtualMastercard, to: customer)
        let sound = try await fixture.issue(.virtualMastercard, to: customer)
        try await fixture.token("DPAN-1", for: sound)
        try await fixture.setChanges(0, of: damaged)

        let end = try instant("2029-04-01T00:00:00.000Z")
        let (clock, told) = (SetClock(end), Told())
        let later = fixture.reading(clock.service).issuing
        #expect(try await later.settleWhatIsDue(telling: told.add) == 1)
        #expect(try await later.settleWhatIsDue(telling: told.add) == 0)
        #expect(try await fixture.history(of: sound).last == Change(
            number: 2, actor: .issuer, occasion: .event, from: .active, to: .expired,
            reason: "The expiry month has ended", at: end))
        #expect(try await fixture.texts("SELECT token_status::text FROM tokenization") == ["DELETED"])
        #expect(try await fixture.reread(damaged).standing == Standing(.active))
        #expect(told.subjects.withLock { $0 } == [.card(damaged.id)])

        try await fixture.setChanges(1, of: damaged)
        #expect(try await later.settleWhatIsDue(telling: told.add) == 0)
        clock.move(seconds: 600)
        #expect(try await later.settleWhatIsDue(telling: told.add) == 1)
        #expect(try await fixture.reread(damaged).standing == Standing(.expired))
        #expect(told.subjects.withLock { $0 } == [.card(damaged.id)])
    }

    @Test("Work that fails does not stop other work that is due, and the failure is thrown")
    func otherWork() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        try await fixture.pay("p1", with: card)
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
            INSERT INTO idempotent_answer VALUES ('customer 10000001', 'one', '', 201, '', '2026-03-01Z');
            INSERT INTO refresh_family VALUES (
                gen_random_uuid(), 'demo', 'demo-app', 10000001, '', 1, '2026-03-01Z', '2026-03-02Z');
            CREATE TRIGGER fails BEFORE DELETE ON idempotent_answer FOR EACH ROW EXECUTE FUNCTION fail();
            """)
        let later = try await fixture.server(now: IssuingFixture.now + 10 * 366 * 86_400).issuing
        let failure = await #expect(throws: IssuingFailure.self) { try await later.settleWhatIsDue() }
        #expect(failure?.postgresFailure?.sqlState == "P0001")
        #expect(try await fixture.authorization(of: card).state.status == .expired)
        #expect(try await fixture.texts("SELECT family_id::text FROM refresh_family") == [])
        #expect(try await fixture.texts("SELECT idempotency_key FROM idempotent_answer") == ["one"])
        try await fixture.issuing.database.execute(script: "DROP TRIGGER fails ON idempotent_answer")
        try await later.settleWhatIsDue()
        #expect(try await fixture.texts("SELECT idempotency_key FROM idempotent_answer") == [])
    }

    private final class Told: Sendable {
        let subjects = Mutex<[Setback.Subject]>([])

        @Sendable func add(_ setback: Setback) { subjects.withLock { $0.append(setback.subject) } }
    }
}

extension IssuingFixture {
    /// Changes the stored number of a card's changes, but not its history.
    fileprivate func setChanges(_ changes: Int, of card: Card) async throws {
        try await issuing.database.execute(
            script: "UPDATE card SET changes = \(changes) WHERE card_id = '\(card.id)'")
    }

    /// Changes the held amount of an account, but not its holds.
    fileprivate func setHeld(_ held: Int, of card: Card) async throws {
        try await issuing.database.execute(
            script: "UPDATE money.account SET held = \(held) WHERE customer_id = \(card.customer)")
    }

    /// Ends the holds of an account, but not their authorizations.
    fileprivate func breakHolds(of card: Card) async throws {
        try await issuing.database.execute(
            script: """
                UPDATE money.hold SET status = 'VOIDED', held = 0, ended_at = placed_at
                WHERE customer_id = \(card.customer);
                UPDATE money.account SET held = 0 WHERE customer_id = \(card.customer);
                """)
    }
}
