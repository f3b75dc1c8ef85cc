import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import MoneyHash

/// The calls of Lago, a program for invoices, exactly as it sends them, and the members that it reads.
@Suite("Invoices of Lago at MoneyHash")
struct LagoTests {
    private static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private static let fields = """
        "lago_mh_connection_id":"1a901a90-1a90-1a90-1a90-1a901a901a90","lago_mh_connection_code":"moneyhash",\
        "lago_customer_id":"4f2c1a90-1a90-4a90-9a90-1a901a901a90","lago_customer_external_id":"cust-7",\
        "lago_customer_name":"Bread & Butter <Ltd>","lago_customer_currency":"USD","lago_customer_legal_name":"",\
        "lago_customer_legal_number":"","lago_customer_tax_identification_number":"",\
        "lago_customer_provider_customer_id":"","lago_organization_id":"9b1d1a90-1a90-4a90-9a90-1a901a901a90"
        """

    private static let customer = """
        {"type":"COMPANY","first_name":"Ada","last_name":"Byron","email":"ada@example.com","address":"",\
        "contact_person_name":"Ada Byron","company_name":"Byron Ltd","custom_fields":{"lago_mh_service":\
        "PaymentProviderCustomers::MoneyhashService","lago_request":"create_moneyhash_customer",\(fields)}}
        """

    /// - Parameter more: the members in which the three kinds of intents differ.
    private static func intent(_ customer: String, _ more: String, fields: String) -> String {
        """
        {"amount":5.0,"amount_currency":"USD","flow_id":"ZprJjBL","billing_data":{"name":"Byron Ltd","first_name":\
        "Ada","address":"123 Main St","city":"Philadelphia","country":"US","postal_code":"19355"},"customer":\
        "\(customer)","webhook_url":"https://lago.example/webhooks/moneyhash/9b1d?code=moneyhash",\(more),\
        "recurring_data":{"agreement_id":"4f2c1a90-1a90-4a90-9a90-1a901a901a90"},"custom_fields":{\(fields),\
        \(Self.fields)}}
        """
    }

    private static func checkout(_ customer: String) throws -> JSONValue {
        try json(intent(
            customer, #""merchant_initiated":false,"tokenize_card":true,"payment_type":"UNSCHEDULED""#,
            fields: #""lago_mit":false,"lago_request":"generate_checkout_url""#))
    }

    private static func invoice(_ customer: String, _ card: String) throws -> JSONValue {
        try json(intent(
            customer, #""merchant_initiated":true,"payment_type":"UNSCHEDULED","card_token":"\#(card)""#,
            fields: #""lago_mit":true,"lago_payable_id":"inv-1","lago_payable_type":"PaymentRequest""#))
    }

    @Test("A customer is created, saves a card on the page, and is charged for an invoice without being present")
    func flow() async throws {
        let fixture = try await MoneyHashFixture.make()
        let made = try await fixture.ask(.post, "/customers/", Self.json(Self.customer))
        let customer = try #require(made.data?.text("id"), "\(made.body)")
        #expect(made.data?.text("company_name") == "Byron Ltd" && made.data?.text("address") == "")
        #expect(made.data?["phone_number"] == .null)
        let read = try await fixture.ask(.get, "/customers/\(customer)/")
        #expect(read.data?.object("custom_fields")?.text("lago_customer_external_id") == "cust-7")

        let asked = try await fixture.ask(.post, "/payments/intent/", Self.checkout(customer))
        let url = try #require(asked.data?.text("embed_url").flatMap { URLComponents(string: $0 + "?lago_request=x") })
        let form = "card_number=4111+1111+1111+1111&expiry=03%2F31&cvv=123&save_card=true"
        let page = try await fixture.send(
            .post, url.path, text: form, [.contentType: "application/x-www-form-urlencoded"])
        #expect(page.status == 200, "\(page.body)")
        let card = try #require(
            try await fixture.webhooks().first { $0.text("type") == "card_token.created" }?
                .object("data")?.object("card_token"))
        #expect(card.object("custom_fields")?.text("lago_customer_id") == "4f2c1a90-1a90-4a90-9a90-1a901a901a90")
        for name in ["id", "type", "last_4", "brand", "expiry_month", "expiry_year", "card_holder_name", "issuer"] {
            #expect(card[name] != nil, "\(name)")
        }

        let invoice = try Self.invoice(customer, try #require(card.text("id")))
        let paid = try await fixture.ask(.post, "/payments/intent/", invoice)
        #expect(paid.data?.text("status") == "PROCESSED", "\(paid.body)")
        let id = try #require(paid.data?.text("id"))
        let events = try await fixture.webhooks().filter { JSONValue.object($0).jsonText.contains("inv-1") }
        let (transaction, end) = (try #require(events.first), try #require(events.last))
        #expect(transaction.text("type") == "transaction.purchase.successful")
        #expect(transaction.object("intent")?.text("id") == id)
        #expect(transaction.object("intent")?.object("amount")?["value"] == 5)
        #expect(transaction.object("intent")?.object("custom_fields")?.text("lago_payable_type") == "PaymentRequest")
        #expect(end.text("type") == "intent.processed" && end.object("data")?.text("intent_id") == id)
        #expect(end.object("data")?.object("intent")?["amount"] == 5)
    }

    @Test("A void closes an intent that is not paid, and gives back what a paid one holds")
    func void() async throws {
        let fixture = try await MoneyHashFixture.make()
        let open = try await fixture.newIntent()
        let closed = try await fixture.ask(.post, "/payments/intent/\(open)/void/", [:])
        #expect(closed.status == 200 && closed.data?.text("status") == "CLOSED", "\(closed.body)")
        #expect(try await fixture.ask(.post, "/payments/intent/\(open)/void/", [:]).status == 400)
        let (held, _) = try await fixture.paid(["operation": "authorize"])
        fixture.clock.move(seconds: 1)
        let voided = try await fixture.ask(.post, "/payments/intent/\(held)/void/", [:])
        #expect(voided.status == 200, "\(voided.body)")
        #expect(try await fixture.webhooks().last?.text("type") == "transaction.void.successful")
        let (taken, _) = try await fixture.paid(seed: 4)
        #expect(
            try await fixture.ask(.post, "/payments/intent/\(taken)/void/", [:]).words
                == "400 | transaction: Nothing is available to void.")
        #expect(try await fixture.ask(.post, "/payments/intent/\(taken)/void/", [:], key: "live-M1").status == 404)
    }

    @Test("Only the key of its own merchant and environment finds a customer")
    func isolation() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try #require(try await fixture.ask(.post, "/customers/", [:]).data?.text("id"))
        for (key, status) in [("test-M1", 200), ("live-M1", 404), ("test-M2", 404), ("nobody", 401)] {
            #expect(try await fixture.ask(.get, "/customers/\(id)/", key: key).status == status)
        }
        #expect(try await fixture.ask(.get, "/customers/x/").status == 404)
        let wrong = try await fixture.ask(.post, "/customers/", ["email": 7, "custom_fields": "x"])
        #expect(
            wrong.words == "400 | email: Not a valid string. "
                + "| custom_fields: Expected a dictionary of items but got a string.")
    }
}
