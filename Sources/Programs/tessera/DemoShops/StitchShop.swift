import Foundation
import HTTPContract
import Ledger

/// A shop at Stitch, over GraphQL: a preauthorized transaction, which is continued when the shop delivers.
struct StitchShop: DemoShop {
    static let gateway = "stitch"
    static let title = "Stitch"
    static let expected = DemoWords(
        held: "TransactionPending authorizationNotFinalised", captured: "TransactionSuccess",
        refunded: "TransactionSuccess", declined: "TransactionFailure insufficientFunds")

    private static let state = """
        { id state { __typename ... on TransactionPending { reason } ... on TransactionFailure { reason } } }
        """

    private let client: GatewayClient

    init(_ client: GatewayClient) { self.client = client }

    func sell(_ token: String, for price: Money, as order: String) async throws -> DemoSale {
        let answer = try await mutate(
            "initiateTransaction", "TransactionInitiateInput!",
            [
                "amount": Self.money(price), "nonce": .string(order), "externalReference": .string(order),
                "token": .string(Data(token.utf8).base64EncodedString()),
                "paymentMethods": ["applePay": ["preAuthorization": ["enabled": true]]],
            ])
        return DemoSale(id: answer["id"]?.text ?? "", words: Self.words(answer))
    }

    func capture(_ sale: DemoSale, _ amount: Money) async throws -> String {
        Self.words(
            try await mutate(
                "continueTransaction", "TransactionContinueInput!",
                ["transactionId": .string(sale.id), "amount": Self.money(amount)]))
    }

    func refund(_ sale: DemoSale, _ amount: Money) async throws -> String {
        Self.words(
            try await mutate(
                "refundTransactionInitiate", "RefundTransactionInitiateInput!",
                [
                    "originalPaymentId": .string(sale.id),
                    "refundInput": [
                        "amount": Self.money(amount), "reason": "requested_by_user",
                        "nonce": .string("refund of \(sale.id)"),
                    ],
                ]))
    }

    /// A transaction, or the first error.
    private func mutate(_ name: String, _ type: String, _ input: JSONValue) async throws -> JSONValue {
        let answer = try await client.post(
            "/graphql", [("Authorization", "Bearer \(try await token())")],
            json: [
                "query": .string("mutation Demo($input: \(type)) { \(name)(input: $input) \(Self.state) }"),
                "variables": ["input": input],
            ])
        if let transaction = answer["data"]?[name] { return transaction }
        throw RunningService.Failure(description: "Stitch refuses \(name): \(answer.jsonText)")
    }

    private func token() async throws -> String {
        let answer = try await client.post(
            "/connect/token",
            form: [
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]),
                ("client_secret", client["client_secret"]), ("scope", "transaction_initiate client_refund"),
                ("audience", "https://secure.stitch.money/connect/token"),
            ])
        guard let token = answer["access_token"]?.text else {
            throw RunningService.Failure(description: "Stitch gives no token to the shop's client: \(answer.jsonText)")
        }
        return token
    }

    private static func money(_ amount: Money) -> JSONValue {
        ["quantity": .number(amount.majorUnits), "currency": .string(amount.currency.code)]
    }

    private static func words(_ transaction: JSONValue) -> String {
        let state = transaction["state"]
        return [state?["__typename"]?.text, state?["reason"]?.text].compactMap(\.self).joined(separator: " ")
    }
}
