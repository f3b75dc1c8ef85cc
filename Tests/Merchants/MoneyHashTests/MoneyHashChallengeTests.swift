import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import MoneyHash

@Suite("3-D Secure at MoneyHash")
struct MoneyHashChallengeTests {
    @Test("A right code leads from URL_TO_RENDER to the paid intent and back to the shop, however often it is sent")
    func code() async throws {
        let fixture = try await MoneyHashFixture.make()
        let more: JSONValue = [
            "threeds": ["enabled": true], "payment_method": "CARD",
            "successful_redirect_url": "https://shop.example/done?order=7",
        ]
        let id = try await fixture.newIntent(more)
        let asked = try await fixture.submitCard(id)
        #expect(asked.outcome == "URL_TO_RENDER 8001")
        let transaction = try #require(asked.data?.object("transaction")?.text("id"))
        let details = try #require(asked.data?.object("state_details"))
        #expect(details.text("url") == "https://web.moneyhash.io/payments/authentication/\(transaction)/")
        #expect(details.text("render_strategy") == "REDIRECT")
        #expect(asked.data?.object("transaction")?.text("status") == "PENDING_AUTHENTICATION")
        #expect(asked.data?.object("intent")?.text("status") == "UNPROCESSED")
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_PENDING 0.00 0.00 0.00 0.00")
        #expect(fixture.issuer.asked.isEmpty)

        let page = try await fixture.look(transaction)
        for text in ["50.00 USD", "Bread &amp; &lt;b&gt;Butter&lt;/b&gt;", "ending in 4321", "Approve it in your app"] {
            #expect(page.body.contains(text), "\(text)")
        }
        #expect(page.headers[.contentSecurityPolicy]?.contains("frame-ancestors *") == true)
        #expect(try await fixture.press("sms", transaction).body.contains(#"<input id="code" name="code""#))
        let wrong = try await fixture.press("code", transaction, code: "654321")
        #expect(wrong.status == 200 && wrong.body.contains("The code is wrong. Attempts left: 4."))
        #expect(try await fixture.details(id).state == "URL_TO_RENDER")
        for _ in 1...3 {
            let done = try await fixture.press("code", transaction, code: Cardholder.code)
            #expect(done.status == 303)
            #expect(
                done.headers[.location] == "https://shop.example/done?order=7&type=transaction.successful"
                    + "&status=SUCCESSFUL&transaction_id=\(transaction)&intent_id=\(id)&amount=50.00&currency=USD"
                    + "&token_saved=False")
        }
        let paid = try await fixture.details(id)
        #expect(paid.outcome == "INTENT_PROCESSED 6000")
        #expect(fixture.issuer.asked.count == 1 && fixture.issuer.asked.first?.isAuthenticated == true)
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
        #expect(try await fixture.events() == [
            "transaction.purchase.pending_authentication", "transaction.purchase.successful", "intent.processed",
        ])
        guard case .array(let operations)? = paid.data?.object("transaction")?["operations"],
            case .object(let operation)? = operations.first, case .array(let statuses)? = operation["statuses"]
        else {
            Issue.record("\(paid.body)")
            return
        }
        let codes = statuses.map { status -> String? in
            guard case .object(let object) = status else { return nil }
            return object.text("code")
        }
        #expect(codes == ["8000", "8001", "6000"])
    }

    @Test("Without threeds.enabled, and for a wallet, the customer is not challenged", arguments: [
        ["payment_method": "CARD"], ["payment_method": "CARD", "threeds": ["enabled": false]],
        ["payment_method": "CARD", "threeds": .null], ["payment_method": "APPLE_PAY", "threeds": ["enabled": true]],
    ] as [JSONValue])
    func unasked(more: JSONValue) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(more)
        let isCard = try await fixture.details(id).state == "FORM_FIELDS"
        let paid = isCard ? try await fixture.submitCard(id) : try await fixture.submit(fixture.paymentData(), id)
        #expect(paid.outcome == "INTENT_PROCESSED 6000")
        #expect(fixture.cardholder.actions.isEmpty)
    }

    @Test("Wrong codes, a cancellation and a card without 3-D Secure fail the transaction; the customer may try again",
        arguments: ["code", "cancel", "lookup"])
    func failures(how: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        fixture.cardholder.enroll(how != "lookup")
        let more: JSONValue = [
            "threeds": ["enabled": true], "payment_method": "CARD",
            "failed_redirect_url": "https://shop.example/failed",
        ]
        let (id, transaction) = try await fixture.challenged(more)
        for _ in 1...2 where how != "lookup" {
            let back = try await fixture.press(how, transaction, code: Cardholder.lastWrongCode)
            #expect(back.status == 303)
            #expect(back.headers[.location]?.hasPrefix("https://shop.example/failed?type=transaction.failed") == true)
        }
        // The right code comes too late.
        _ = try await fixture.press("code", transaction, code: Cardholder.code)
        let failed = try await fixture.details(id)
        #expect(failed.outcome == "TRANSACTION_FAILED 7000 NOT_AUTHENTICATED")
        #expect(failed.data?.object("state_details")?.text("provider_error_code") == "NOT_AUTHENTICATED")
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_FAILED 0.00 0.00 0.00 0.00")
        #expect(fixture.issuer.asked.isEmpty)
        #expect(try await fixture.events() == [
            "transaction.purchase.pending_authentication", "transaction.purchase.failed",
        ])
        fixture.cardholder.enroll(true)
        #expect(try await fixture.select("CARD", id).state == "FORM_FIELDS")
        #expect(try await fixture.submitCard(id).state == "URL_TO_RENDER")
    }

    @Test("After 15 minutes the transaction fails, and no code helps")
    func timeout() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        fixture.clock.move(seconds: 15 * 60)
        let late = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(late.body.contains("The time for this payment is over."))
        try await fixture.moneyHash.payments.expireAuthorizations()
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).outcome == "TRANSACTION_FAILED 7000 NOT_AUTHENTICATED")
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_FAILED 0.00 0.00 0.00 0.00")
        #expect(try await fixture.events().last == "transaction.purchase.failed")
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("Closing and expiring make the transaction fail first, and no money is taken afterwards",
        arguments: [true, false], ["sms", "app"])
    func ending(isClosed: Bool, way: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let more: JSONValue = [
            "threeds": ["enabled": true], "payment_method": "CARD", "expires_after_seconds": 60,
        ]
        let (id, transaction) = try await fixture.challenged(more)
        _ = try await fixture.press(way, transaction)
        if isClosed {
            let closed = try await fixture.ask(.post, "/payments/intent/\(id)/close/")
            #expect(closed.state == "CLOSED" && closed.data?.object("active_transaction")?.text("status") == "FAILED")
        } else {
            fixture.clock.move(seconds: 60)
            #expect(try await fixture.press("code", transaction, code: Cardholder.code).status == 200)
            try await fixture.moneyHash.settle()
        }
        fixture.cardholder.answerInApp(true)
        _ = try await fixture.press("code", transaction, code: Cardholder.code)
        _ = try await fixture.press("confirm", transaction)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).state == (isClosed ? "CLOSED" : "EXPIRED"))
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_FAILED 0.00 0.00 0.00 0.00")
        #expect(fixture.issuer.asked.isEmpty)
        #expect(try await fixture.events() == [
            "transaction.purchase.pending_authentication", "transaction.purchase.failed",
            isClosed ? "intent.closed" : "intent.time_expired",
        ])
        #expect(try await fixture.texts("SELECT paying_until::text FROM merchants.moneyhash_intent") == ["∅"])
    }

    @Test("While the bank's app has not answered, the state says so; the payment goes on by itself", arguments: [
        (true, "page"), (true, "worker"), (false, "page"), (false, "worker"),
    ])
    func app(isApproved: Bool, who: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        #expect(try await fixture.press("app", transaction).body.contains("Open your app and approve"))
        let waiting = try await fixture.details(id)
        #expect(waiting.outcome == "TRANSACTION_WAITING_USER_ACTION 8002")
        let shown = try #require(waiting.data?.object("transaction"))
        #expect(shown.text("status") == "PENDING_EXTERNAL_ACTION")
        #expect(shown["external_action_message"] == [
            "Open the app of your bank, and approve the payment of 50.00 USD there.",
        ])
        #expect(waiting.data?.object("state_details")?.text("url")?.hasSuffix("/\(transaction)/") == true)
        #expect(try await fixture.press("confirm", transaction).body.contains("Your app has not answered yet."))
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).state == "TRANSACTION_WAITING_USER_ACTION")
        fixture.cardholder.answerInApp(isApproved)
        if who == "page" {
            #expect(try await fixture.press("confirm", transaction).status == 200)
        } else {
            try await fixture.moneyHash.settle()
        }
        let ended = try await fixture.details(id)
        let failed = "TRANSACTION_FAILED 7000 NOT_AUTHENTICATED"
        #expect(ended.outcome == (isApproved ? "INTENT_PROCESSED 6000" : failed))
        #expect(ended.data?.object("transaction")?["external_action_message"] == [])
        #expect(fixture.issuer.asked.count == (isApproved ? 1 : 0))
        #expect(try await fixture.texts("SELECT waits_for_app::text FROM merchants.moneyhash_intent") == ["false"])
    }

    @Test("The state follows a change from the app back to a code, and the app's wait has no webhook")
    func ways() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged(
            ["threeds": ["enabled": true], "payment_method": "CARD", "operation": "authorize"])
        _ = try await fixture.press("app", transaction)
        #expect(try await fixture.details(id).outcome == "TRANSACTION_WAITING_USER_ACTION 8001")
        _ = try await fixture.press("sms", transaction)
        #expect(try await fixture.details(id).state == "URL_TO_RENDER")
        _ = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(try await fixture.money(id) == "AUTHORIZED 50.00 0.00 0.00 0.00")
        #expect(try await fixture.events() == [
            "transaction.authorize.pending_authentication", "transaction.authorize.successful", "intent.processed",
        ])
    }

    @Test("Of many right codes at once, one pays; the others lead back or say to wait")
    func storm() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        _ = try await fixture.press("sms", transaction)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...20 {
                group.addTask {
                    try await fixture.press("code", transaction, code: Cardholder.code).status
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(statuses.isSubset(of: [200, 409]), "\(statuses)")
        #expect(fixture.issuer.asked.count == 1)
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
    }

    @Test("While an answer is being checked, the intent neither closes nor is paid another way")
    func meanwhile() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        fixture.cardholder.beforeAnswering { action in
            guard case .code = action else { return }
            let answers = [
                try? await fixture.ask(.post, "/payments/intent/\(id)/close/").status,
                try? await fixture.select("APPLE_PAY", id).status, try? await fixture.submitCard(id).status,
            ]
            #expect(answers == [400, 400, 400])
        }
        _ = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(try await fixture.details(id).state == "INTENT_PROCESSED")
    }

    @Test("If a server is killed between code and answer, the money is given back and the intent can be paid again")
    func killed() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        // The state that such a server leaves: the payment is under way, and the intent is claimed.
        try await fixture.moneyHash.database.execute(script: """
            UPDATE merchants.moneyhash_intent SET paying_until = '2026-03-15T12:02:00Z';
            UPDATE merchants.payment SET status = 'CREATED', authentication = 'AUTHENTICATED', expires_at = NULL,
                answer_due_at = '2026-03-15T12:01:00Z';
            """)
        #expect(try await fixture.details(id).state == "PROCESSING")
        #expect(try await fixture.press("code", transaction, code: Cardholder.code).status == 200)
        fixture.clock.move(seconds: 120)
        try await fixture.moneyHash.payments.recoverLostAnswers()
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).outcome == "TRANSACTION_FAILED 7000 MALFUNCTION")
        #expect(try await fixture.texts("SELECT paying_until::text FROM merchants.moneyhash_intent") == ["∅"])
        #expect(try await fixture.select("CARD", id).state == "FORM_FIELDS")
    }

    @Test("If a server is killed while it checks a code, the transaction can go on")
    func killedBefore() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        let claim = "UPDATE merchants.moneyhash_intent SET paying_until = '2026-03-15T12:02:00Z'"
        try await fixture.moneyHash.database.execute(script: claim)
        let busy = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(busy.status == 409 && busy.body.contains("Your payment is being processed."))
        fixture.clock.move(seconds: 120)
        try await fixture.moneyHash.settle()
        _ = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(try await fixture.details(id).state == "INTENT_PROCESSED")
    }

    @Test("If a server is killed while it asks the bank's app, the other servers ask")
    func killedAtApp() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        _ = try await fixture.press("app", transaction)
        let claim = "UPDATE merchants.moneyhash_intent SET paying_until = '2026-03-15T12:02:00Z'"
        try await fixture.moneyHash.database.execute(script: claim)
        fixture.clock.move(seconds: 120)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).state == "TRANSACTION_WAITING_USER_ACTION")
        fixture.cardholder.answerInApp(true)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).state == "INTENT_PROCESSED")
    }

    @Test("The tenth unconfirmed transaction closes the intent")
    func tooOften() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        try await fixture.moneyHash.database.execute(script: """
            UPDATE merchants.moneyhash_intent SET attempt = 10;
            UPDATE merchants.payment SET nonce = '\(id) 10', nonce_digest = sha256('\(id) 10');
            """)
        _ = try await fixture.press("cancel", transaction)
        #expect(try await fixture.details(id).state == "CLOSED")
        let (other, second) = try await fixture.challenged()
        try await fixture.moneyHash.database.execute(script: """
            UPDATE merchants.moneyhash_intent SET attempt = 10 WHERE intent_id = '\(other)';
            UPDATE merchants.payment SET nonce = '\(other) 10', nonce_digest = sha256('\(other) 10')
            WHERE payment_id = '\(second)';
            """)
        fixture.clock.move(seconds: 15 * 60)
        try await fixture.moneyHash.payments.expireAuthorizations()
        let refused = try await fixture.select("CARD", other)
        #expect(refused.words == "400 | intent: The intent is closed; no further attempts are allowed.")
    }

    @Test("The page says that the issuer does not answer; at the beginning this fails the transaction")
    func unreachable() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        _ = try await fixture.press("app", transaction)
        fixture.cardholder.reach(false)
        #expect(try await fixture.look(transaction).status == 503)
        #expect(try await fixture.press("confirm", transaction).status == 503)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).state == "TRANSACTION_WAITING_USER_ACTION")
        let (other, _) = try await fixture.challenged()
        #expect(try await fixture.details(other).outcome == "TRANSACTION_FAILED 7000 MALFUNCTION")
    }

    @Test("An invalid form, and a page of a transaction that does not wait, change nothing", arguments: [
        "", "answer=yes", "answer=code", "answer=code&code=", "answer=cancel&answer=cancel", "code=123456",
        "answer=code&code=12345678901234567",
    ])
    func oddForms(form: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, transaction) = try await fixture.challenged()
        let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let path = "/payments/authentication/\(transaction)/"
        #expect(try await fixture.send(.post, path, text: form, type).status == 400)
        #expect(try await fixture.send(.post, path, text: "answer=cancel", [.contentType: "text/plain"]).status == 415)
        let paid = try await fixture.paid().transaction
        for other in [paid, id, "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "x"] {
            #expect(try await fixture.look(other).status == 404)
            #expect(try await fixture.press("cancel", other).status == 404)
        }
        #expect(try await fixture.details(id).state == "URL_TO_RENDER")
    }

    @Test("MoneyHash's own page leads to the challenge, and back to the form after a failure")
    func page() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["use_direct_api": false, "threeds": ["enabled": true]])
        let card = [("card_number", MoneyHashFixture.number), ("expiry", "03/31"), ("cvv", "123")]
            .map { (name: $0.0, value: $0.1) }
        let asked = try await fixture.form("/payments/embed/\(id)/", card)
        let path = try #require(asked.headers[.location])
        #expect(asked.status == 303 && path.hasPrefix("/payments/authentication/"))
        #expect(try await fixture.send(.get, "/payments/embed/\(id)/").headers[.location] == path)
        let back = try await fixture.form(path, [("answer", "cancel")])
        #expect(back.headers[.location] == "/payments/embed/\(id)/")
        let again = try await fixture.send(.get, "/payments/embed/\(id)/")
        #expect(again.body.contains("The payment failed. The customer did not authenticate."))
        let second = try #require(try await fixture.form("/payments/embed/\(id)/", card).headers[.location])
        #expect(second != path)
        let done = try await fixture.form(second, [("answer", "code"), ("code", Cardholder.code)])
        #expect(done.headers[.location] == "/payments/embed/\(id)/")
        #expect(try await fixture.send(.get, "/payments/embed/\(id)/").body.contains("Your payment is done"))
    }
}
