import ContractTestSupport
import HTTPContract
import Ledger
import Payments
import Testing

/// A merchant's server at MoneyHash, which forwards the token that its app gets from the wallet.
struct MoneyHashTill: Till {
    let place: Marketplace
    let key: String

    // MARK: The till

    static let gateway = "moneyhash"
    static let wallets: [WalletKind] = [.apple, .google]
    static let approvals = ["6000"]

    static func words(for refusal: TillRefusal) -> String {
        switch refusal {
        case .declined(let cause): "7000 \(code(of: cause))"
        case .noAnswer: "7000 MALFUNCTION"
        case .usedToken: "400 receipt: The token's transaction was opened before; one token is one payment."
        case .otherAmount: "400 receipt: The wallet's token is for another amount."
        case .refundedTooMuch: "400 amount: More than is left."
        }
    }

    private static func code(of cause: DeclineCause) -> String {
        switch cause {
        case .noMoney: "INSUFFICIENT_FUNDS"
        case .lockedCard, .suspendedCard, .suspendedToken: "SUSPENDED"
        case .deletedToken, .closedCard, .expiredCard: "UNKNOWN_CARD"
        case .otherExpiry: "EXPIRED"
        case .amountLimit: "AMOUNT_LIMIT"
        case .countLimit: "COUNT_LIMIT"
        case .category, .country: "NOT_PERMITTED"
        case .otherCryptogram, .replay: "CRYPTOGRAM_REFUSED"
        case .lost: "LOST"
        case .stolen: "STOLEN"
        }
    }

    static func open(at shop: Shop) async throws -> any Till { try shop.moneyHash }

    func sell(_ token: WalletPaymentToken, _ price: Money, as name: String) async throws -> Sale {
        let (receipt, method) = try Self.receipt(token)
        let intent = try await intent(of: price, named: name, ["payment_method": .string(method)])
        let answer = try await submit(receipt, for: intent)
        return Sale(
            id: answer.json?["data"]?["transaction"]?["id"]?.text ?? "", words: answer.moneyHashWords)
    }

    func refund(_ sale: Sale, _ amount: Money, as name: String) async throws -> String {
        try await change("refund", sale.id, amount).moneyHashWords
    }

    // MARK: The server

    /// - Returns: the intent's id.
    func intent(of price: Money, named name: String, _ more: JSONValue = [:]) async throws -> String {
        let body: JSONValue = more.adding("amount", .number(price.major))
            .adding("amount_currency", .string(price.currency.code)).adding("operation", "purchase")
            .adding("use_direct_api", true).adding("merchant_reference", .string(name))
        let answer = try await send("POST", "/payments/intent/", body)
        return try #require(answer.json?["data"]?["id"]?.text, "\(answer.text)")
    }

    func submit(_ receipt: String, for intent: String) async throws -> RawAnswer {
        try await send("POST", "/payments/intent/\(intent)/receipt/", ["receipt": .string(receipt)])
    }

    func change(_ what: String, _ transaction: String, _ amount: Money? = nil) async throws -> RawAnswer {
        let body: JSONValue? = amount.map { ["amount": .number($0.major)] }
        return try await send("POST", "/payments/transactions/\(transaction)/\(what)/", body)
    }

    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> RawAnswer {
        try await place.send(
            RawRequest(
                method: method, target: "/moneyhash/api/v1.1" + path,
                headers: [("x-Api-Key", key), ("Content-Type", "application/json")], body: body?.jsonBytes ?? []))
    }

    private static func receipt(_ token: WalletPaymentToken) throws -> (text: String, method: String) {
        switch token {
        case .apple(let data): (String(decoding: data, as: UTF8.self), "APPLE_PAY")
        case .google(let data): (String(decoding: data, as: UTF8.self), "GOOGLE_PAY")
        case .appleWithoutKeyHash, .samsung: throw NotTaken()
        }
    }

    private struct NotTaken: Error {}
}

extension Shop {
    var moneyHash: MoneyHashTill {
        get throws { MoneyHashTill(place: place, key: try credential("api_key", at: MoneyHashTill.gateway)) }
    }
}

extension RawAnswer {
    /// The code of the newest operation with the issuer's reason for a decline, or else the first error.
    var moneyHashWords: String {
        guard status == 200, let data = json?["data"] else {
            guard case .object(let problem)? = json?["status"]?["errors"]?[0], let field = problem.names.first else {
                return "\(status) \(text)"
            }
            let words = problem[field]?.text ?? ""
            // These messages contain the amounts, which differ.
            let shown = words.hasPrefix("The wallet's token is for") ? "The wallet's token is for another amount."
                : words.hasPrefix("At most") ? "More than is left." : words
            return "\(status) \(field): \(shown)"
        }
        guard case .array(let operations)? = data["transaction"]?["operations"],
            let latest = operations.last?["latest_status"]
        else { return data["state"]?.text ?? text }
        return [latest["code"]?.text, latest["provider_error_code"]?.text].compactMap(\.self).joined(separator: " ")
    }
}
