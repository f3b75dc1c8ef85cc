import Foundation
import HTTPContract
import Ledger

/// A shop at CardPointe: CardSecure makes a token of the wallet's payment, and the gateway charges that.
struct CardPointeShop: DemoShop {
    static let gateway = "cardpointe"
    static let title = "CardPointe"
    static let expected = DemoWords(
        held: "RPCT 000 Approve", captured: "RPCT 000 Approve", refunded: "RPCT 000 Approve",
        declined: "RPCT 116 Not sufficient funds")

    private let client: GatewayClient

    init(_ client: GatewayClient) { self.client = client }

    func sell(_ token: String, for price: Money, as order: String) async throws -> DemoSale {
        let tokenized = try await post(
            "/cardsecure/api/v1/ccn/tokenize",
            ["devicedata": .string(try Self.deviceData(token)), "encryptionhandler": "EC_APPLE_PAY"])
        let answer = try await post(
            "/cardconnect/rest/auth",
            [
                "merchid": .string(client.merchant), "account": tokenized["token"],
                "amount": .string(price.majorUnits), "currency": .string(price.currency.code),
                "orderid": .string(order), "capture": "N",
            ])
        return DemoSale(id: answer["retref"]?.text ?? "", words: Self.words(answer))
    }

    func capture(_ sale: DemoSale, _ amount: Money) async throws -> String {
        try await change("capture", sale, amount)
    }

    func refund(_ sale: DemoSale, _ amount: Money) async throws -> String {
        try await change("refund", sale, amount)
    }

    private func change(_ service: String, _ sale: DemoSale, _ amount: Money) async throws -> String {
        let members: JSONValue = [
            "merchid": .string(client.merchant), "retref": .string(sale.id), "amount": .string(amount.majorUnits),
        ]
        return Self.words(try await post("/cardconnect/rest/\(service)", members))
    }

    private func post(_ path: String, _ members: JSONValue) async throws -> JSONValue {
        let login = client.basic(client["username"], client["password"])
        return try await client.post(path, [("Authorization", login)], json: members)
    }

    private static func words(_ answer: JSONValue) -> String {
        ["respproc", "respcode", "resptext"].compactMap { answer[$0]?.text }.joined(separator: " ")
    }

    /// Apple's `paymentData` as CardSecure takes it.
    private static func deviceData(_ token: String) throws -> String {
        let data = try JSONValue(parsing: Array(token.utf8))
        let members = [
            ("ectype", "apple"), ("ecsig", data["signature"]?.text),
            ("eckey", data["header"]?["ephemeralPublicKey"]?.text), ("ectid", data["header"]?["transactionId"]?.text),
            ("echash", data["header"]?["applicationData"]?.text),
            ("ecpublickeyhash", data["header"]?["publicKeyHash"]?.text),
        ]
        return ([data["data"]?.text ?? ""] + members.map { "\($0)=\($1 ?? "")" }).joined(separator: "&")
    }
}
