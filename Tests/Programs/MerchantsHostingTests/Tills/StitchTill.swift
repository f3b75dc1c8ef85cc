import ContractTestSupport
import Foundation
import HTTPContract
import Ledger
import Payments
import Testing

/// A merchant's client at Stitch.
struct StitchTill: Till {
    let place: Marketplace
    let token: String

    static func token(
        at place: Marketplace, client: String, secret: String, scope: String
    ) async throws -> RawAnswer {
        let form = FormText.encode([
            ("grant_type", "client_credentials"), ("client_id", client), ("client_secret", secret), ("scope", scope),
            ("audience", "https://secure.stitch.money/connect/token"),
        ])
        return try await place.send(
            RawRequest(
                method: "POST", target: "/stitch/connect/token",
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)))
    }

    // MARK: The till

    static let gateway = "stitch"
    static let wallets: [WalletKind] = [.apple, .google, .samsung]
    static let approvals = ["TransactionSuccess"]

    static func words(for refusal: TillRefusal) -> String {
        switch refusal {
        case .declined(let cause): "TransactionFailure \(reason(of: cause))"
        case .noAnswer: "TransactionFailure downstreamProviderUnavailable"
        case .usedToken, .otherAmount: "error INVALID_INPUT getTokenError"
        case .refundedTooMuch: "error INVALID_INPUT"
        }
    }

    private static func reason(of cause: DeclineCause) -> String {
        switch cause {
        case .noMoney: "insufficientFunds"
        case .lockedCard, .suspendedCard, .suspendedToken, .lost, .stolen: "restrictedCard"
        case .deletedToken, .closedCard, .expiredCard, .otherExpiry: "invalidCardError"
        case .amountLimit, .countLimit, .category, .country: "authorizationFailed"
        case .otherCryptogram, .replay: "authenticationError"
        }
    }

    static func open(at shop: Shop) async throws -> any Till { try await shop.stitch() }

    func sell(_ token: WalletPaymentToken, _ price: Money, as name: String) async throws -> Sale {
        let (method, bytes): (String, [UInt8]) =
            switch token {
            case .apple(let json), .appleWithoutKeyHash(let json): ("applePay", json)
            case .google(let json): ("googlePay", json)
            case .samsung(let text): ("samsungPay", Array(text.utf8))
            }
        return try await sell(
            method: method, fields: [:], token: Data(bytes).base64EncodedString(), amount: price.stitch, as: name)
    }

    func sell(
        method: String, fields: JSONValue, token: String?, amount: JSONValue, as name: String
    ) async throws -> Sale {
        let answer = try await initiate(method: method, fields: fields, token: token, amount: amount, as: name)
        let transaction = answer.json?["data"]?["initiateTransaction"]
        return Sale(id: transaction?["id"]?.text ?? "", words: transaction?["state"]?.stateWords ?? answer.errorWords)
    }

    func initiate(
        method: String, fields: JSONValue, token: String?, amount: JSONValue, as name: String
    ) async throws -> RawAnswer {
        var input: JSONValue = [
            "amount": amount, "nonce": .string(name), "externalReference": .string(name),
            "paymentMethods": .object(JSONObject([(method, fields)])),
        ]
        if let token { input = input.adding("token", .string(token)) }
        return try await ask(
            """
            mutation Sell($input: TransactionInitiateInput!) {
              initiateTransaction(input: $input) { id interactionUrl retrievalReferenceNumber \(Self.state) }
            }
            """, ["input": input])
    }

    func refund(_ sale: Sale, _ amount: Money, as name: String) async throws -> String {
        let answer = try await ask(
            """
            mutation Refund($input: RefundTransactionInitiateInput!) {
              refundTransactionInitiate(input: $input) { id amount nonce \(Self.state) }
            }
            """,
            [
                "input": [
                    "originalPaymentId": .string(sale.id),
                    "refundInput": ["amount": amount.stitch, "reason": "requested_by_user", "nonce": .string(name)],
                ]
            ])
        return answer.json?["data"]?["refundTransactionInitiate"]?["state"]?.stateWords ?? answer.errorWords
    }

    // MARK: GraphQL

    static let state = """
        state { __typename ... on TransactionPending { reason } ... on TransactionFailure { reason } }
        """

    /// The state of a transaction; `none` if this client does not find it.
    func state(of id: String) async throws -> String {
        let answer = try await ask(
            "query Find($id: ID!) { node(id: $id) { ... on PaymentTransaction { id \(Self.state) } } }",
            ["id": .string(id)])
        return answer.json?["data"]?["node"]?["state"]?.stateWords ?? "none"
    }

    func ask(_ query: String, _ variables: JSONValue = [:]) async throws -> RawAnswer {
        let body: JSONValue = ["query": .string(query), "variables": variables]
        return try await post(body.jsonBytes)
    }

    func post(_ body: [UInt8], headers: [(name: String, value: String)] = []) async throws -> RawAnswer {
        try await place.send(
            RawRequest(
                method: "POST", target: "/stitch/graphql",
                headers: [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")] + headers,
                body: body))
    }
}

extension Shop {
    /// The merchant's client at Stitch, with its secret.
    var stitchClient: (id: String, secret: String) {
        get throws {
            (
                try credential("client_id", at: StitchTill.gateway),
                try credential("client_secret", at: StitchTill.gateway)
            )
        }
    }

    /// A till with a new token for its client.
    func stitch(scope: String = "transaction_initiate client_refund") async throws -> StitchTill {
        let (client, secret) = try stitchClient
        let answer = try await StitchTill.token(at: place, client: client, secret: secret, scope: scope)
        return StitchTill(place: place, token: try #require(answer.json?["access_token"]?.text, "\(answer.text)"))
    }
}

extension Money {
    /// `MoneyInput`.
    var stitch: JSONValue { ["quantity": .number(major), "currency": .string(currency.code)] }
}

extension JSONValue {
    /// The state of the transaction, with its reason.
    fileprivate var stateWords: String? {
        self["__typename"]?.text.map { name in [name, self["reason"]?.text].compactMap(\.self).joined(separator: " ") }
    }
}

extension RawAnswer {
    /// The code of the first error, and its reason if it has one.
    var errorWords: String {
        let extensions = json?["errors"]?[0]?["extensions"]
        let words = [extensions?["code"]?.text, extensions?["reason"]?.text].compactMap(\.self)
        return words.isEmpty ? "\(status) \(text)" : "error " + words.joined(separator: " ")
    }
}
