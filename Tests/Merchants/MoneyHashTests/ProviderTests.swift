import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Identifiers
import Payments
import Postgres
import Testing
import Validation

@testable import Gateways
@testable import MoneyHash

@Suite("Methods of MoneyHash that need no card")
struct ProviderTests {
    private static let local = PaymentMethod.allCases.filter { $0.provider != nil }

    @Test("Version 1.4 lists the data that each provider needs; the guide's version has no such member")
    func requiredFields() async throws {
        let fixture = try await MoneyHashFixture.make()
        let path = "/payments/external/intents/\(try await fixture.newIntent())/"
        for version in ["v1.1", "v1.4"] {
            let answer = try await fixture.ask(.get, path, version: version)
            let methods = Answer.objects(answer.data?.object("state_details")?["payment_methods"])
            let fields = methods.reduce(into: [:]) { fields, method in
                fields[method.text("payment_method")] = method["required_billing_fields"].map { list in
                    Answer.objects(list).compactMap { $0.text("name") }.joined(separator: " ")
                }
            }
            #expect(fields == (version == "v1.1" ? [:] : [
                "CASH_OUTLET": "first_name last_name email phone_number", "MOBILE_WALLET": "mobile_wallet_number",
                "CARD": "", "PAYPAL": "", "CASH_ON_DELIVERY": "first_name last_name phone_number address",
                "M_PESA": "phone_number", "MOBILE_MONEY": "phone_number", "CRYPTO_WALLET": "email",
                "BANK_INSTALLMENTS": "",
            ]))
        }
    }

    @Test("Each method asks for the data that its provider needs, waits, is paid and can be refunded", arguments: local)
    func paid(method: PaymentMethod) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        let selected = try await fixture.select(method.rawValue, id)
        let provider = try #require(method.provider)
        if !provider.fields.isEmpty {
            #expect(selected.state == "FORM_FIELDS" && selected.data?["transaction"] == .null)
            let details = selected.data?.object("state_details")
            #expect(details?.text("method_type") == method.rawValue && details?["card_fields"] == [])
            let names = Answer.objects(details?["billing_fields"]).map { $0.text("name") }
            #expect(names == provider.fields.map(\.name))
        }
        let asked = provider.fields.isEmpty ? selected : try await fixture.submitBilling(id)
        let isOnPage = provider.way == .page
        #expect(asked.outcome == (isOnPage ? "URL_TO_RENDER 8003" : "TRANSACTION_WAITING_USER_ACTION 8002"))
        #expect(asked.data?.names == ["state", "state_details", "intent", "selected_method", "transaction"])
        let transaction = try #require(asked.data?.object("transaction"))
        #expect(transaction.text("payment_method") == method.rawValue)
        #expect(transaction.object("payment_method_details")?["data"] == .null)
        if case .array(let messages)? = transaction["external_action_message"] {
            #expect(messages.count == (isOnPage ? 0 : 1))
            #expect(messages.allSatisfy { "\($0)".contains("50.00 USD") && !"\($0)".contains("{") }, "\(messages)")
        }
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_PENDING 0.00 0.00 0.00 0.00")
        let payment = try #require(transaction.text("id"))
        #expect(try await fixture.tell(payment, .success)?.status == .captured)
        #expect(try await fixture.details(id).outcome == "INTENT_PROCESSED 6000")
        #expect(try await fixture.tell(payment, .refused) == nil, "it has ended")
        fixture.clock.move(seconds: 1)
        #expect(try await fixture.change("refund", payment, "20").status == 200)
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 20.00")
        #expect(try await fixture.events() == [
            "transaction.purchase.pending\(isOnPage ? "_online" : "")_external_action",
            "transaction.purchase.successful", "intent.processed", "transaction.refund.successful",
        ])
        // The issuer and the network take no part in the payment.
        try await fixture.moneyHash.settle()
        #expect(fixture.issuer.asked.isEmpty)
        #expect(try await fixture.texts("SELECT payment_id::text FROM merchants.unsent_step").isEmpty)
    }

    @Test("A refused payment and a late one fail with the provider's words, and may be tried again",
        arguments: [(ProviderOutcome.refused, "REFUSED"), (.expired, "EXPIRED")])
    func failed(outcome: ProviderOutcome, word: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, payment) = try await fixture.waiting()
        #expect(try await fixture.tell(payment, outcome)?.status == .declined)
        let failed = try await fixture.details(id)
        #expect(failed.outcome == "TRANSACTION_FAILED 7000 \(word)")
        #expect(failed.data?.object("state_details")?.text("provider_error_code") == word)
        #expect(failed.data?.object("intent")?.text("status") == "UNPROCESSED")
        #expect(try await fixture.events().last == "transaction.purchase.failed")
        #expect(try await fixture.select("PAYPAL", id).state == "URL_TO_RENDER")
    }

    @Test("If nobody pays within the provider's time, the transaction fails by the clock", arguments: [
        (PaymentMethod.cashOutlet, 3 * 24 * 3600.0), (.mPesa, 900), (.cryptoWallet, 1800),
    ])
    func late(method: PaymentMethod, seconds: Double) async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, payment) = try await fixture.waiting(method)
        fixture.clock.move(seconds: seconds - 1)
        try await fixture.moneyHash.payments.expireAuthorizations()
        #expect(try await fixture.details(id).data?.object("transaction")?.text("status")?.hasPrefix("PENDING") == true)
        fixture.clock.move(seconds: 1)
        try await fixture.moneyHash.payments.expireAuthorizations()
        #expect(try await fixture.details(id).outcome == "TRANSACTION_FAILED 7000 EXPIRED")
        #expect(try await fixture.tell(payment, .success) == nil)
        #expect(try await fixture.events().last == "transaction.purchase.failed")
    }

    @Test("After the intent's time limit nobody can pay, and the transaction fails before the intent expires")
    func intentExpires() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, payment) = try await fixture.waiting(.cashOutlet, ["expires_after_seconds": 60])
        fixture.clock.move(seconds: 60)
        #expect(try await fixture.tell(payment, .success) == nil)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.details(id).state == "EXPIRED")
        #expect(try await fixture.events().suffix(2) == ["transaction.purchase.failed", "intent.time_expired"])
    }

    @Test("While a payment waits, no other method can be selected; closing the intent ends the payment")
    func close() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, payment) = try await fixture.waiting()
        #expect(
            try await fixture.select("CARD", id).words
                == "400 | intent: The customer must pay, authenticate or cancel the payment first.")
        #expect(try await fixture.ask(.post, "/payments/intent/\(id)/close/").state == "CLOSED")
        #expect(try await fixture.tell(payment, .success) == nil)
        #expect(try await fixture.details(id).state == "CLOSED")
        #expect(try await fixture.money(id) == "AUTHORIZE_ATTEMPT_FAILED 0.00 0.00 0.00 0.00")
    }

    @Test("Members of billing_data are not asked for again, and a provider that needs no others begins at once",
        arguments: [false, true])
    func known(isSelectedLater: Bool) async throws {
        let fixture = try await MoneyHashFixture.make()
        let some: JSONValue = ["billing_data": ["first_name": "Ivana", "email": "no address"]]
        let asked = try await fixture.select("CASH_OUTLET", fixture.newIntent(some)).data?.object("state_details")
        let names = Answer.objects(asked?["billing_fields"]).map { $0.text("name") }
        #expect(names == ["last_name", "email", "phone_number"])
        var all: JSONValue = ["billing_data": MoneyHashFixture.billing]
        if !isSelectedLater { all = ["billing_data": MoneyHashFixture.billing, "payment_method": "CASH_OUTLET"] }
        let id = try await fixture.newIntent(all)
        if isSelectedLater { _ = try await fixture.select("CASH_OUTLET", id) }
        let waiting = try await fixture.details(id)
        #expect(waiting.outcome == "TRANSACTION_WAITING_USER_ACTION 8002")
        #expect(waiting.data?.object("transaction")?.object("billing_data")?.text("first_name") == "Ivana")
    }

    @Test("Values that a provider cannot use are refused, each with its member", arguments: [
        ("{}", "billing_data: This field is required."),
        (#"{"billing_data": {}}"#, "billing_data.phone_number: This field is required."),
        (#"{"billing_data": {"phone_number": ""}}"#, "billing_data.phone_number: This field may not be blank."),
        (#"{"billing_data": {"phone_number": "five"}}"#, "billing_data.phone_number: Enter a valid phone number."),
        (#"{"billing_data": {"phone_number": 5}}"#, "billing_data.phone_number: Not a valid string."),
    ])
    func refused(body: String, problem: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "M_PESA"])
        let sent = try JSONValue(parsing: Array(body.utf8))
        #expect(try await fixture.submitBilling(id, sent).words == "400 | \(problem)")
        #expect(try await fixture.details(id).state == "FORM_FIELDS")
        let card = try await fixture.newIntent(["payment_method": "CARD"])
        #expect(try await fixture.submitBilling(card).words.hasPrefix("400 | intent: "))
    }

    @Test("Providers accept only purchases, because they take money at once", arguments: [true, false])
    func offered(isDirect: Bool) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["operation": "authorize", "use_direct_api": .boolean(isDirect)])
        let problem = #"400 | payment_method: "PAYPAL" is not a valid choice."#
        #expect(try await fixture.select("PAYPAL", id).words == problem)
        let details = try await fixture.details(id).data?.object("state_details")
        let names = Answer.objects(details?["payment_methods"]).compactMap { $0.text("payment_method") }
        #expect(names.filter { PaymentMethod(rawValue: $0)?.provider != nil } == [])
    }

    @Test("A merchant's setting ends payments at once, for one method or for all", arguments: [
        (#"{"outcome":"SUCCESS"}"#, "INTENT_PROCESSED 6000", "INTENT_PROCESSED 6000"),
        (#"{"outcome":"REFUSED","paymentMethod":"PAYPAL"}"#, "TRANSACTION_FAILED 7000 REFUSED", "URL_TO_RENDER 8003"),
        (#"{"outcome":"EXPIRED","paymentMethod":"PAYPAL"}"#, "TRANSACTION_FAILED 7000 EXPIRED", "URL_TO_RENDER 8003"),
    ])
    func setting(body: String, paypal: String, crypto: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let merchant = try #require(MerchantID("M1"))
        let settings = GatewaySettings(ProviderSettings.self) { $0.writes(for: $1) }
        for write in try await settings.read(Array(body.utf8), of: merchant).value {
            _ = try await fixture.moneyHash.database.write(write)
        }
        let email: JSONValue = ["billing_data": ["email": "ivana@shop.example"]]
        #expect(try await fixture.select("PAYPAL", fixture.newIntent(email)).outcome == paypal)
        #expect(try await fixture.select("CRYPTO_WALLET", fixture.newIntent(email)).outcome == crypto)
        let other = try await fixture.newIntent(email, key: "test-M2")
        #expect(try await fixture.select("PAYPAL", other, key: "test-M2").state == "URL_TO_RENDER")
        let enrolment = fixture.moneyHash.enrolling(
            merchant, testKey: "test-M1", liveKey: "live-M1", at: fixture.clock.now)
        for write in enrolment { _ = try await fixture.moneyHash.database.write(write) }
        #expect(try await fixture.select("PAYPAL", fixture.newIntent(email)).state == "URL_TO_RENDER", "it has ended")
    }

    @Test("The state leads to the provider's page, whose buttons pay or refuse once", arguments: [
        ("pay", "status=SUCCESSFUL", "INTENT_PROCESSED"), ("refuse", "status=FAILED", "TRANSACTION_FAILED"),
    ])
    func page(button: String, word: String, state: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let shop: JSONValue = "https://shop.example/"
        let (id, payment) = try await fixture.waiting(
            .paypal, ["successful_redirect_url": shop, "failed_redirect_url": shop])
        let path = "/payments/provider/\(payment)/"
        let url = try await fixture.details(id).data?.object("state_details")?.text("url")
        #expect(url == "https://web.moneyhash.io\(path)")
        let page = try await fixture.send(.get, path)
        #expect(page.status == 200 && page.body.contains("Pay with Paypal") && page.body.contains("50.00 USD"))
        #expect(page.body.contains("Bread &amp; &lt;b&gt;Butter&lt;/b&gt;"))
        #expect(try await fixture.form(path, [("answer", "later")]).status == 400)
        for _ in 0..<2 {
            let answer = try await fixture.form(path, [("answer", button)])
            #expect(answer.status == 303 && answer.headers[.location]?.contains(word) == true)
        }
        #expect(try await fixture.details(id).state == state)
        #expect(try await !fixture.send(.get, path).body.contains("<form"))
    }

    @Test("MoneyHash's page offers the methods, asks for the provider's data, and says what comes next")
    func hosted() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["use_direct_api": false])
        let path = "/payments/embed/\(id)/"
        let first = try await fixture.send(.get, path).body
        for method in Self.local {
            #expect(first.contains(#"value="\#(method.rawValue)" class="quiet">\#(method.name)</button>"#))
        }
        #expect(first.contains(#"name="card_number""#) && !first.contains(#"value="APPLE_PAY""#))
        let chosen = try await fixture.form(path, [("method", "M_PESA")])
        #expect(chosen.status == 200 && chosen.body.contains(#"name="phone_number""#))
        #expect(!chosen.body.contains(#"name="card_number""#) && chosen.body.contains(#"value="CARD""#))
        let details = try await fixture.details(id)
        #expect(details.state == "INTENT_FORM")
        #expect(details.data?.object("state_details")?.text("method_type") == "M_PESA")
        #expect(try await fixture.submitBilling(id).status == 400, "the page asks, not the merchant's own form")
        #expect(try await fixture.form(path, [("phone_number", "five")]).status == 400)
        let waiting = try await fixture.form(path, [("phone_number", "+254 700 000001")])
        #expect(waiting.body.contains("Type the PIN of M-Pesa on +254 700 000001 to pay 50.00 USD."))
        let transaction = try #require(try await fixture.details(id).data?.object("transaction")?.text("id"))
        #expect(try await fixture.tell(transaction, .refused) != nil)
        let failed = try await fixture.send(.get, path).body
        #expect(failed.contains("The payment failed. The provider refused the payment."))
        let paypal = try await fixture.form(path, [("method", "PAYPAL")])
        let page = try #require(paypal.headers[.location])
        #expect(paypal.status == 303 && page.hasPrefix("/payments/provider/"))
        let refused = try await fixture.form(page, [("answer", "refuse")])
        #expect(refused.status == 303 && refused.headers[.location] == path, "another method can be chosen there")
        let again = try await fixture.form(path, [("method", "PAYPAL")])
        #expect(try await fixture.form(again.headers[.location] ?? "", [("answer", "pay")]).body.contains("is done"))
        #expect(try await fixture.send(.get, path).body.contains("Your payment is done"))
        #expect(try await fixture.form(path, [("method", "PAYPAL")]).status == 400)
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("A payment is not found on the page of another kind, or if its provider has no page")
    func pages() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (_, paypal) = try await fixture.waiting(.paypal)
        #expect(try await fixture.look(paypal).status == 404)
        let (_, outlet) = try await fixture.waiting()
        #expect(try await fixture.send(.get, "/payments/provider/\(outlet)/").status == 404)
        let (_, card) = try await fixture.challenged()
        #expect(try await fixture.send(.get, "/payments/provider/\(card)/").status == 404)
        #expect(try await fixture.tell(card, .success) == nil)
    }

    @Test("Of twenty simultaneous endings of a payment, one counts")
    func storm() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (id, payment) = try await fixture.waiting()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask { _ = try? await fixture.tell(payment, index.isMultiple(of: 2) ? .success : .refused) }
            }
        }
        let events = try await fixture.events().filter { $0.hasPrefix("transaction.purchase.") }
        #expect(events.count == 2, "\(events)")
        let state = try await fixture.details(id).state
        #expect(state == "INTENT_PROCESSED" || state == "TRANSACTION_FAILED")
    }
}

extension MoneyHashFixture {
    /// All billing data that providers ask for.
    static let billing: JSONValue = [
        "first_name": "Ivana", "last_name": "Petrova", "email": "ivana@shop.example", "phone_number": "+254 700 000001",
        "mobile_wallet_number": "+20 100 0000001", "address": "Sandbox Street 1",
    ]

    func submitBilling(
        _ intent: String, _ body: JSONValue = ["billing_data": billing]
    ) async throws -> Answer {
        try await ask(.post, "/direct/payments/intents/\(intent)/billing/", body)
    }

    /// An intent whose customer has to pay at a provider, and its transaction.
    func waiting(
        _ method: PaymentMethod = .cashOutlet, _ more: JSONValue = [:]
    ) async throws -> (intent: String, transaction: String) {
        let id = try await newIntent(more)
        let selected = try await select(method.rawValue, id)
        let asked = selected.state == "FORM_FIELDS" ? try await submitBilling(id) : selected
        return (id, try #require(asked.data?.object("transaction")?.text("id"), "\(asked.body)"))
    }

    /// Ends a payment as the sandbox does.
    func tell(_ payment: String, _ outcome: ProviderOutcome) async throws -> Payment? {
        try await moneyHash.tell(try #require(PaymentID(payment)), outcome)
    }
}
