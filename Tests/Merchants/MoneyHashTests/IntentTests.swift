import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing

@testable import MoneyHash

@Suite("Intents of MoneyHash")
struct IntentTests {
    @Test("A new intent has three members in version 1.1, as the guide prints it, and all in version 1.4")
    func create() async throws {
        let fixture = try await MoneyHashFixture.make()
        for version in ["v1.1", "v1.4"] {
            let answer = try await fixture.ask(
                .post, "/payments/intent/", MoneyHashFixture.intent(["amount": 10]), version: version)
            let id = try #require(answer.data?.text("id"))
            #expect(ShortID.isOne(id))
            let printed = #"{"status":{"code":200,"message":"success","errors":[]},"data":{"embed_url":"#
                + #""https://web.moneyhash.io/payments/embed/\#(id)/","id":"\#(id)","status":"UNPROCESSED""#
            #expect(answer.body.hasPrefix(printed))
            #expect(answer.body.hasSuffix(#"},"count":null,"next":null,"previous":null}"#))
            guard version == "v1.4" else {
                #expect(answer.data?.names == ["embed_url", "id", "status"])
                continue
            }
            let read = try #require(try await fixture.ask(.get, "/payments/intent/\(id)/").data)
            #expect(answer.data == read && answer.state == "METHOD_SELECTION")
            #expect(read["amount"] == 10 && read.text("amount_currency") == "USD")
            #expect(read["is_live"] == false && read.text("type") == "Payin")
        }
    }

    @Test("The page's URL has the host and the path by which the caller reaches the service")
    func path() async throws {
        let fixture = try await MoneyHashFixture.make()
        let answer = try await fixture.send(
            .post, "/api/v1.4/payments/intent", text: MoneyHashFixture.intent().jsonText,
            [.apiKey: "test-M1", .contentType: "application/json"], to: "127.0.0.1:8082", below: "/moneyhash")
        let url = try #require(answer.data?.text("embed_url"))
        #expect(url.hasPrefix("https://127.0.0.1:8082/moneyhash/payments/embed/"))
    }

    @Test("All errors are reported at once, in the words of Django REST framework", arguments: [
        ("{}", ["amount: This field is required.", "amount_currency: This field is required."]),
        (#"{"amount": null, "amount_currency": null}"#,
            ["amount: This field may not be null.", "amount_currency: This field may not be null."]),
        (#"{"amount": "ten", "amount_currency": "XYZ", "operation": "capture", "use_direct_api": 3}"#, [
            "amount: A valid number is required.", #"operation: "capture" is not a valid choice."#,
            "use_direct_api: Must be a valid boolean.", #"amount_currency: "XYZ" is not a valid choice."#,
        ]),
        (#"{"amount": 1.234, "amount_currency": "USD"}"#,
            ["amount: Ensure that there are no more than 2 decimal places."]),
        (#"{"amount": 0, "amount_currency": "USD"}"#,
            ["amount: Ensure this value is greater than or equal to 0.01."]),
        (#"{"amount": -1, "amount_currency": "JPY"}"#, ["amount: Ensure this value is greater than or equal to 1."]),
        (#"{"amount": 10000000000, "amount_currency": "USD"}"#,
            ["amount: Ensure that there are no more than 12 digits in total."]),
        (#"{"amount": 1, "amount_currency": "usd", "card_token": null}"#,
            ["card_token: This field may not be null."]),
        (#"{"amount": 1, "amount_currency": "USD", "payment_method": "CASH", "expires_after_seconds": 0}"#, [
            #"payment_method: "CASH" is not a valid choice."#,
            "expires_after_seconds: Ensure this value is greater than or equal to 1.",
        ]),
        (#"{"amount": 1, "amount_currency": "USD", "webhook_url": "http://shop.example/", "custom_fields": []}"#,
            ["custom_fields: Expected a dictionary of items but got an array.", "webhook_url: Enter a valid URL."]),
        (#"{"amount": 1, "amount_currency": "USD", "billing_data": {"email": 7}}"#,
            ["billing_data.email: Not a valid string."]),
        (#"{"amount": 1, "amount_currency": "USD", "custom_fields": {"a": "4111111111111111"}}"#,
            ["custom_fields: This field must not hold what looks like a card number."]),
        (#"{"amount": 1, "amount_currency": "USD", "custom_fields": {"a": {"b": {"c": {"d": {"e": {}}}}}}}"#,
            ["custom_fields: Ensure this field is not nested deeper than 5 levels."]),
        ("[]", ["non_field_errors: Invalid data. Expected a dictionary, but got an array."]),
        (#"{"a":"#, ["detail: JSON parse error - a value was expected, at byte 5"]),
    ] as [(String, [String])])
    func errors(body: String, problems: [String]) async throws {
        let fixture = try await MoneyHashFixture.make()
        let answer = try await fixture.send(
            .post, "/api/v1.1/payments/intent/", text: body,
            [.apiKey: "test-M1", .contentType: "application/json"])
        #expect(answer.words == (["400"] + problems).joined(separator: " | "))
        #expect(answer.body.hasPrefix(#"{"status":{"code":400,"message":"","errors":[{"#))
        #expect(answer.body.hasSuffix(#"]},"data":{},"count":null,"next":null,"previous":null}"#))
    }

    @Test("Both paths of the guide answer the details, with all members of METHOD_SELECTION",
        arguments: ["intents/ID/", "intent/ID", "intents/ID", "intent/ID/"])
    func details(path: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        let answer = try await fixture.ask(.get, "/payments/external/" + path.replacing("ID", with: id))
        #expect(answer.state == "METHOD_SELECTION" && answer.object["count"] == 1)
        let details = try #require(answer.data?.object("state_details"))
        #expect(details.names == ["payment_methods", "express_methods", "saved_cards", "customer_balances"])
        let methods = ["payment_methods", "express_methods"].flatMap { name -> [JSONObject] in
            guard case .array(let elements)? = details[name] else { return [] }
            return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
        }
        #expect(methods.map { $0.text("payment_method") } == [
            "CASH_OUTLET", "MOBILE_WALLET", "CARD", "PAYPAL", "CASH_ON_DELIVERY", "M_PESA", "MOBILE_MONEY",
            "CRYPTO_WALLET", "BANK_INSTALLMENTS", "GOOGLE_PAY", "APPLE_PAY",
        ])
        for method in methods {
            #expect(
                method.names == [
                    "payment_method_name", "has_customized_label", "payment_method", "checkout_icons",
                    "confirmation_required", "use_for_express_checkout",
                ])
            let isWallet = method.text("payment_method")?.hasSuffix("_PAY") == true
            #expect(method["use_for_express_checkout"] == .boolean(isWallet))
        }
        let intent = try #require(answer.data?.object("intent"))
        #expect(
            JSONValue.object(intent).jsonText
                == #"{"id":"\#(id)","status":"UNPROCESSED","amount":{"value":"50.00USD","currency":"USD","#
                + #""formatted":50},"expiration_date":null,"is_live":false}"#)
        #expect(answer.data?["selected_method"] == .null && answer.data?["transaction"] == .null)
    }

    @Test("Version 1.4 has the same details, with amounts in another form; other versions do not exist")
    func versions() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["amount": .number("12.5")])
        let path = "/payments/external/intents/\(id)/"
        let amount = try await fixture.ask(.get, path, version: "v1.4").data?.object("intent")?["amount"]
        #expect(amount?.jsonText == #"{"value":12.5,"currency":"USD","formatted":"12.50 USD"}"#)
        for version in ["v1", "v1.2", "v2"] {
            #expect(try await fixture.ask(.get, path, version: version).words == "404 | detail: Not found.")
        }
    }

    @Test("A selected wallet has the seed's data for its sheet")
    func nativePay() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        let apple = try await fixture.select("APPLE_PAY", id)
        let details = try #require(apple.data?.object("state_details"))
        #expect(apple.state == "NATIVE_PAY" && details.text("method_type") == "APPLE_PAY")
        let data = try #require(details.object("native_pay_data"))
        #expect(data.text("merchant_id") == "merchant.example.M1" && data.text("country_code") == "AE")
        #expect(data["amount"] == 50 && data.text("currency_code") == "USD")
        #expect(apple.data?.text("selected_method") == "APPLE_PAY")
        let google = try await fixture.select("GOOGLE_PAY", id).data?.object("state_details")
        let sheet = try #require(google?.object("native_pay_data"))
        #expect(sheet.text("gateway") == "moneyhash" && sheet.text("gateway_merchant_id") == "M1")
        let made = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        #expect(try await fixture.details(made).state == "NATIVE_PAY", "selected at once")
    }

    @Test("CARD asks for the merchant's own form in the direct API, and otherwise for the page")
    func card() async throws {
        let fixture = try await MoneyHashFixture.make()
        let direct = try await fixture.newIntent()
        #expect(try await fixture.select("CARD", direct).state == "FORM_FIELDS")
        let hosted = try await fixture.newIntent(["use_direct_api": false])
        let answer = try await fixture.select("CARD", hosted)
        #expect(answer.state == "INTENT_FORM")
        #expect(answer.data?.object("state_details")?.text("embed_url")?.contains("/payments/embed/\(hosted)/") == true)
        let other = try await fixture.ask(
            .post, "/direct/payments/intents/\(direct)/update-method/", ["payment_method": "APPLE_PAY"])
        #expect(other.state == "NATIVE_PAY")
        let unknown = try await fixture.select("CASH", direct)
        #expect(unknown.words == #"400 | payment_method: "CASH" is not a valid choice."#)
    }

    @Test("The intent shows the members that the merchant sent, and billing data in MoneyHash's two forms")
    func request() async throws {
        let fixture = try await MoneyHashFixture.make()
        let sent: JSONValue = [
            "payment_method": "APPLE_PAY", "custom_fields": ["order": 11222, "notes": "Leave at the back door."],
            "billing_data": ["first_name": "Ivana", "email": "ivana@shop.example"], "merchant_reference": "order-7",
            "customer": "c-1", "flow_id": "flow-1",
        ]
        let id = try await fixture.newIntent(sent)
        _ = try await fixture.submit(fixture.paymentData(), id)
        let data = try #require(try await fixture.ask(.get, "/payments/intent/\(id)/").data)
        #expect(data["custom_fields"]?.jsonText == #"{"order":11222,"notes":"Leave at the back door."}"#)
        #expect(data.object("billing_data")?.names == BillingData.few)
        #expect(data.text("merchant_reference") == "order-7" && data.text("customer") == "c-1")
        let transaction = try #require(data.object("active_transaction"))
        #expect(transaction.object("billing_data")?.names == BillingData.all)
        #expect(transaction.text("merchant_reference") == "order-7" && transaction.text("amount") == "50.00")
        #expect(data["transactions_count"] == 1 && data.text("flow") == "flow-1")
    }
}
