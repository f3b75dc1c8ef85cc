import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Payments that need no card", .timeLimit(.minutes(3)))
struct ProviderPaymentTests {
    private struct Details: Decodable {
        struct Data: Decodable {
            let state: String
            let transaction: Transaction?
        }

        struct Transaction: Decodable { let id: String }

        let data: Data
    }

    private struct Payments: Decodable {
        struct Payment: Decodable {
            let id, status: String
            let method, lastFour: String?
        }

        let payments: [Payment]
    }

    /// A payment at a provider: its state, and its id.
    private static func paying(_ method: String, at shop: Shop) async throws -> Details.Data {
        let (key, api) = (("X-Api-Key", shop.credentials["moneyhash"]?["api_key"] ?? ""), "/moneyhash/api/v1.1")
        struct Made: Decodable {
            struct Intent: Decodable { let id: String }

            let data: Intent
        }
        let body = """
            {"amount":12.34,"amount_currency":"EUR","use_direct_api":true,\
            "billing_data":{"phone_number":"+254 7000001"}}
            """
        let made: Made = try await shop.service.ask(
            "POST", "\(api)/payments/intent/", body, headers: [key], on: .merchants
        ).decoded(expecting: 200)
        let selected: Details = try await shop.service.ask(
            "POST", "\(api)/external/payments/intents/\(made.data.id)/update-method/",
            #"{"payment_method":"\#(method)"}"#, headers: [key], on: .merchants
        ).decoded(expecting: 200)
        return selected.data
    }

    private static func payments(of shop: Shop) async throws -> [Payments.Payment] {
        try await shop.service.sandbox("GET", "/payments?merchantId=\(shop.id)")
            .decoded(as: Payments.self, expecting: 200).payments
    }

    @Test("The sandbox decides how a payment ends, and the list shows its method", arguments: [
        ("SUCCESS", "CAPTURED"), ("REFUSED", "DECLINED"), ("EXPIRED", "DECLINED"),
    ])
    func told(outcome: String, status: String) async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let before = try await shop.available()
            let waiting = try await Self.paying("M_PESA", at: shop)
            #expect(waiting.state == "TRANSACTION_WAITING_USER_ACTION")
            let id = try #require(waiting.transaction?.id)
            let path = "/payments/\(id)/outcome"
            let list = try await Self.payments(of: shop)
            #expect(list.map(\.id) == [id])
            #expect(list.first?.method == "M_PESA" && list.first?.lastFour == nil)
            let ended: Payments.Payment = try await service.sandbox("POST", path, #"{"outcome":"\#(outcome)"}"#)
                .decoded(expecting: 200)
            #expect(ended.status == status && ended.method == "M_PESA")
            let again = try await service.sandbox("POST", path, #"{"outcome":"\#(outcome)"}"#)
            #expect(again.status == 403 && again.text.contains("does not wait"), "\(again.text)")
            #expect(try await shop.available() == before, "no money of the issuer moves")
        }
    }

    @Test("A setting of a merchant ends the payments of a method at once")
    func setting() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let settings = #"{"paymentMethod":"PAYPAL","outcome":"SUCCESS"}"#
            let path = "/merchants/\(shop.id)/gateways/moneyhash"
            #expect(try await service.sandbox("PATCH", path, settings).status == 204)
            #expect(try await Self.paying("PAYPAL", at: shop).state == "INTENT_PROCESSED")
            #expect(try await Self.paying("M_PESA", at: shop).state == "TRANSACTION_WAITING_USER_ACTION")
            for wrong in [#"{"outcome":"PAID"}"#, #"{"paymentMethod":"CARD","outcome":"SUCCESS"}"#] {
                #expect(try await service.sandbox("PATCH", path, wrong).status == 400)
            }
        }
    }

    @Test("A payment with a card, an unknown payment and an unknown outcome are refused")
    func refused() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await shop.authorize("1.00")
            let list = try await Self.payments(of: shop)
            let card = try #require(list.first)
            #expect(card.method == nil && card.lastFour != nil)
            let body = #"{"outcome":"SUCCESS"}"#
            #expect(try await service.sandbox("POST", "/payments/\(card.id)/outcome", body).status == 403)
            let nobody = "f16ba382-eb42-481a-b08f-c57bdc9aae24"
            #expect(try await service.sandbox("POST", "/payments/\(nobody)/outcome", body).status == 404)
            let one: Payments.Payment = try await service.sandbox("GET", "/payments/\(card.id)").decoded(expecting: 200)
            #expect(one.id == card.id && one.lastFour == card.lastFour)
            for id in [nobody, "x"] { #expect(try await service.sandbox("GET", "/payments/\(id)").status == 404) }
            let pending = try await service.sandbox("POST", "/payments/\(card.id)/outcome", #"{"outcome":"PENDING"}"#)
            #expect(pending.status == 400 && pending.text.contains("outcome"))
        }
    }
}
