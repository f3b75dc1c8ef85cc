import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing

@testable import MoneyHash

/// The steps of customers on the merchant's own page and on MoneyHash's.
extension MoneyHashFixture {
    static let number = "4111111111111111"
    static let secure: JSONValue = ["threeds": ["enabled": true], "payment_method": "CARD"]

    static func card(_ more: [(String, JSONValue?)] = [], number: String = number, month: String = "03") -> JSONValue {
        .members(
            [
                ("card_number", .string(number)), ("expiry_month", .string(month)), ("expiry_year", "31"),
                ("cvv", "123"),
            ] + more)
    }

    /// Sends the card data from the merchant's own form.
    func submitCard(_ intent: String, _ body: JSONValue = card(), key: String = "test-M1") async throws -> Answer {
        try await ask(.post, "/direct/payments/intents/\(intent)/card/", body, key: key)
    }

    func submitCode(_ intent: String, _ code: JSONValue = "123", key: String = "test-M1") async throws -> Answer {
        try await ask(.post, "/direct/payments/intents/\(intent)/cvv/", ["cvv": code], key: key)
    }

    func submitPlan(_ intent: String, _ plan: String, code: JSONValue = "123") async throws -> Answer {
        try await ask(
            .post, "/direct/payments/intents/\(intent)/installment-plan/", ["plan_id": .string(plan), "cvv": code])
    }

    /// An intent whose customer must authenticate, and its transaction.
    func challenged(_ more: JSONValue = secure) async throws -> (intent: String, transaction: String) {
        let id = try await newIntent(more)
        let answer = try await submitCard(id)
        return (id, try #require(answer.data?.object("transaction")?.text("id"), "\(answer.body)"))
    }

    /// Opens the page for 3-D Secure.
    func look(_ transaction: String) async throws -> Answer {
        try await send(.get, "/payments/authentication/\(transaction)/")
    }

    /// Presses a button of the page for 3-D Secure.
    func press(_ button: String, _ transaction: String, code: String? = nil) async throws -> Answer {
        let typed: [(name: String, value: String)] = code.map { [("code", $0)] } ?? []
        return try await form("/payments/authentication/\(transaction)/", [("answer", button)] + typed)
    }

    func form(_ path: String, _ pairs: [(name: String, value: String)]) async throws -> Answer {
        try await send(
            .post, path, text: FormText.encode(pairs), [.contentType: "application/x-www-form-urlencoded"])
    }

    /// Pays with a card that is saved.
    ///
    /// - Returns: the id of the saved card.
    func savedCard(
        of customer: String = "ivana", _ body: JSONValue = card(), key: String = "test-M1"
    ) async throws -> String {
        let id = try await newIntent(
            ["payment_method": "CARD", "customer": .string(customer), "tokenize_card": true], key: key)
        let paid = try await submitCard(id, body, key: key)
        #expect(paid.state == "INTENT_PROCESSED", "\(paid.body)")
        let cards = try await cards(of: customer, key: key)
        return try #require(cards.first?.text("id"))
    }

    func cards(of customer: String = "ivana", key: String = "test-M1") async throws -> [JSONObject] {
        let answer = try await ask(.get, "/tokens/cards/?customer=\(customer)", key: key)
        guard case .array(let cards)? = answer.object["data"] else { return [] }
        return cards.compactMap { if case .object(let card) = $0 { card } else { nil } }
    }

    /// The types of queued webhooks, oldest first.
    func events() async throws -> [String] { try await webhooks().compactMap { $0.text("type") } }
}
