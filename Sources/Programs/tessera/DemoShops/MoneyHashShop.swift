import Foundation
import HTTPContract
import Ledger

/// A shop at MoneyHash: its server makes an intent for its app, and passes on the token that the app gets from the
/// wallet.
struct MoneyHashShop: DemoShop {
    static let gateway = "moneyhash"
    static let title = "MoneyHash"
    static let expected = DemoWords(
        held: "INTENT_PROCESSED AUTHORIZED", captured: "capture.successful", refunded: "refund.successful",
        declined: "TRANSACTION_FAILED INSUFFICIENT_FUNDS")

    private let client: GatewayClient

    init(_ client: GatewayClient) { self.client = client }

    func sell(_ token: String, for price: Money, as order: String) async throws -> DemoSale {
        let intent = try await intent(for: price, named: order)
        let path = "/external/payments/intents/\(intent)/update-method/"
        let selected = try await post(path, ["payment_method": "APPLE_PAY"])
        guard selected["state"]?.text == "NATIVE_PAY" else {
            throw RunningService.Failure(description: "MoneyHash does not offer Apple Pay: \(selected.jsonText)")
        }
        let receipt = Data(token.utf8).base64EncodedString()
        let paid = try await post("/payments/intent/\(intent)/receipt/", ["receipt": .string(receipt)])
        let word: String? = if let reason = paid["state_details"]?["provider_error_code"]?.text {
            reason
        } else {
            try await ask("GET", "/payments/intent/\(intent)/")["payment_status"]?["status"]?.text
        }
        return DemoSale(
            id: paid["transaction"]?["id"]?.text ?? "",
            words: [paid["state"]?.text, word].compactMap(\.self).joined(separator: " "))
    }

    func capture(_ sale: DemoSale, _ amount: Money) async throws -> String {
        try await change("capture", sale, amount)
    }

    func refund(_ sale: DemoSale, _ amount: Money) async throws -> String {
        try await change("refund", sale, amount)
    }

    private func intent(for price: Money, named order: String) async throws -> String {
        let made = try await post(
            "/payments/intent/",
            [
                "amount": .number(price.majorUnits), "amount_currency": .string(price.currency.code),
                "operation": "authorize", "use_direct_api": true, "merchant_reference": .string(order),
            ])
        guard let id = made["id"]?.text else {
            throw RunningService.Failure(description: "MoneyHash makes no intent: \(made.jsonText)")
        }
        return id
    }

    private func change(_ what: String, _ sale: DemoSale, _ amount: Money) async throws -> String {
        let path = "/payments/transactions/\(sale.id)/\(what)/"
        let changed = try await post(path, ["amount": .number(amount.majorUnits)])
        return changed["transaction"]?["status"]?.text ?? changed.jsonText
    }

    private func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await ask("POST", path, body)
    }

    /// - Returns: the data, or the whole answer if it has none.
    private func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let answer = try await client.send(
            method, "/api/v1.1" + path, [("X-Api-Key", client["api_key"]), ("Content-Type", "application/json")],
            body?.jsonText)
        guard answer["status"]?["code"]?.text == "200", let data = answer["data"] else { return answer }
        return data
    }
}
