import CardSecrets
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import MoneyHash

@Suite("Saved cards of MoneyHash")
struct SavedCardTests {
    @Test("A card that has paid is saved with the customer's consent, and is among the choices of the next intent")
    func saves() async throws {
        let fixture = try await MoneyHashFixture.make()
        let token = try await fixture.savedCard()
        let card = try #require(try await fixture.cards().first)
        #expect(card.names == [
            "id", "hashid", "brand", "card_holder_name", "bin", "last_4", "issuer", "expiry_month", "expiry_year",
            "country", "type", "custom_fields", "provider_token_data", "requires_cvv", "fingerprint", "vault_region",
        ])
        #expect(card.text("brand") == "Visa" && card.text("bin") == "411111" && card.text("last_4") == "1111")
        #expect(card.text("expiry_month") == "03" && card.text("expiry_year") == "31")
        let short = try #require(card.text("hashid"))
        #expect(ShortID.isOne(short) && UUID(uuidString: token) != nil)
        for name in [token, token.uppercased(), short] {
            #expect(try await fixture.ask(.get, "/tokens/cards/\(name)/").data == card)
        }
        let id = try await fixture.newIntent(["customer": "ivana"])
        let choices = try await fixture.details(id).data?.object("state_details")?["saved_cards"]
        #expect(choices == [
            [
                "id": .string(short), "brand": "Visa", "logo": "/static/images/card_icons/default.svg",
                "last4": "1111", "expiry_month": "03", "expiry_year": "31", "country": .null, "requires_cvv": true,
            ]
        ])
        #expect(try await fixture.cards(of: "nobody").isEmpty)
        #expect(try await fixture.ask(.get, "/tokens/cards/").words == "400 | customer: This field is required.")
    }

    @Test("A selected card is charged with the security code, whichever of its names selects it",
        arguments: ["id", "hashid"])
    func charges(name: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        _ = try await fixture.savedCard()
        let card = try #require(try await fixture.cards().first)
        let id = try await fixture.newIntent(["customer": "ivana"])
        let selected = try await fixture.select("CARD", id, card: card.text(name))
        #expect(selected.state == "SAVED_CARD_CVV" && selected.data?.text("selected_method") == "CARD")
        let details = try #require(selected.data?.object("state_details"))
        #expect(details.object("card")?.text("last4") == "1111")
        #expect(details.object("cvv_field")?.text("name") == "cvv")
        #expect(details.object("cvv_field")?.object("validation")?["max_length"] == 4)
        for (code, words) in [
            (.null, "400 | cvv: This field may not be null."), ("12x", "400 | cvv: Invalid security code."),
            (123, "400 | cvv: Not a valid string."),
            ("12345", "400 | cvv: Ensure this field has no more than 4 characters."),
        ] as [(JSONValue, String)] {
            #expect(try await fixture.submitCode(id, code).words == words)
        }
        #expect(
            try await fixture.submitCard(id).words
                == "400 | intent: The intent's state is SAVED_CARD_CVV; select CARD first.")
        let paid = try await fixture.submitCode(id)
        #expect(paid.outcome == "INTENT_PROCESSED 6000")
        #expect(paid.data?.object("transaction")?.object("paying_card_token")?.text("id") == card.text("id"))
        let charged = try #require(fixture.issuer.asked.last?.instrument)
        #expect(charged.pan.reveal { $0 } == MoneyHashFixture.number)
        guard case .card(cvv2: let code?) = charged.kind else {
            Issue.record("The issuer got no security code")
            return
        }
        #expect(code.withBytes { String(decoding: $0, as: UTF8.self) } == "123")
        #expect(
            try await fixture.submitCode(id).words
                == "400 | intent: The intent is processed; no further attempts are allowed.")
    }

    @Test("A card_token selects the card; merchant_initiated charges it at once, without its customer")
    func atOnce() async throws {
        let fixture = try await MoneyHashFixture.make()
        let token = try await fixture.savedCard()
        let attended = try await fixture.newIntent(["customer": "ivana", "card_token": .string(token)])
        #expect(try await fixture.details(attended).state == "SAVED_CARD_CVV")
        // The body that Lago sends.
        let body: JSONValue = [
            "amount": .number("10.0"), "amount_currency": "USD", "flow_id": "xgXlXgX", "customer": "ivana",
            "webhook_url": .string(MoneyHashFixture.webhookURL), "payment_type": "UNSCHEDULED",
            "merchant_initiated": true, "recurring_data": ["agreement_id": "a-1"], "card_token": .string(token),
            "custom_fields": ["lago_mit": true], "threeds": ["enabled": true],
        ]
        let paid = try await fixture.ask(.post, "/payments/intent/", body, version: "v1.4")
        #expect(paid.data?.text("status") == "PROCESSED" && paid.state == "INTENT_PROCESSED", "\(paid.body)")
        let transaction = try #require(paid.data?.object("active_transaction"))
        #expect(transaction.text("status") == "SUCCESSFUL")
        #expect(transaction.object("paying_card_token")?.text("id") == token)
        #expect(fixture.cardholder.actions.isEmpty && fixture.issuer.asked.count == 2)
        guard case .card(cvv2: nil)? = fixture.issuer.asked.last?.instrument.kind else {
            Issue.record("A security code came from nowhere")
            return
        }
        fixture.issuer.answer(.declined(.insufficientFunds))
        let declined = try await fixture.ask(.post, "/payments/intent/", body, version: "v1.4")
        #expect(declined.status == 200 && declined.state == "TRANSACTION_FAILED")
        #expect(declined.data?.text("status") == "UNPROCESSED")
    }

    @Test("Invalid members about saved cards are refused", arguments: [
        (["card_token": .null, "merchant_initiated": true], "400 | card_token: This field may not be null."),
        (["merchant_initiated": true], "400 | card_token: This field is required."),
        (["card_token": "zGgq4Lx"], "400 | customer: This field is required."),
        (["tokenize_card": true], "400 | customer: This field is required."),
        (["customer": "ivana", "card_token": "zGgq4Lx"], "400 | card_token: Object does not exist."),
        (["customer": "ivana", "card_token": "x"], "400 | card_token: Object does not exist."),
        (["customer": "ivana", "card_token": 7], "400 | card_token: Not a valid string."),
        (["customer": "ivana", "card_token": "x", "amount": 0],
            "400 | amount: Ensure this value is greater than or equal to 0.01. | card_token: Object does not exist."),
        (["payment_type": "MONTHLY"], #"400 | payment_type: "MONTHLY" is not a valid choice."#),
        (["threeds": ["enabled": "yes"]], "400 | threeds.enabled: Must be a valid boolean."),
        (["threeds": true], "400 | threeds: Expected a dictionary of items but got a boolean."),
        (["failed_redirect_url": "http://shop.example/"], "400 | failed_redirect_url: Enter a valid URL."),
        (["use_direct_api": false, "payment_method": "BANK_INSTALLMENTS"],
            #"400 | payment_method: "BANK_INSTALLMENTS" is not a valid choice."#),
    ] as [(JSONValue, String)])
    func wrong(more: JSONValue, words: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        #expect(try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(more)).words == words)
        #expect(try await fixture.texts("SELECT intent_id FROM merchants.moneyhash_intent").isEmpty)
    }

    @Test("Another merchant, the other key and another customer do not have the card")
    func isolation() async throws {
        let fixture = try await MoneyHashFixture.make()
        let token = try await fixture.savedCard()
        for key in ["test-M2", "live-M1", "live-M2"] {
            #expect(try await fixture.cards(key: key).isEmpty)
            #expect(try await fixture.ask(.get, "/tokens/cards/\(token)/", key: key).status == 404)
            #expect(try await fixture.ask(.delete, "/tokens/cards/\(token)/", key: key).status == 404)
            let body = MoneyHashFixture.intent(["customer": "ivana", "card_token": .string(token)])
            let refused = try await fixture.ask(.post, "/payments/intent/", body, key: key)
            #expect(refused.words == "400 | card_token: Object does not exist.")
            let id = try await fixture.newIntent(["customer": "ivana"], key: key)
            #expect(
                try await fixture.select("CARD", id, card: token, key: key).words
                    == "400 | card_token: Object does not exist.")
        }
        let id = try await fixture.newIntent(["customer": "marko"])
        for method in ["CARD", "APPLE_PAY"] {
            #expect(
                try await fixture.select(method, id, card: token).words == "400 | card_token: Object does not exist.")
        }
        let nobody = try await fixture.newIntent()
        #expect(
            try await fixture.select("CARD", nobody, card: token).words == "400 | card_token: Object does not exist.")
        #expect(try await fixture.cards().count == 1)
    }

    @Test("The same card is saved once; with another expiry it is updated, and webhooks say both")
    func twice() async throws {
        let fixture = try await MoneyHashFixture.make()
        let token = try await fixture.savedCard()
        fixture.clock.move(seconds: 1)
        let again = try await fixture.savedCard()
        fixture.clock.move(seconds: 1)
        let renewed = try await fixture.savedCard(of: "ivana", MoneyHashFixture.card(month: "05"))
        fixture.clock.move(seconds: 1)
        #expect(token == again && token == renewed)
        #expect(try await fixture.cards().map { $0.text("expiry_month") } == ["05"])
        let other = try await fixture.savedCard(of: "marko")
        #expect(other != token)
        let prints = try await [fixture.cards(), fixture.cards(of: "marko")].map { $0.first?.text("fingerprint") }
        #expect(prints[0] == prints[1] && prints[0]?.count == 64)
        _ = try await fixture.savedCard(key: "test-M2")
        #expect(try await fixture.cards(key: "test-M2").first?.text("fingerprint") != prints[0])
        let events = try await fixture.webhooks().filter { $0.text("type")?.hasPrefix("card_token") == true }
        #expect(events.map { $0.text("type") } == [
            "card_token.created", "card_token.updated", "card_token.created", "card_token.created",
        ])
        let first = try #require(events.first)
        #expect(first.names == ["type", "data"] && first.object("data")?.names == ["intent_id", "card_token"])
        #expect(first.object("data")?.object("card_token")?.text("id") == token)
    }

    @Test("A deleted card loses its number and its place in intents, and a webhook reports it")
    func deletes() async throws {
        let fixture = try await MoneyHashFixture.make()
        let token = try await fixture.savedCard()
        let id = try await fixture.newIntent(["customer": "ivana", "card_token": .string(token)])
        fixture.clock.move(seconds: 1)
        #expect(try await fixture.ask(.delete, "/tokens/cards/\(token)/").data?.text("id") == token)
        #expect(try await fixture.ask(.delete, "/tokens/cards/\(token)/").status == 404)
        #expect(try await fixture.cards().isEmpty)
        #expect(try await fixture.texts("SELECT card_id::text FROM merchants.moneyhash_card").isEmpty)
        #expect(try await fixture.events().last == "card_token.deleted")
        #expect(try await fixture.details(id).state == "METHOD_SELECTION")
        #expect(
            try await fixture.submitCode(id).words
                == "400 | intent: The intent's state is METHOD_SELECTION; select a method first.")
        #expect(try await fixture.select("CARD", id).state == "FORM_FIELDS")
    }

    @Test("Only a successful payment saves its card, and only with consent")
    func consent() async throws {
        let fixture = try await MoneyHashFixture.make()
        func pay(_ more: JSONValue, _ card: [(String, JSONValue?)] = []) async throws -> Answer {
            try await fixture.submitCard(fixture.newIntent(more), MoneyHashFixture.card(card))
        }
        _ = try await pay(["payment_method": "CARD", "customer": "ivana"])
        _ = try await pay(["payment_method": "CARD", "customer": "ivana", "tokenize_card": false])
        _ = try await pay(["payment_method": "CARD", "customer": "ivana"], [("save_card", false)])
        let wrong = try await pay(["payment_method": "CARD"], [("save_card", true)])
        #expect(wrong.words == "400 | save_card: The intent has no customer.")
        fixture.issuer.answer(.declined(.doNotHonor))
        _ = try await pay(["payment_method": "CARD", "customer": "ivana", "tokenize_card": true])
        #expect(try await fixture.cards().isEmpty)
        fixture.issuer.approveAll()
        _ = try await pay(["payment_method": "CARD", "customer": "ivana"], [("save_card", true)])
        #expect(try await fixture.cards().count == 1)
    }

    @Test("After 3-D Secure the card is saved, too, and a saved card can need it; the address says so")
    func secure() async throws {
        let fixture = try await MoneyHashFixture.make()
        let more: JSONValue = [
            "payment_method": "CARD", "customer": "ivana", "tokenize_card": true, "threeds": ["enabled": true],
            "successful_redirect_url": "https://shop.example/done",
        ]
        let (_, transaction) = try await fixture.challenged(more)
        #expect(try await fixture.cards().isEmpty)
        let done = try await fixture.press("code", transaction, code: Cardholder.code)
        #expect(done.headers[.location]?.hasSuffix("&token_saved=True") == true)
        let card = try #require(try await fixture.cards().first?.text("id"))
        let id = try await fixture.newIntent(
            ["customer": "ivana", "card_token": .string(card), "threeds": ["enabled": true]])
        #expect(try await fixture.submitCode(id).state == "URL_TO_RENDER")
    }

    @Test("A server that is killed after the payment saves the card later, once")
    func killed() async throws {
        let fixture = try await MoneyHashFixture.make()
        _ = try await fixture.savedCard()
        try await fixture.moneyHash.database.execute(script: """
            UPDATE merchants.moneyhash_intent SET status = 'UNPROCESSED', paying_until = '2026-03-15T12:02:00Z';
            DELETE FROM merchants.moneyhash_card; DELETE FROM webhook_delivery;
            """)
        fixture.clock.move(seconds: 120)
        try await fixture.moneyHash.settle()
        try await fixture.moneyHash.settle()
        #expect(try await fixture.cards().count == 1)
        #expect(Set(try await fixture.events()) == ["card_token.created", "intent.processed"])
    }

    @Test("The page offers to save the card if the intent says so, and asks for the code of a selected one")
    func page() async throws {
        let fixture = try await MoneyHashFixture.make()
        let card = [
            ("card_number", MoneyHashFixture.number), ("expiry", "03/31"), ("cvv", "123"), ("save_card", "true"),
        ].map { (name: $0.0, value: $0.1) }
        let silent = try await fixture.newIntent(["use_direct_api": false, "customer": "ivana"])
        #expect(try await !fixture.send(.get, "/payments/embed/\(silent)/").body.contains("save_card"))
        _ = try await fixture.form("/payments/embed/\(silent)/", card)
        #expect(try await fixture.cards().isEmpty, "nobody offered it")
        let offered = try await fixture.newIntent(
            ["use_direct_api": false, "customer": "ivana", "show_save_card_checkbox": true])
        let box = #"<input type="checkbox" name="save_card" value="true">"#
        #expect(try await fixture.send(.get, "/payments/embed/\(offered)/").body.contains(box))
        #expect(try await fixture.form("/payments/embed/\(offered)/", card).body.contains("Your payment is done"))
        let saved = try #require(try await fixture.cards().first?.text("hashid"))
        let id = try await fixture.newIntent(
            ["use_direct_api": false, "customer": "ivana", "card_token": .string(saved)])
        let page = try await fixture.send(.get, "/payments/embed/\(id)/").body
        #expect(page.contains("Visa ending in 1111") && !page.contains("card_number"))
        for (code, text) in [("1", "Invalid security code."), ("123", "Your payment is done")] {
            #expect(try await fixture.form("/payments/embed/\(id)/", [("cvv", code)]).body.contains(text))
        }
    }

    @Test("A customer has at most twenty cards; a further one pays, and is not saved")
    func limit() async throws {
        let fixture = try await MoneyHashFixture.make()
        _ = try await fixture.savedCard()
        try await fixture.moneyHash.database.execute(script: """
            INSERT INTO merchants.moneyhash_card
            SELECT merchant_id, is_live, gen_random_uuid(), lpad(n::text, 7, '0'), customer,
                decode(lpad(n::text, 4, '0'), 'hex'), sealed_instrument, key_version, scheme, bin, last_four,
                expiry_year, expiry_month, origin, made_at
            FROM merchants.moneyhash_card, generate_series(1, 19) n;
            """)
        _ = try await fixture.savedCard(of: "ivana", MoneyHashFixture.card(number: "5555555555554444"))
        #expect(try await fixture.cards().count == 20)
        _ = try await fixture.savedCard(of: "ivana", MoneyHashFixture.card(month: "09"))
        #expect(try await fixture.cards().contains { $0.text("expiry_month") == "09" }, "one that is there changes")
    }
}
