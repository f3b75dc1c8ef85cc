import CardSecrets
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import MoneyHash

@Suite("Installments at MoneyHash")
struct InstallmentTests {
    private static func plans(_ answer: Answer) -> [JSONObject] {
        guard case .array(let plans)? = answer.data?.object("state_details")?["plans"] else { return [] }
        return plans.compactMap { if case .object(let plan) = $0 { plan } else { nil } }
    }

    @Test("A card leads to the plans, and a plan to the payment of the whole amount, which shows the plan")
    func pays() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        let form = try await fixture.select("BANK_INSTALLMENTS", id)
        #expect(form.state == "FORM_FIELDS")
        #expect(form.data?.object("state_details")?.text("method_type") == "BANK_INSTALLMENTS")
        #expect(form.body.contains("card_number") && !form.body.contains(#""cvv""#))
        let asked = try await fixture.submitCard(id)
        #expect(asked.state == "INSTALLMENT_PLANS" && fixture.issuer.asked.isEmpty)
        let plans = Self.plans(asked)
        #expect(plans.map { $0["installment_period"] } == [3, 6, 12])
        #expect(plans.map { $0.object("amount")?.text("value") } == ["16.67USD", "8.34USD", "4.17USD"])
        #expect(plans.first?.object("amount")?["formatted"] == .number("16.67"))
        let plan = try #require(plans[1].text("id"))
        #expect(
            try await fixture.submitPlan(id, "x", code: "1").words
                == #"400 | plan_id: "x" is not a valid choice. | cvv: Invalid security code."#)
        #expect(
            try await fixture.ask(.post, "/direct/payments/intents/\(id)/installment-plan/", [:]).words
                == "400 | plan_id: This field is required. | cvv: This field is required.")
        let paid = try await fixture.submitPlan(id, plan)
        #expect(paid.outcome == "INTENT_PROCESSED 6000")
        let transaction = try #require(paid.data?.object("transaction"))
        #expect(transaction.text("payment_method") == "BANK_INSTALLMENTS")
        #expect(transaction.object("installment_plan")?["installment_period"] == 6)
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
        #expect(try await fixture.webhooks().first?.object("transaction")?.object("installment_plan") != nil)
        guard case .card(cvv2: let code?)? = fixture.issuer.asked.first?.instrument.kind else {
            Issue.record("The issuer got no security code")
            return
        }
        #expect(code.withBytes { String(decoding: $0, as: UTF8.self) } == "123")
        #expect(try await Self.kept(fixture) == ["∅"])
    }

    private static func kept(_ fixture: MoneyHashFixture) async throws -> [String] {
        try await fixture.texts("SELECT sealed_instrument::text FROM merchants.moneyhash_intent")
    }

    @Test("The card is forgotten after 15 minutes, for another method, and when the intent is paid or ends",
        arguments: ["time", "method", "close", "expiry", "decline"])
    func forgets(how: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "BANK_INSTALLMENTS", "expires_after_seconds": 1800])
        let plan = try #require(Self.plans(try await fixture.submitCard(id)).first?.text("id"))
        #expect(try await Self.kept(fixture) != ["∅"])
        let dump = try await fixture.texts("SELECT encode(sealed_instrument, 'escape') FROM merchants.moneyhash_intent")
        #expect(!dump.joined().contains(MoneyHashFixture.number))
        switch how {
        case "time":
            fixture.clock.move(seconds: 15 * 60)
            #expect(try await fixture.details(id).state == "FORM_FIELDS")
            #expect(
                try await fixture.submitPlan(id, plan).words
                    == "400 | intent: The intent's state is FORM_FIELDS; send a card for BANK_INSTALLMENTS first.")
            try await fixture.moneyHash.settle()
        case "method": _ = try await fixture.select("CARD", id)
        case "close": _ = try await fixture.ask(.post, "/payments/intent/\(id)/close/")
        case "expiry":
            fixture.clock.move(seconds: 1800)
            try await fixture.moneyHash.settle()
        default:
            fixture.issuer.answer(.declined(.amountLimit))
            #expect(try await fixture.submitPlan(id, plan).outcome == "TRANSACTION_FAILED 7000 AMOUNT_LIMIT")
        }
        #expect(try await Self.kept(fixture) == ["∅"])
        #expect(fixture.issuer.asked.count == (how == "decline" ? 1 : 0))
    }

    @Test("A plan can need 3-D Secure, and of two plans at once one is charged")
    func secure() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "BANK_INSTALLMENTS", "threeds": ["enabled": true]])
        let plan = try #require(Self.plans(try await fixture.submitCard(id)).first?.text("id"))
        let asked = try await fixture.submitPlan(id, plan)
        #expect(asked.state == "URL_TO_RENDER")
        let transaction = try #require(asked.data?.object("transaction")?.text("id"))
        _ = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(try await fixture.details(id).state == "INTENT_PROCESSED")
        let second = try await fixture.newIntent(["payment_method": "BANK_INSTALLMENTS"])
        _ = try await fixture.submitCard(second)
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...10 { group.addTask { try await fixture.submitPlan(second, plan).outcome } }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes["INTENT_PROCESSED 6000"] == 1, "\(outcomes)")
        #expect(fixture.issuer.asked.count == 2)
    }

    @Test("MoneyHash's own page has no installments")
    func page() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["use_direct_api": false])
        #expect(!(try await fixture.details(id).body.contains("BANK_INSTALLMENTS")))
        #expect(
            try await fixture.select("BANK_INSTALLMENTS", id).words
                == #"400 | payment_method: "BANK_INSTALLMENTS" is not a valid choice."#)
    }
}
