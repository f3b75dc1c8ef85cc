import Foundation
import HTTPContract
import Ledger

/// A shop at Dintero: its server makes a session, the app pays it without credentials, and the server goes on.
struct DinteroShop: DemoShop {
    static let gateway = "dintero"
    static let title = "Dintero"
    static let expected = DemoWords(
        held: "AUTHORIZED", captured: "CAPTURED", refunded: "PARTIALLY_REFUNDED",
        declined: "Rejected INSUFFICIENT_FUNDS")

    private let client: GatewayClient

    init(_ client: GatewayClient) { self.client = client }

    func sell(_ token: String, for price: Money, as order: String) async throws -> DemoSale {
        let session = try await session(for: price, named: order)
        let submitted = try await submit(token, for: session)
        let paid = try await client.post(
            "/v1/sessions/\(session)/pay", [],
            json: [
                "payment_product_type": "dintero_psp.applepay", "psp_transaction_id": submitted["transaction_id"],
            ])
        if let error = paid["error"]?.text {
            return DemoSale(id: "", words: "\(error) \(paid["error_details"]?[0]?["code"]?.text ?? "")")
        }
        guard let id = Self.parameter("transaction_id", of: paid["redirect_url"]?.text) else {
            throw RunningService.Failure(description: "Dintero does not take the payment: \(paid.jsonText)")
        }
        return DemoSale(id: id, words: try await server("GET", "/v1/transactions/\(id)")["status"]?.text ?? "")
    }

    func capture(_ sale: DemoSale, _ amount: Money) async throws -> String {
        try await change("capture", sale, amount)
    }

    func refund(_ sale: DemoSale, _ amount: Money) async throws -> String {
        try await change("refund", sale, amount)
    }

    // MARK: The server

    private func session(for price: Money, named order: String) async throws -> String {
        let amount = JSONValue.number(String(price.minorUnits))
        let answer = try await server(
            "POST", "/v1/sessions",
            [
                "url": ["return_url": "shop://done?initial_recipient=merchant"],
                "order": [
                    "amount": amount, "currency": .string(price.currency.code), "merchant_reference": .string(order),
                    "items": [["id": .string(order), "line_id": "1", "amount": amount]],
                ],
                "configuration": ["channel": "in_app", "dintero_psp": ["applepay": ["enabled": true]]],
            ])
        guard let id = answer["id"]?.text else {
            throw RunningService.Failure(description: "Dintero makes no session: \(answer.jsonText)")
        }
        return id
    }

    private func change(_ what: String, _ sale: DemoSale, _ amount: Money) async throws -> String {
        let answer = try await server(
            "POST", "/v1/transactions/\(sale.id)/\(what)", ["amount": .number(String(amount.minorUnits))])
        return answer["status"]?.text ?? answer.jsonText
    }

    private func server(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let account = client["account_id"]
        let login = client.basic(client["client_id"], client["client_secret"])
        let answer = try await client.post(
            "/v1/accounts/\(account)/auth/token", [("Authorization", login)],
            json: [
                "grant_type": "client_credentials",
                "audience": .string("https://api.dintero.com/v1/accounts/\(account)"),
            ])
        guard let token = answer["access_token"]?.text else {
            throw RunningService.Failure(description: "Dintero gives no token to the shop: \(answer.jsonText)")
        }
        return try await client.send(
            method, path, [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
            body?.jsonText)
    }

    // MARK: The app

    /// Submits the wallet's token to the address that the session's operations name.
    private func submit(_ token: String, for session: String) async throws -> JSONValue {
        let path = "/v1/view/\(session)/payments/dintero_psp.applepay?force_new=true"
        let href = try await client.send("POST", path, [])["operations"]?[0]?["href"]?.text
        guard let href, let access = Self.parameter("access_token", of: href) else {
            throw RunningService.Failure(description: "Dintero does not say where the app submits the payment.")
        }
        let event: JSONValue = ["payment": ["token": ["paymentData": try JSONValue(parsing: Array(token.utf8))]]]
        return try await client.post(
            String(href.prefix { $0 != "?" }), [("Authorization", access)],
            json: ["payment_data": .string(event.jsonText), "reference": "demonstration"])
    }

    private static func parameter(_ name: String, of url: String?) -> String? {
        url.flatMap { URLComponents(string: $0) }?.queryItems?.first { $0.name == name }?.value
    }
}
