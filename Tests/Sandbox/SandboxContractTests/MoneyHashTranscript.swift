import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

/// The part of the transcript of gateways in which an app pays through MoneyHash.
extension GatewayTranscriptTests {
    private struct Made: Decodable {
        struct Intent: Decodable { let id: String }

        let data: Intent
    }

    private struct Paid: Decodable {
        struct Details: Decodable { let transaction: Transaction }
        struct Transaction: Decodable { let id: String }

        let data: Details
    }

    func atMoneyHash(_ story: Transcript, _ shop: Shop, _ service: LiveService) async throws {
        let key = ("X-Api-Key", shop.credentials["moneyhash"]?["api_key"] ?? "")
        let api = "/moneyhash/api/v1.1"
        let made: Made = try await story.ask(
            "MoneyHash: the merchant's server makes an intent for its app", "POST", "\(api)/payments/intent/",
            """
            {"amount":10,"amount_currency":"EUR","operation":"authorize","use_direct_api":true,\
            "merchant_reference":"order-6"}
            """,
            headers: [key], on: .merchants
        ).decoded(expecting: 200)
        let id = made.data.id
        try await story.ask(
            "Its details say how it can be paid", "GET", "\(api)/payments/external/intents/\(id)/", headers: [key],
            on: .merchants)
        try await story.ask(
            "The customer chooses Apple Pay", "POST", "\(api)/external/payments/intents/\(id)/update-method/",
            #"{"payment_method":"APPLE_PAY"}"#, headers: [key], on: .merchants)
        try await story.ask(
            "What is no token of the wallet is refused", "POST", "\(api)/payments/intent/\(id)/receipt/",
            #"{"receipt":"e30="}"#, headers: [key], on: .merchants)
        let data = try await paymentData(shop, at: "moneyhash", service, seed: 6)
        let receipt = Data(data.jsonBytes).base64EncodedString()
        // A wallet's signatures differ in every run, so the transcript does not have them.
        let body: JSONValue = ["receipt": .string(receipt)]
        let paid: Paid = try await service.ask(
            "POST", "\(api)/payments/intent/\(id)/receipt/", body.jsonText, headers: [key], on: .merchants
        ).decoded(expecting: 200)
        try await story.ask(
            "The server has submitted what the wallet gave, and the money is held", "GET",
            "\(api)/payments/intent/\(id)/", headers: [key], on: .merchants)
        try await story.ask(
            "It captures a part", "POST", "\(api)/payments/transactions/\(paid.data.transaction.id)/capture/",
            #"{"amount":4}"#, headers: [key], on: .merchants)
        try await story.ask(
            "More cannot be refunded", "POST", "\(api)/payments/transactions/\(paid.data.transaction.id)/refund/",
            #"{"amount":4.01}"#, headers: [key], on: .merchants)
    }
}
