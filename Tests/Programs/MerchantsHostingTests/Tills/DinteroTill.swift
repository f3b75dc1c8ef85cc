import ContractTestSupport
import Foundation
import HTTPContract
import Ledger
import Payments
import Testing

/// A merchant's server and its app at Dintero.
struct DinteroTill: Till {
    let place: Marketplace
    let token: String

    static func token(
        at place: Marketplace, account: String, client: String, secret: String
    ) async throws -> RawAnswer {
        let login = Data("\(client):\(secret)".utf8).base64EncodedString()
        let body: JSONValue = [
            "grant_type": "client_credentials", "audience": "https://api.dintero.com/v1/accounts/\(account)",
        ]
        return try await place.send(
            RawRequest(
                method: "POST", target: "/dintero/v1/accounts/\(account)/auth/token",
                headers: [("Authorization", "Basic \(login)"), ("Content-Type", "application/json")],
                body: body.jsonBytes))
    }

    // MARK: The till

    static let gateway = "dintero"
    static let wallets: [WalletKind] = [.apple]
    static let approvals = ["success"]

    static func words(for refusal: TillRefusal) -> String {
        switch refusal {
        case .declined(let cause): "Rejected \(type(of: cause))"
        case .noAnswer: "Rejected DECLINED"
        case .usedToken: "400 PAYMENT_DATA_INVALID"
        case .otherAmount: "400 PAYMENT_DATA_OTHER_AMOUNT"
        case .refundedTooMuch: "400 AMOUNT_TOO_LARGE"
        }
    }

    private static func type(of cause: DeclineCause) -> String {
        switch cause {
        case .noMoney: "INSUFFICIENT_FUNDS"
        case .lockedCard, .suspendedCard, .suspendedToken, .lost, .stolen, .category, .country: "RESTRICTED_CARD"
        case .deletedToken, .closedCard, .expiredCard: "CLOSED_ACCOUNT"
        case .otherExpiry: "EXPIRED_CARD"
        case .amountLimit: "EXCEEDS_APPROVAL_LIMIT"
        case .countLimit: "EXCEEDS_WITHDRAWAL_FREQUENCY_LIMIT"
        case .otherCryptogram, .replay: "DECLINED"
        }
    }

    static func open(at shop: Shop) async throws -> any Till { try await shop.dintero() }

    func sell(_ token: WalletPaymentToken, _ price: Money, as name: String) async throws -> Sale {
        let session = try await session(of: price, named: name)
        let submitted = try await submit(token, for: session, at: try await submission(for: session))
        guard let transaction = submitted.json?["transaction_id"]?.text else {
            return Sale(id: "", words: submitted.dinteroWords)
        }
        let paid = try await pay(session, with: transaction)
        guard let url = paid.json?["redirect_url"]?.text,
            let id = URLComponents(string: url)?.queryItems?.first(where: { $0.name == "transaction_id" })?.value
        else { return Sale(id: "", words: paid.dinteroWords) }
        return Sale(id: id, words: try await change("capture", id, price).dinteroWords)
    }

    func refund(_ sale: Sale, _ amount: Money, as name: String) async throws -> String {
        try await change("refund", sale.id, amount, ["refund_reference": .string(name)]).dinteroWords
    }

    // MARK: The server

    /// A session for an app.
    func session(of price: Money, named name: String) async throws -> String {
        let answer = try await send("POST", "/v1/sessions", Self.session(of: price, named: name))
        return try #require(answer.json?["id"]?.text, "\(answer.text)")
    }

    static func session(of price: Money, named name: String) -> JSONValue {
        [
            "url": ["return_url": "shop://done?initial_recipient=merchant"],
            "order": [
                "amount": .number("\(price.minorUnits)"), "currency": .string(price.currency.code),
                "merchant_reference": .string(name),
                "items": [["id": "chair", "line_id": "1", "amount": .number("\(price.minorUnits)")]],
            ],
            "configuration": ["channel": "in_app", "dintero_psp": ["applepay": ["enabled": true]]],
        ]
    }

    func change(
        _ what: String, _ id: String, _ amount: Money?, _ more: JSONValue = [:]
    ) async throws -> RawAnswer {
        let body = amount.map { more.adding("amount", .number("\($0.minorUnits)")) }
        return try await send("POST", "/v1/transactions/\(id)/\(what)", body)
    }

    func status(of id: String) async throws -> String {
        let answer = try await send("GET", "/v1/transactions/\(id)", nil)
        return answer.json?["status"]?.text ?? answer.dinteroWords
    }

    func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> RawAnswer {
        try await place.send(
            RawRequest(
                method: method, target: "/dintero" + path,
                headers: [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
                body: body?.jsonBytes ?? []))
    }

    // MARK: The app

    /// The path to which the app submits the wallet's token, and the access token for this call.
    func submission(for session: String) async throws -> (path: String, token: String) {
        let path = "/dintero/v1/view/\(session)/payments/dintero_psp.applepay?force_new=true"
        let answer = try await place.send(RawRequest(method: "POST", target: path))
        let href = try #require(answer.json?["operations"]?[0]?["href"]?.text, "\(answer.text)")
        let url = try #require(URLComponents(string: href))
        let token = try #require(url.queryItems?.first { $0.name == "access_token" }?.value)
        return (url.path, token)
    }

    func submit(
        _ token: WalletPaymentToken, for session: String, at place: (path: String, token: String)
    ) async throws -> RawAnswer {
        guard case .apple(let data) = token else { throw NotTaken() }
        let event: JSONValue = ["payment": ["token": ["paymentData": try JSONValue(parsing: data)]]]
        let body: JSONValue = ["payment_data": .string(event.jsonText), "reference": "reference-1"]
        return try await self.place.send(
            RawRequest(
                method: "POST", target: place.path,
                headers: [("Authorization", place.token), ("Content-Type", "application/json")], body: body.jsonBytes))
    }

    func pay(_ session: String, with transaction: String) async throws -> RawAnswer {
        let body: JSONValue = [
            "payment_product_type": "dintero_psp.applepay", "psp_transaction_id": .string(transaction),
        ]
        return try await place.send(
            RawRequest(
                method: "POST", target: "/dintero/v1/sessions/\(session)/pay",
                headers: [("Content-Type", "application/json")], body: body.jsonBytes))
    }

    private struct NotTaken: Error {}
}

extension Shop {
    /// A till with a new access token of its account.
    func dintero() async throws -> DinteroTill {
        let answer = try await DinteroTill.token(
            at: place, account: try credential("account_id", at: DinteroTill.gateway),
            client: try credential("client_id", at: DinteroTill.gateway),
            secret: try credential("client_secret", at: DinteroTill.gateway))
        return DinteroTill(place: place, token: try #require(answer.json?["access_token"]?.text, "\(answer.text)"))
    }
}

extension RawAnswer {
    /// `success`, the cause of a rejection, or the code of an error.
    var dinteroWords: String {
        if let error = json?["error"]?.text { return "\(error) \(json?["error_details"]?[0]?["code"]?.text ?? "")" }
        guard status != 200 else { return "success" }
        return "\(status) \(json?["error"]?["code"]?.text ?? text)"
    }
}
