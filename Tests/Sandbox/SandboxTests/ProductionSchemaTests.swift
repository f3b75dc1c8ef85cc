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
import Webhooks

@Suite("A production database has nothing of the sandbox")
struct ProductionSchemaTests {
    /// The card service on a database that was migrated and never marked, with a brand, a program and a customer.
    private static func production(
        on made: ScratchDatabase? = nil
    ) async throws -> (ScratchDatabase, Issuing, CustomerID) {
        let scratch: ScratchDatabase
        if let made { scratch = made } else { scratch = try await ScratchDatabase.make(from: .migrated) }
        let database = try scratch.database
        // The clock keeps the scratch database as long as the service exists.
        let clock = ServiceClock { withExtendedLifetime(scratch) { IssuingFixture.now } }
        let key = try KeyEncryptionKey(text: String(repeating: "5e", count: 32), source: "The test's key")
        let keys = try await KeyRing.load(from: database, opening: key, entropy: .seeded(1), clock: clock)
        let issuing = Issuing(
            database: database, vault: CardVault(keys: keys, entropy: .seeded(2)), clock: clock, entropy: .seeded(3))
        try await database.execute(script: """
            INSERT INTO brand VALUES ('acme');
            INSERT INTO program VALUES
                ('DEMO-VIRTUAL-VISA-EEA', 'acme', 'VIRTUAL', 'VISA', 'EEA', '{EUR}', false, false, 5, '4111111', 36);
            INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
            VALUES (1, 'acme', 'BG', 'Ada', 'Byron', '+359 881234567', '2026-01-01Z');
            """)
        return (scratch, issuing, CustomerID(1))
    }

    private static func texts(_ sql: String, in issuing: Issuing) async throws -> [String] {
        try await issuing.database.read(Statement.evidence(sql)())
    }

    @Test("A production database has no merchants, no sandbox, and only triggers that protect history")
    func catalog() async throws {
        let (_, issuing, _) = try await Self.production()
        let schemas = try await Self.texts(
            "SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1", in: issuing)
        #expect(schemas == ["audit", "information_schema", "issuing", "money", "public", "webhooks"])
        let triggers = try await Self.texts("""
            SELECT tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1
            """, in: issuing)
        #expect(triggers == [
            "audit_event audit_is_append_only", "audit_event audit_is_not_emptied",
            "card_status_history history_is_append_only", "dispute_step dispute_history_is_append_only",
            "journal journals_are_append_only",
            "posting journals_are_append_only", "tokenization_history history_is_append_only",
            "tokenization_history history_of_tokens_is_never_removed",
        ])
        let functions = try await Self.texts(
            "SELECT proname::text FROM pg_proc WHERE pronamespace = 'issuing'::regnamespace ORDER BY 1", in: issuing)
        #expect(functions == ["follow_card", "refuse_rewriting_disputes", "refuse_rewriting_history"])
        let inPublic = try await Self.texts(
            "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
            in: issuing)
        #expect(inPublic == ["schema_migration"])
    }

    @Test("A card can be issued and cancelled, its webhook claimed, and due work settled")
    func card() async throws {
        let (_, issuing, customer) = try await Self.production()
        let url = try #require(WebhookURL("https://hooks.example/"))
        let subscription = try await issuing.subscribe("acme", to: .cardStatus, at: url, signingKey: nil).subscription
        let answered = try await issuing.createCard(
            .ordering(.virtualVisa), pin: nil, for: NamedCustomer(customer, in: "acme"), request: .unkeyed())
        guard case .now(let card, _) = answered else {
            Issue.record("Only a key replays an answer.")
            return
        }
        _ = try await issuing.changeStatus(
            of: card.id, of: NamedCustomer(customer, in: "acme"), to: .cancelled, reason: "Mislaid")
        #expect(try await issuing.webhooks.claim(for: subscription.id)?.isAbout(card) == true)
        #expect(try await issuing.settleWhatIsDue() == 0)
        #expect(try await SandboxMark(of: issuing.database) == nil)
    }

    @Test("The program finds the tables of webhooks in the schema of version 28, and after they have moved")
    func webhooksMove() async throws {
        let scratch = try await ScratchDatabase.makeForService()
        let file = Golden.repository.appending(path: "Tests/Released/schema-26.sql")
        let released = try String(contentsOf: file, encoding: .utf8)
        let end = try #require(released.firstRange(of: "\n-- schema: sandbox -")).lowerBound
        try await scratch.database.execute(script: String(released[..<end]) + """
            CREATE TABLE public.schema_migration (
                version integer PRIMARY KEY,
                name text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            );
            INSERT INTO public.schema_migration (version, name) VALUES (26, 'baseline');
            """)
        let before = IssuingSchema.migrations.filter { $0.version < 29 }
        _ = try await scratch.database.migrate(before, freshSchema: "nonsense")
        // Columns of later steps, which this program needs, unlike those that ran while the tables moved.
        try await scratch.database.execute(script: """
            ALTER TABLE issuing.webhook_delivery
                ADD COLUMN body_key_version integer, ADD COLUMN secret_until timestamptz;
            ALTER TABLE issuing.issued_pan ADD COLUMN hash_key_version integer NOT NULL DEFAULT 1;
            ALTER TABLE issuing.card ADD COLUMN cvv_key_version integer NOT NULL DEFAULT 1;
            ALTER TABLE issuing.customer ADD COLUMN erased_at timestamptz;
            """)
        let move = IssuingSchema.migrations.filter { $0.version < 34 }
        let (_, issuing, customer) = try await Self.production(on: scratch)
        let named = NamedCustomer(customer, in: "acme")
        let mark = try await IssuingFixture.shared().mark
        let sandbox = Sandbox(issuing, mark: mark, clock: SandboxClock { IssuingFixture.now })
        let url = try #require(WebhookURL("https://hooks.example/"))
        // Without the audit trail, which comes with a later step.
        func subscription(to event: WebhookEvent) async throws -> WebhookSubscription {
            try await issuing.webhooks.subscribe(
                "acme", to: event.rawValue, at: url, signingKey: nil, in: HouseDialect()
            ).subscription
        }
        let (ofCards, ofMoney) = (try await subscription(to: .cardStatus), try await subscription(to: .transaction))
        for place in ["issuing", "webhooks"] {
            let answered = try await issuing.createCard(
                .ordering(.virtualVisa), pin: nil, for: named, request: .unkeyed())
            guard case .now(let card, _) = answered else { throw NoCard() }
            _ = try await issuing.changeStatus(of: card.id, of: named, to: .cancelled, reason: "Mislaid")
            _ = try await sandbox.load(Money(minorUnits: 100, currency: .euro), for: customer)
            for subscription in [ofCards, ofMoney] {
                let claimed = try #require(try await issuing.webhooks.claim(for: subscription.id))
                try await issuing.webhooks.record(WebhookAttempt(.delivered, milliseconds: 1), of: claimed)
                #expect(try await issuing.webhooks.claim(for: subscription.id) == nil, "one change, one event")
            }
            // A program of version 27 leaves this to the trigger.
            if place == "issuing" {
                try await issuing.database.execute(script: """
                    SET LOCAL tessera.queues_events = off;
                    INSERT INTO money.transaction (
                        customer_id, transaction_id, slip_id, account_id, transaction_type, direction, amount, status,
                        created_at, changed_at)
                    SELECT customer_id, nextval('money.next_transaction_number'), 1, account_id, 'DEPOSIT', 'CREDIT', 1,
                           'PENDING', '2026-01-01Z', '2026-01-01Z' FROM money.account
                    """)
                let claimed = try #require(try await issuing.webhooks.claim(for: ofMoney.id))
                try await issuing.webhooks.record(WebhookAttempt(.delivered, milliseconds: 1), of: claimed)
            }
            let places = try await Self.texts(
                "SELECT relnamespace::regnamespace::text FROM pg_class WHERE relname = 'webhook_line'", in: issuing)
            #expect(places == [place])
            _ = try await issuing.database.migrate(move, freshSchema: "nonsense")
        }
    }

    private struct NoCard: Error {}

    @Test("Sandbox operations are refused")
    func refusals() async throws {
        let (_, issuing, _) = try await Self.production()
        // The mark is from another database, which can happen only by mistake.
        let mark = try await IssuingFixture.shared().mark
        let sandbox = Sandbox(issuing, mark: mark, clock: SandboxClock { IssuingFixture.now })
        try await expectMissingMark { try await sandbox.resetToDemoUniverse() }
        try await expectMissingMark { try await sandbox.seedDemoUniverse() }
        try await expectMissingMark { try await sandbox.setClock(.frozen(at: IssuingFixture.now)) }
        #expect(try await SandboxMark(on: issuing.database) == nil)
        #expect(try await Self.texts("SELECT brand FROM brand", in: issuing) == ["acme"])
    }
}
