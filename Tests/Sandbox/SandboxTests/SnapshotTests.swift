import Administration
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation
import Webhooks

@Suite("Taking and restoring snapshots")
struct SnapshotTests {
    private static let base = SnapshotName.named("base")

    /// A change between a snapshot and its restore, and the tables in which the change shows.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let tables: Set<String>
        let make: @Sendable (IssuingFixture, Card) async throws -> Void
        var testDescription: String { name }
    }

    @Test("On a cluster nothing is restored, so no snapshot is taken, and the sandbox is not reset")
    func onCluster() async throws {
        let sandbox = try await IssuingFixture.make(onCluster: true).sandbox
        #expect(await snapshotRefusal { try await sandbox.takeSnapshot(Self.base) } == .onCluster)
        #expect(await snapshotRefusal { try await sandbox.restore(Self.base) } == .onCluster)
        #expect(await snapshotRefusal { try await sandbox.read("{}", as: Self.base) } == .onCluster)
        #expect(await snapshotRefusal { try await sandbox.resetToDemoUniverse() } == .onCluster)
        #expect(try await sandbox.snapshots() == [])
    }

    static let changes: [Change] = [
        Change(
            name: "a card is created", tables: ["card", "card_allowance", "card_status_history", "issued_pan"]
        ) { fixture, card in _ = try await fixture.issue(.virtualVisa, to: card.customer) },
        Change(
            name: "a card is locked",
            tables: ["card", "card_status_history", "tokenization", "tokenization_history"]
        ) { fixture, card in
            _ = try await fixture.move(card, to: .locked)
        },
        Change(
            name: "a card is tokenized",
            tables: ["card", "card_status_history", "dpan_reference", "tokenization", "tokenization_history"]
        ) { fixture, card in
            try await fixture.token("DPAN-2", for: card, .google(device: "another"))
            _ = try await fixture.move(card, to: .cancelled)
        },
        Change(
            name: "a card with a token is replaced",
            tables: ["card", "card_status_history", "issued_pan", "tokenization", "tokenization_history"]
        ) { fixture, card in _ = try await fixture.replace(card, .lost) },
        Change(name: "a PIN is set", tables: ["card"]) { fixture, card in
            _ = try await fixture.setPIN("8362", of: card)
        },
        Change(
            name: "a customer is asked who they are",
            tables: [
                "authentication_challenge", "authentication_event", "authentication_factor", "authentication_owner",
                "authentication_policy", "message",
            ]
        ) { fixture, card in
            try await fixture.issuing.setAuthenticationPolicy(.standard, of: DemoUniverse.brand)
            _ = try await fixture.verified(fixture.event { try await fixture.lock(card) })
        },
        Change(
            name: "a webhook waits and fails",
            tables: [
                "card", "card_status_history", "tokenization", "tokenization_history", "webhook_attempt",
                "webhook_delivery", "webhook_line", "webhook_subscription",
            ]
        ) { fixture, card in
            let subscription = try await fixture.subscribe()
            _ = try await fixture.move(card, to: .locked)
            let webhooks = fixture.issuing.webhooks
            let claimed = try #require(try await webhooks.claim(for: subscription.id))
            _ = try await webhooks.record(WebhookAttempt(.refused, statusCode: 500, milliseconds: 7), of: claimed)
        },
        Change(name: "a partner is asked about payments", tables: ["partner_decision", "webhook_subscription"]) {
            fixture, _ in _ = try await fixture.asked { _ in .declined(nil) }
        },
        Change(
            name: "a phone gets a token",
            tables: [
                "card", "dpan_reference", "sandbox.network_token", "sandbox.phone", "sandbox.phone_token",
                "tokenization", "tokenization_history",
            ]
        ) { fixture, card in
            let phone = try await fixture.sandbox.makePhone(.pixel, of: card.customer)
            _ = try await fixture.sandbox.beginToken(of: card.id, on: phone.id)
        },
        Change(name: "a customer is enrolled", tables: ["customer"]) { fixture, _ in _ = try await fixture.enrol() },
        Change(name: "a program is added, and the clock set", tables: ["program", "sandbox.clock"]) { fixture, _ in
            let program: Program = try ProgramDraft.read(
                name: "EXTRA", cardType: .virtual, scheme: .visa, region: .eea, currencies: ["EUR"], isDigital: nil,
                allowableCards: nil, panPrefix: \.addedProgramPrefix
            ).accepted()
            _ = try await fixture.administration.add(program, to: DemoUniverse.brand)
            try await fixture.sandbox.setClock(.frozen(at: IssuingFixture.now + 3600))
        },
    ]

    /// A service with a card that has a token, a PIN and a history.
    private func prepared() async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol(), pin: "4071")
        try await fixture.token("DPAN-1", for: card)
        let locked = try await fixture.move(card, to: .locked)
        return (fixture, try await fixture.move(locked, to: .active))
    }

    @Test("A restore undoes a change completely, and the differences name its tables", arguments: changes)
    func restoreChanges(_ change: Change) async throws {
        let (fixture, card) = try await prepared()
        let sandbox = fixture.sandbox
        let before = try await fixture.dump()
        _ = try await sandbox.takeSnapshot(Self.base)
        for _ in 1...2 {
            try await change.make(fixture, card)
            let differences = try await sandbox.differences(since: Self.base)
            let tables = Set(differences.rows.map(\.table))
            #expect(tables == change.tables)
            try await sandbox.restore(Self.base)
            #expect(try await sandbox.differences(since: Self.base).total == 0)
        }
        try await sandbox.dropSnapshot(Self.base)
        #expect(try await fixture.dump() == before)
        #expect(sandbox.issuing.clock.now() == IssuingFixture.now)
        try await change.make(fixture, card)
    }

    /// Statements that make a restore fail, and the failure.
    static let faults = [
        // Fails when the card's row is restored, after later rows have been deleted.
        ("ALTER TABLE card ADD CONSTRAINT card_is_locked CHECK (status = 'LOCKED') NOT VALID", "23514"),
        // Fails at the end, after all rows have been restored.
        (
            """
            ALTER FUNCTION sandbox.restore_snapshot RENAME TO restore_everything;
            CREATE FUNCTION sandbox.restore_snapshot(snapshot_name text) RETURNS boolean LANGUAGE plpgsql AS $$
            BEGIN PERFORM sandbox.restore_everything(snapshot_name); RAISE EXCEPTION 'no'; END $$;
            """, "P0001"
        ),
    ]

    @Test("A restore that fails in its middle or at its end changes nothing", arguments: faults)
    func failedRestore(fault: String, sqlState: String) async throws {
        let (fixture, card) = try await prepared()
        let sandbox = fixture.sandbox
        _ = try await sandbox.takeSnapshot(Self.base)
        _ = try await fixture.move(card, to: .locked)
        _ = try await fixture.enrol()
        let later = SandboxClock.Setting.frozen(at: IssuingFixture.now + 3600)
        try await sandbox.setClock(later)
        _ = try await sandbox.takeSnapshot(.named("later"))
        try await fixture.issuing.database.execute(script: fault)
        let before = try await fixture.dump()
        let failure = await #expect(throws: SnapshotFailure.self) { try await sandbox.restore(Self.base) }
        #expect(failure?.postgresFailure?.sqlState == sqlState)
        #expect(try await fixture.dump() == before)
        #expect(sandbox.clock.setting == later)
    }

    /// A later token has the place of an earlier one, and a restore can put them back in any order.
    @Test("Tokens that exchanged their places are restored")
    func tradedPlaces() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let place = TokenizationApplication.google(profile: nil)
        var cards: [Card] = []
        for number in 1...5 {
            let card = try await fixture.issue(.virtualMastercard, to: customer)
            try await fixture.tokenize(card, place)
            try await fixture.complete(card, as: "first-\(number)", walletID: "w")
            try await fixture.tokenize(card, place)
            cards.append(card)
        }
        let contents = try await fixture.watchedContents()
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        for (number, card) in zip(1..., cards) {
            let reference = try #require(DPANReference(rawValue: "first-\(number)"))
            _ = try await fixture.issuing.changeToken(reference, by: .delete)
            try await fixture.complete(card, as: "second-\(number)", walletID: "w")
        }
        try await fixture.sandbox.restore(Self.base)
        #expect(try await fixture.watchedContents() == contents)
    }

    @Test("A row is restored that a statement changed, and again by a function that it called")
    func changedTwice() async throws {
        let (fixture, card) = try await prepared()
        let contents = try await fixture.watchedContents()
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        let change = "UPDATE issuing.card SET changes = changes + 1 WHERE card_id = '\(card.id)'"
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION pg_temp.change() RETURNS void LANGUAGE plpgsql AS $$ BEGIN \(change); END $$;
            WITH changed AS (\(change) RETURNING card_id) SELECT pg_temp.change() FROM changed;
            """)
        #expect(try await fixture.watchedContents() != contents)
        try await fixture.sandbox.restore(Self.base)
        #expect(try await fixture.watchedContents() == contents)
    }

    @Test("Restoring an earlier snapshot removes the later ones")
    func earlierSnapshot() async throws {
        let (fixture, card) = try await prepared()
        let sandbox = fixture.sandbox
        let later = SnapshotName.named("later")
        let contents = try await fixture.watchedContents()
        _ = try await sandbox.takeSnapshot(Self.base)
        _ = try await fixture.move(card, to: .locked)
        let contentsLater = try await fixture.watchedContents()
        _ = try await sandbox.takeSnapshot(later)
        let stranger = try await fixture.enrol()
        _ = try await fixture.move(card, to: .cancelled)

        #expect(try await sandbox.snapshots().map(\.name) == [Self.base, later])
        try await sandbox.restore(later)
        #expect(try await fixture.watchedContents() == contentsLater)
        #expect(try await fixture.enrol() == stranger, "numbers are given again")
        try await sandbox.restore(Self.base)
        #expect(try await fixture.watchedContents() == contents)
        #expect(try await sandbox.snapshots().map(\.name) == [Self.base])
        #expect(await snapshotRefusal { try await sandbox.restore(later) } == .notFound(later))
    }

    @Test("A later snapshot can be restored after an earlier one is dropped")
    func droppedSnapshot() async throws {
        let (fixture, card) = try await prepared()
        let sandbox = fixture.sandbox
        _ = try await sandbox.takeSnapshot(Self.base)
        _ = try await fixture.move(card, to: .locked)
        let contents = try await fixture.watchedContents()
        _ = try await sandbox.takeSnapshot(.named("later"))
        try await sandbox.dropSnapshot(Self.base)
        #expect(try await fixture.texts("SELECT count(*)::text FROM sandbox.change") == ["0"])
        _ = try await fixture.move(card, to: .cancelled)
        try await sandbox.restore(.named("later"))
        #expect(try await fixture.watchedContents() == contents)
    }

    @Test("Differences name the changed columns and show no secret")
    func differences() async throws {
        let (fixture, card) = try await prepared()
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        let locked = try await fixture.move(card, to: .locked, reason: "Mislaid")
        _ = try await fixture.setPIN("8362", of: try await fixture.move(locked, to: .active))
        let cancelled = try await fixture.issue(.virtualVisa, to: card.customer)
        try await fixture.issuing.database.execute(
            script: "DELETE FROM issued_pan WHERE card_id = '\(card.id)'")
        let difference = try await fixture.sandbox.differences(since: Self.base)
        let rows = difference.rows
        #expect(difference.total == rows.count)
        let key = #"{"card_id": "\#(card.id)", "customer_id": \#(card.customer)}"#
        let row = try #require(rows.first { $0.keyJSON == key })
        #expect(row.change == .changed && row.table == "card")
        #expect(row.columnsJSON
            == #"{"changes": {"is": 5, "was": 3}, "pin_block": {"is": "(sealed)", "was": "(sealed)"}, "#
                + #""tokenization_changes": {"is": 6, "was": 4}}"#)
        let pans = rows.filter { $0.table == "issued_pan" }
        #expect(Set(pans.map(\.change)) == [.added, .removed])
        #expect(pans.allSatisfy { $0.keyJSON == #"{"pan_hash": "(sealed)"}"# })
        #expect(pans.contains { $0.change == .added && $0.columnsJSON.contains(#""is": "\#(cancelled.id)""#) })
        #expect(!rows.contains { $0.columnsJSON.contains(#"\\x"#) || $0.keyJSON.contains(#"\\x"#) })
    }

    @Test("A name is used once, unknown names are not found, and the number is limited")
    func names() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        for number in 1...SnapshotName.limit { _ = try await sandbox.takeSnapshot(.named("s\(number)")) }
        #expect(await snapshotRefusal { try await sandbox.takeSnapshot(Self.base) } == .limitExceeded)
        try await sandbox.dropSnapshot(.named("s7"))
        #expect(await snapshotRefusal { try await sandbox.takeSnapshot(.named("s8")) }
            == .exists(.named("s8")))
        #expect(await snapshotRefusal { try await sandbox.dropSnapshot(.named("s7")) }
            == .notFound(.named("s7")))
        #expect(await snapshotRefusal { try await sandbox.differences(since: Self.base) }
            == .notFound(Self.base))
    }

    @Test("Changes are logged only while there are snapshots")
    func changeLog() async throws {
        let (fixture, card) = try await prepared()
        let triggers = "SELECT count(*)::text FROM pg_trigger WHERE tgname = 'change_is_logged'"
        #expect(try await fixture.texts(triggers) == ["0"])
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        #expect(try await fixture.texts(triggers) != ["0"])
        _ = try await fixture.move(card, to: .locked)
        try await fixture.sandbox.resetToDemoUniverse()
        #expect(try await fixture.texts(triggers) == ["0"])
        #expect(try await fixture.sandbox.snapshots() == [])
        #expect(try await fixture.texts("SELECT count(*)::text FROM sandbox.change") == ["0"])
    }

    @Test("History stays append-only after a restore")
    func appendOnlyHistory() async throws {
        let (fixture, card) = try await prepared()
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        _ = try await fixture.move(card, to: .locked)
        try await fixture.sandbox.restore(Self.base)
        for table in ["card_status_history", "tokenization_history"] {
            let failure = await #expect(throws: PostgresFailure.self) {
                try await fixture.issuing.database.execute(script: "DELETE FROM \(table)")
            }
            #expect(failure?.constraint == "history_is_append_only")
        }
    }

    @Test("Snapshots cover every table except a few named ones, parents before children")
    func watchedTables() async throws {
        let fixture = try await IssuingFixture.shared()
        let missing = try await fixture.texts("""
            SELECT oid::regclass::text FROM pg_class WHERE \(SchemaCatalog.ours) AND relkind = 'r'
            EXCEPT SELECT watched::text FROM sandbox.watched_tables() ORDER BY 1
            """)
        #expect(missing == ["card_transition", "data_key", "dispute_transition", "sandbox.change", "sandbox.mark",
            "sandbox.network_keys", "sandbox.snapshot"])
        let upsideDown = try await fixture.texts("""
            SELECT conname FROM pg_constraint f
            JOIN sandbox.watched_tables() child ON child.watched = f.conrelid
            JOIN sandbox.watched_tables() parent ON parent.watched = f.confrelid
            WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND child.depth <= parent.depth
            """)
        #expect(upsideDown == [])
    }

    /// If another row can take a row's unique value, a restore deletes and inserts such rows. A foreign key to them
    /// must therefore be deferrable, without a cascade.
    @Test("Foreign keys to rows that a restore replaces are deferrable and without cascade")
    func deferrableKeys() async throws {
        let fixture = try await IssuingFixture.shared()
        let holding = try await fixture.texts("""
            SELECT conname FROM pg_constraint JOIN sandbox.watched_tables() ON watched = confrelid
            WHERE NOT condeferrable
              AND EXISTS (SELECT FROM pg_index WHERE indrelid = confrelid AND indisunique AND indpred IS NOT NULL)
            """)
        let takingAlong = try await fixture.texts(
            "SELECT conname FROM pg_constraint WHERE contype = 'f' AND condeferrable AND confdeltype <> 'a'")
        #expect(holding + takingAlong == [])
    }
}
