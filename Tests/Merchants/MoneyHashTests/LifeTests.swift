import Foundation
import Gateways
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing
import TestSupport

@testable import MoneyHash

@Suite("States of MoneyHash's intents")
struct LifeTests {
    @Test("Every state is reached and left as the table says, and no final state is left")
    func table() {
        let table = IntentTransition.table
        #expect(Set(table).count == table.count)
        let reached = Set(table.map(\.to))
        #expect(reached == Set(IntentState.allCases))
        #expect(Set(table.map(\.occasion)) == Set(IntentTransition.Occasion.allCases))
        let final = IntentState.allCases.filter { state in !table.contains { $0.from == state } }
        #expect(final == [.intentProcessed, .expired, .closed])
    }

    @Test("Each state allows exactly what the table says, and refuses the rest with a reason",
        arguments: IntentState.allCases, IntentTransition.Occasion.allCases)
    func occasions(state: IntentState, occasion: IntentTransition.Occasion) {
        let isAllowed = IntentTransition.table.contains { $0.from == state && $0.occasion == occasion }
        do throws(MoneyHashError) {
            try state.require(occasion)
            #expect(isAllowed)
        } catch {
            #expect(!isAllowed && error.problems.first?.field == "intent")
        }
    }

    @Test("A declined customer selects again and pays; each decline has its cause", arguments: DeclineReason.allCases)
    func retry(reason: DeclineReason) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        fixture.issuer.answer(.declined(reason))
        let declined = try await fixture.submit(fixture.paymentData(), id)
        #expect(declined.status == 200)
        #expect(declined.outcome == "TRANSACTION_FAILED 7000 \(reason.rawValue)")
        #expect(declined.data?.object("state_details")?.text("provider_error_code") == reason.rawValue)
        #expect(declined.data?.object("intent")?.text("status") == "UNPROCESSED")
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_FAILED 0.00 0.00 0.00 0.00")
        #expect(
            try await fixture.submit(fixture.paymentData(seed: 5), id).words
                == "400 | intent: The last transaction failed; select a method to try again.")
        fixture.issuer.approveAll()
        #expect(try await fixture.select("APPLE_PAY", id).state == "NATIVE_PAY")
        #expect(try await fixture.submit(fixture.paymentData(seed: 6), id).outcome == "INTENT_PROCESSED 6000")
        let data = try #require(try await fixture.ask(.get, "/payments/intent/\(id)/").data)
        #expect(data["transactions_count"] == 2 && fixture.issuer.asked.count == 2)
        #expect(data.object("active_transaction")?.text("status") == "SUCCESSFUL")
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
    }

    @Test("After the tenth declined payment the intent is closed")
    func tooOften() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        fixture.issuer.answer(.declined(.insufficientFunds))
        for attempt in 1...10 {
            #expect(try await fixture.select("APPLE_PAY", id).state == "NATIVE_PAY")
            let answer = try await fixture.submit(fixture.paymentData(seed: UInt64(attempt)), id)
            #expect(answer.state == (attempt == 10 ? "CLOSED" : "TRANSACTION_FAILED"))
        }
        #expect(
            try await fixture.select("APPLE_PAY", id).words
                == "400 | intent: The intent is closed; no further attempts are allowed.")
        #expect(try await fixture.webhooks().last?.text("type") == "intent.closed")
    }

    @Test("An intent expires by the clock, with one webhook", arguments: [false, true])
    func expiry(isAnnounced: Bool) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["expires_after_seconds": 60, "payment_method": "APPLE_PAY"])
        let before = try await fixture.details(id).data?.object("intent")?.text("expiration_date")
        #expect(before == "2026-03-15T12:01:00.000000Z")
        let token = try await fixture.paymentData()
        fixture.clock.move(seconds: 60)
        if isAnnounced {
            for _ in 0..<2 { try await fixture.moneyHash.settle() }
            let events = try await fixture.webhooks()
            #expect(events.map { $0.text("type") } == ["intent.time_expired"])
            let intent = events.first?.object("data")?.object("intent")
            #expect(intent?.text("id") == id && intent?.text("status") == "TIME_EXPIRED")
        }
        let answer = try await fixture.details(id)
        #expect(answer.state == "EXPIRED" && answer.data?.object("intent")?.text("status") == "TIME_EXPIRED")
        let refusal = "400 | intent: The intent has expired; no further attempts are allowed."
        #expect(try await fixture.submit(token, id).words == refusal)
        #expect(try await fixture.select("CARD", id).words == refusal)
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("A closed intent cannot be paid, and a paid one cannot be closed")
    func close() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        let closed = try await fixture.ask(.post, "/payments/intent/\(id)/close/")
        #expect(closed.state == "CLOSED" && closed.data?.text("status") == "CLOSED")
        #expect(try await fixture.webhooks().map { $0.text("type") } == ["intent.closed"])
        #expect(try await fixture.submit(fixture.paymentData(), id).status == 400)
        let paid = try await fixture.paid().intent
        let refused = try await fixture.ask(.post, "/payments/intent/\(paid)/close/")
        #expect(refused.words == "400 | intent: The intent is processed; no further attempts are allowed.")
    }

    @Test("While the issuer is asked, the intent neither closes nor expires, and its state says so")
    func meanwhile() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY", "expires_after_seconds": 60])
        let data = try await fixture.paymentData()
        fixture.issuer.beforeAnswering { _ in
            fixture.clock.move(seconds: 90)
            try? await fixture.moneyHash.settle()
            let closing = try? await fixture.ask(.post, "/payments/intent/\(id)/close/").status
            #expect(closing == 400)
        }
        #expect(try await fixture.submit(data, id).outcome == "INTENT_PROCESSED 6000")
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
        #expect(try await fixture.webhooks().map { $0.text("type") } == [
            "transaction.purchase.successful", "intent.processed",
        ])
    }

    @Test("Due intents are read together, so each one costs only its own writes")
    func batch() async throws {
        let fixture = try await MoneyHashFixture.make()
        var counts: [Int] = []
        for number in [1, 6] {
            for index in 0..<number {
                let id = try await fixture.newIntent(["payment_method": "CARD", "expires_after_seconds": 60])
                fixture.issuer.answer(.declined(.doNotHonor))
                if index.isMultiple(of: 2) { _ = try await fixture.submitCard(id) }
            }
            fixture.clock.move(seconds: 60)
            counts.append(try await fixture.statements.counted { try await fixture.moneyHash.expireIntents() })
        }
        #expect(try await fixture.texts("SELECT DISTINCT status FROM merchants.moneyhash_intent") == ["TIME_EXPIRED"])
        // A transaction with the change of its row, and its webhook.
        #expect(counts[1] - counts[0] == 5 * 4, "\(counts)")
    }

    @Test("Payments that stopped servers left behind are read together, too")
    func abandonedBatch() async throws {
        let fixture = try await MoneyHashFixture.make()
        var counts: [Int] = []
        for number in [1, 6] {
            for _ in 0..<number { _ = try await fixture.newIntent(["payment_method": "CARD"]) }
            try await fixture.moneyHash.database.execute(
                script: "UPDATE merchants.moneyhash_intent SET paying_until = '2026-03-15T12:00:00Z'")
            counts.append(
                try await fixture.statements.counted { try await fixture.moneyHash.finishAbandonedPayments() })
        }
        #expect(counts[1] - counts[0] == 6, "\(counts), one statement for each of six more")
    }

    @Test("If a server is killed before it stores the end, the intent is paid and ends later")
    func killed() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.paid().intent
        try await fixture.moneyHash.database.execute(script: """
            UPDATE merchants.moneyhash_intent SET status = 'UNPROCESSED', paying_until = '2026-03-15T12:02:00Z';
            DELETE FROM webhook_delivery;
            """)
        #expect(try await fixture.details(id).state == "INTENT_PROCESSED", "the payment is there")
        try await fixture.moneyHash.settle()
        #expect(try await fixture.webhooks().isEmpty, "the server may still be at work")
        fixture.clock.move(seconds: 120)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.webhooks().map { $0.text("type") } == ["intent.processed"])
        #expect(try await fixture.texts("SELECT status FROM merchants.moneyhash_intent") == ["PROCESSED"])
    }

    @Test("If a server is killed before it asks the issuer, the intent can still be paid")
    func killedBefore() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        let claim = "UPDATE merchants.moneyhash_intent SET paying_until = '2026-03-15T12:02:00Z'"
        try await fixture.moneyHash.database.execute(script: claim)
        #expect(
            try await fixture.submit(fixture.paymentData(), id).words
                == "400 | intent: The intent is being paid; read its details.")
        fixture.clock.move(seconds: 120)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.texts("SELECT paying_until::text FROM merchants.moneyhash_intent") == ["∅"])
        #expect(try await fixture.submit(fixture.paymentData(seed: 7), id).outcome == "INTENT_PROCESSED 6000")
    }

    @Test("Of twenty receipts at once for one intent, one is charged")
    func storm() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        var receipts: [String] = []
        for seed in 1...20 { receipts.append(try await fixture.paymentData(seed: UInt64(seed))) }
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for receipt in receipts { group.addTask { try await fixture.submit(receipt, id).outcome } }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes["INTENT_PROCESSED 6000"] == 1, "\(outcomes)")
        #expect(outcomes.filter { $0.key.hasPrefix("400 | intent: ") }.values.reduce(0, +) == 19, "\(outcomes)")
        #expect(fixture.issuer.asked.count == 1)
    }
}
