import ContractTestSupport
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments
import Testing

/// A merchant's client at CardPointe.
struct CardPointeTill: Till {
    let place: Marketplace
    let merchant: String
    let username: String
    let password: String

    var login: String { "Basic " + Data("\(username):\(password)".utf8).base64EncodedString() }

    // MARK: The till

    static let gateway = "cardpointe"
    static let wallets: [WalletKind] = [.apple, .google]
    static let approvals = ["RPCT 000", "FNOR 00"]

    static func words(for refusal: TillRefusal) -> String {
        switch refusal {
        case .declined(let cause): "RPCT \(code(of: cause))"
        case .noAnswer: "PPS 62"
        case .usedToken: "200 24"
        case .otherAmount: "RPCT 110"
        case .refundedTooMuch: "PPS 42"
        }
    }

    private static func code(of cause: DeclineCause) -> String {
        switch cause {
        case .noMoney: "116"
        case .lockedCard, .suspendedCard, .suspendedToken: "332"
        // The tokens of a card in a final status are deleted, so the network does not find them.
        case .deletedToken, .closedCard, .expiredCard: "118"
        case .otherExpiry: "101"
        case .amountLimit: "121"
        case .countLimit: "123"
        case .category, .country: "119"
        case .otherCryptogram, .replay: "122"
        case .lost: "208"
        case .stolen: "209"
        }
    }

    static func open(at shop: Shop) async throws -> any Till { try shop.cardPointe }

    func sell(_ token: WalletPaymentToken, _ price: Money, as name: String) async throws -> Sale {
        let answer = try await tokenized(token)
        guard let account = answer.json?["token"]?.text else { return Sale(id: "", words: answer.words) }
        return try await sell(account: account, price, as: name)
    }

    func sell(account: String, _ price: Money, as name: String, capture: Bool = true) async throws -> Sale {
        let answer = try await authorize([
            "account": .string(account), "amount": .string(price.major), "orderid": .string(name),
            "capture": capture ? "Y" : "N",
        ])
        return Sale(id: answer.json?["retref"]?.text ?? "", words: answer.words)
    }

    func refund(_ sale: Sale, _ amount: Money, as name: String) async throws -> String {
        try await change("refund", sale.id, amount).words
    }

    // MARK: The services

    /// Makes CardSecure's token from the wallet's token.
    func tokenize(_ token: WalletPaymentToken) async throws -> String {
        let answer = try await tokenized(token)
        return try #require(answer.json?["token"]?.text, "\(answer.text)")
    }

    func tokenized(_ token: WalletPaymentToken) async throws -> RawAnswer {
        let (data, handler) = try Self.deviceData(token)
        return try await send(
            "/cardsecure/api/v1/ccn/tokenize", ["devicedata": .string(data), "encryptionhandler": .string(handler)])
    }

    func authorize(_ members: JSONValue) async throws -> RawAnswer {
        try await send("/cardconnect/rest/auth", members.adding("merchid", .string(merchant)))
    }

    /// Captures, voids or refunds.
    ///
    /// - Parameter amount: nil for the whole amount.
    func change(_ service: String, _ reference: String, _ amount: Money? = nil) async throws -> RawAnswer {
        var members: JSONValue = ["merchid": .string(merchant), "retref": .string(reference)]
        if let amount { members = members.adding("amount", .string(amount.major)) }
        return try await send("/cardconnect/rest/\(service)", members)
    }

    func inquire(_ reference: String) async throws -> RawAnswer {
        try await get("/cardconnect/rest/inquire/\(reference)/\(merchant)")
    }

    func send(_ path: String, _ members: JSONValue) async throws -> RawAnswer {
        try await place.send(
            RawRequest(
                method: "POST", target: "/cardpointe" + path,
                headers: [("Authorization", login), ("Content-Type", "application/json")], body: members.jsonBytes))
    }

    func get(_ path: String) async throws -> RawAnswer {
        try await place.send(
            RawRequest(method: "GET", target: "/cardpointe" + path, headers: [("Authorization", login)]))
    }

    /// The device data that a client makes from a wallet's token, and the handler that reads it.
    static func deviceData(_ token: WalletPaymentToken) throws -> (data: String, handler: String) {
        switch token {
        case .google(let json): return (String(decoding: json, as: UTF8.self), "EC_GOOGLE_PAY")
        case .apple(let json):
            let value = try JSONValue(parsing: json)
            let header = value["header"]
            let members = [
                value["data"]?.text ?? "", "ectype=apple", "ecsig=\(value["signature"]?.text ?? "")",
                "eckey=\(header?["ephemeralPublicKey"]?.text ?? "")",
                "ectid=\(header?["transactionId"]?.text ?? "")", "echash=",
                "ecpublickeyhash=\(header?["publicKeyHash"]?.text ?? "")",
            ]
            return (members.joined(separator: "&"), "EC_APPLE_PAY")
        default: throw NotTaken()
        }
    }

    private struct NotTaken: Error {}
}

extension Shop {
    var cardPointe: CardPointeTill {
        get throws {
            CardPointeTill(
                place: place, merchant: id.rawValue, username: try credential("username", at: CardPointeTill.gateway),
                password: try credential("password", at: CardPointeTill.gateway))
        }
    }
}

extension RawAnswer {
    /// `respproc` and `respcode`, or else the status with the `errorcode` or the text.
    var words: String {
        guard let processor = json?["respproc"]?.text, let code = json?["respcode"]?.text else {
            return "\(status) \(json?["errorcode"]?.text ?? text)"
        }
        return "\(processor) \(code)"
    }
}

extension JSONValue {
    /// The object with an additional member, or with another value of a member.
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let object) = self else { return self }
        let members = object.names.compactMap { name in object[name].map { (name, $0) } }
        return .object(JSONObject(members + [(name, value)]))
    }
}
