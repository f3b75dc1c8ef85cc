import Administration
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation
import Webhooks

/// An event is in the outbox exactly if a transaction was written or its status changed.
@Suite("Events about transactions")
struct TransactionEventTests {
    @Test("A new transaction produces the documented event body")
    func created() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 0)
        let subscription = try await fixture.subscribe(to: .transaction)
        try await fixture.load(5000, on: card)
        let loaded = try #require(try await fixture.transactions(of: card).first)
        let webhook = try #require(await fixture.issuing.webhooks.claim(for: subscription.id))
        #expect(webhook.subject == "\(card.customer)/\(card.account)")
        #expect(webhook.text == #"{"id":"\#(webhook.event)","timestamp":"2026-03-15T12:00:00Z","#
            + #""operationType":"Create","transaction":{"id":"\#(loaded.id)","slipId":"\#(loaded.slip)","#
            + #""customerId":"\#(card.customer)","accountId":"\#(card.account)","type":"DEPOSIT","amount":5000,"#
            + #""currencyCode":"EUR","direction":"CREDIT","paymentType":"BANK_TRANSFER","status":"COMPLETED","#
            + #""balance":5000,"creationTime":"2026-03-15T12:00:00Z","lastChangeDate":"2026-03-15T12:00:00Z"}}"#)
    }

    @Test("Each payment that moves money produces one event, in order, and nothing else does", arguments: [false, true])
    func payments(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.loadedCard(with: 0)
        let subscription = try await fixture.subscribe(to: .transaction)
        try await fixture.load(5000, on: card)
        #expect(try await fixture.pay("p1", with: card).answer.code == .approved)
        #expect(try await fixture.pay("p2", with: card) { $0.fields.amount = 9000 }.answer.code == .insufficientFunds)
        #expect(try await fixture.pay("p3", with: card).answer.code == .approved)
        _ = try await fixture.follow("p3", .reversal, "v1", for: card)
        _ = try await fixture.follow("p1", .clearing, "c1", for: card, amount: 1000, isLast: false)
        for _ in 1...2 { _ = try await fixture.follow("p1", .clearing, "c2", for: card, amount: 234) }
        _ = try await fixture.follow("p1", .refund, "r1", for: card, amount: 200)
        _ = try await fixture.follow("p1", .refundReversal, "r2", for: card, amount: 200)
        let told = try await fixture.deliverAll(to: subscription)
        let transactions = try await fixture.transactions(of: card)
        #expect(told.map(\.transaction) == transactions.reversed().map(\.id.description))
        #expect(told.map(\.balance) == [5000, 4000, 3766, 3966, 3766])
        #expect(Set(told.map(\.event)).count == 5 && told.allSatisfy { $0.operation == "Create" })
    }

    @Test("A change of the status produces an event with what has changed")
    func changed() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 100)
        let subscription = try await fixture.subscribe(to: .transaction)
        let deposit = try await fixture.advance(
            fixture.deposit(1000, reference: "d1", to: customer), to: .pending, .processing)
        try await fixture.server(now: IssuingFixture.now + 60).issuing.settleWhatIsDue()
        let told = try await fixture.deliverAll(to: subscription)
        let (id, slip, account) = (
            try #require(deposit.transaction), try #require(deposit.slip), try #require(deposit.account)
        )
        let head = #""transaction":{"id":"\#(id)","slipId":"\#(slip)","customerId":"\#(customer)","#
            + #""accountId":"\#(account)","type":"DEPOSIT","amount":1000,"currencyCode":"EUR","direction":"CREDIT","#
        let (early, late) = ("2026-03-15T12:00:00Z", "2026-03-15T12:01:00Z")
        let rest = [
            (early, "Create", #""paymentType":"BANK_TRANSFER","status":"PENDING","merchantRefNum":"d1""#),
            (early, "Update", #""status":"PROCESSING""#), (late, "Update", #""status":"COMPLETED","balance":1100"#),
        ]
        #expect(told.map(\.text) == zip(told, rest).map { webhook, rest in
            #"{"id":"\#(webhook.event)","timestamp":"\#(rest.0)","operationType":"\#(rest.1)",\#(head)"#
                + #"\#(rest.2),"creationTime":"\#(early)","lastChangeDate":"\#(rest.0)"}}"#
        })
    }

    /// A trigger of the test counts the written transactions, so no statement can be forgotten.
    @Test("Every statement that writes a transaction is followed by its event")
    func writers() async throws {
        let pattern = /(INSERT INTO|UPDATE|DELETE FROM) money\.transaction\b/
        let statements =
            AllStatements.list + AllAdministrationStatements.list + AllSandboxStatements.list
            + LedgerStatements.served
        #expect(statements.filter { $0.sql.contains(pattern) }.map(\.name) == [
            "ledger_transaction_complete", "ledger_movement_begin", "ledger_movement_change",
        ])
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let recipient = try await fixture.customer(with: 100)
        try await fixture.subscribe(to: .transaction)
        try await fixture.issuing.database.execute(script: """
            CREATE TABLE public.written (customer_id bigint, account_id bigint, transaction_id bigint);
            CREATE FUNCTION public.written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.written VALUES (NEW.customer_id, NEW.account_id, NEW.transaction_id);
                RETURN NULL;
            END $$;
            CREATE TRIGGER written AFTER INSERT OR UPDATE ON money.transaction
                FOR EACH ROW EXECUTE FUNCTION public.written()
            """)
        try await fixture.load(5000, on: card)
        try await fixture.pay("p1", with: card)
        _ = try await fixture.follow("p1", .clearing, "c1", for: card)
        let customer = card.customer
        for movement in [
            try await fixture.deposit(to: customer), try await fixture.withdrawal(from: customer),
            try await fixture.transfer(from: customer, to: recipient),
        ] { try await fixture.advance(movement, to: .pending, .processing) }
        let poor = try await fixture.advance(
            fixture.transfer(6000, from: customer, to: recipient), to: .pending)
        try await fixture.pay("p2", with: card) { ($0.fields.kind, $0.fields.amount) = ("FORCE_POST", 5000) }
        try await fixture.advance(poor, to: .processing)
        try await fixture.issuing.settleWhatIsDue()
        let written = try await fixture.texts("""
            SELECT concat_ws(' ', customer_id || '/' || account_id, transaction_id, count(*)) FROM public.written
            GROUP BY customer_id, account_id, transaction_id
            """)
        let told = try await fixture.texts("""
            SELECT concat_ws(' ', subject, id, count(*))
            FROM (SELECT subject, convert_from(body, 'UTF8')::jsonb -> 'transaction' ->> 'id' AS id
                  FROM webhook_delivery) told
            GROUP BY subject, id
            """)
        #expect(told.sorted() == written.sorted() && written.count == 8)
    }

    @Test("A payment that is rolled back produces no event")
    func rolledBack() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        try await fixture.subscribe(to: .transaction)
        try await fixture.pay("p1", with: card)
        // The message's row is written after the transaction, in the same commit.
        try await fixture.issuing.database.execute(
            script: "ALTER TABLE network_message ADD CONSTRAINT nothing_more CHECK (reference = 'p1')")
        let failed = await #expect(throws: IssuingFailure.self) {
            try await fixture.follow("p1", .clearing, "c1", for: card)
        }
        #expect(failed?.postgresFailure?.constraint == "nothing_more")
        #expect(try await fixture.transactions(of: card).count == 1)
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_delivery") == ["0"])
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_line") == ["0"])
    }

    @Test("Only the current subscriptions of the customer's brand to this event receive it")
    func subscribers() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 0)
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('other')")
        try await fixture.subscribe(to: .transaction, brand: "other")
        try await fixture.subscribe(to: .cardStatus)
        let ended = try await fixture.subscribe(to: .transaction, at: "https://hooks.example/ended")
        try await fixture.issuing.unsubscribe("demo", from: ended.id)
        try await fixture.load(100, on: card)
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_delivery") == ["0"])

        let two = [
            try await fixture.subscribe(to: .transaction, at: "https://hooks.example/1"),
            try await fixture.subscribe(to: .transaction, at: "https://hooks.example/2"),
        ]
        try await fixture.load(200, on: card)
        var told: [ClaimedWebhook] = []
        for subscription in two { told += try await fixture.deliverAll(to: subscription) }
        #expect(told.map(\.balance) == [300, 300])
        #expect(told[0].event == told[1].event && told[0].delivery != told[1].delivery, "one event, told twice")
    }

    @Test("Simultaneous payments of two servers produce one event each, in the order of the balances")
    func simultaneous() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        let card = try await fixture.loadedCard()
        let subscription = try await fixture.subscribe(to: .transaction)
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    _ = try await servers[number % 2].pay("f\(number)", with: card) {
                        ($0.fields.kind, $0.fields.amount) = ("FORCE_POST", 100)
                    }
                }
            }
            try await group.waitForAll()
        }
        let told = try await fixture.deliverAll(to: subscription)
        #expect(told.map(\.balance) == (1...50).map { 5000 - 100 * $0 })
        let page = try await fixture.issuing.webhookDeliveries(
            of: "demo", about: .account(card.account), limit: 50, offset: 0)
        #expect(page.total == 50 && page.deliveries.allSatisfy { $0.subject.account == card.account })
        let unknown = try await fixture.issuing.webhookDeliveries(
            of: "demo", about: .account(AccountID(1)), limit: 50, offset: 0)
        #expect(unknown.total == 0)
    }
}

extension ClaimedWebhook {
    private var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
    }

    private var told: [String: Any] { members["transaction"] as? [String: Any] ?? [:] }

    fileprivate var operation: String? { members["operationType"] as? String }
    fileprivate var transaction: String? { told["id"] as? String }
    fileprivate var balance: Int? { told["balance"] as? Int }
}
