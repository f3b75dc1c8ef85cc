import AsyncHTTPClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import Postgres
import TestSupport

/// One customer's payments at one gateway, with a model of them.
struct GatewayLane: Sendable {
    struct Place: Sendable {
        let sandbox: Sandbox
        /// The URL of the merchants' listener.
        let url: String
    }

    enum Instrument: Sendable {
        /// A card's number, typed at CardPointe.
        case card(number: String)
        /// A token on a phone, used at Stitch.
        case phone(id: String, token: String)
    }

    /// The amounts in cents.
    struct Amounts: Equatable, Sendable {
        var authorized = 0
        var captured = 0
        var voided = 0
        var refunded = 0

        var left: Int { captured - refunded }
    }

    private struct Sale: Sendable {
        /// The gateway's name; empty if its answer was lost.
        var id: String
        var amounts: Amounts
        /// True if a day has ended since the payment.
        var isSettled = false
    }

    private struct Request: Sendable {
        let name: String
        let service: String
        let amount: Int
        let after: Amounts
    }

    let number: Int
    let customer: Int64
    let instrument: Instrument
    let place: Place
    private var numbers: SeededNumbers
    private var sales: [String: Sale] = [:]
    private var count = 0
    /// The request whose answer was lost.
    private var unanswered: Request?
    /// The difference from the model; nil if there is none.
    private(set) var problem: String?
    private(set) var hasLostAnswers = false

    init(number: Int, customer: Int64, instrument: Instrument, place: Place, numbers: SeededNumbers) {
        (self.number, self.customer, self.instrument, self.place) = (number, customer, instrument, place)
        self.numbers = numbers
    }

    // MARK: Playing

    /// Sends one request after another until the service ends.
    mutating func play(_ fuse: Fuse) async {
        while problem == nil {
            let request = draw()
            do {
                let send = try await prepared(request)
                unanswered = request
                accept(try await Answer.to(send), to: request)
                fuse.burn()
            } catch {
                return
            }
        }
    }

    private mutating func draw() -> Request {
        let known = sales.keys.sorted().filter { sales[$0]?.id.isEmpty == false }
        let name = known.isEmpty ? "" : numbers.one(of: known)
        guard numbers.below(2) == 0, let sale = sales[name] else { return newSale() }
        var after = sale.amounts
        if case .card = instrument, after.captured == 0, after.voided == 0 {
            guard numbers.below(3) > 0 else {
                after.voided = after.authorized
                return Request(name: name, service: "void", amount: after.authorized, after: after)
            }
            after.captured = 1 + numbers.below(after.authorized)
            after.voided = after.authorized - after.captured
            return Request(name: name, service: "capture", amount: after.captured, after: after)
        }
        guard after.left > 0, sale.isSettled else { return newSale() }
        let part = 1 + numbers.below(after.left)
        after.refunded += part
        return Request(name: name, service: "refund", amount: part, after: after)
    }

    private mutating func newSale() -> Request {
        count += 1
        let amount = 1 + numbers.below(1000)
        let isCaptured = if case .card = instrument { numbers.below(2) == 0 } else { true }
        return Request(
            name: "lane-\(number)-\(count)", service: isCaptured ? "sale" : "auth", amount: amount,
            after: Amounts(authorized: amount, captured: isCaptured ? amount : 0))
    }

    private mutating func accept(_ answer: Answer, to request: Request) {
        unanswered = nil
        guard answer.status == 200, let id = answer.acceptedPayment else {
            problem = "\(request) is answered \(answer.status) \(answer.body)"
            return
        }
        sales[request.name, default: Sale(id: id, amounts: request.after)].amounts = request.after
    }

    // MARK: Recovering

    /// Compares the stored payments with the acknowledged ones. The request that was under way may have had its effect
    /// or not.
    mutating func recover(from database: Database) async throws {
        var stored: [String: Amounts] = [:]
        for row in try await database.read(Self.stored(.text("lane-\(number)-%"))) { stored[row.name] = row.amounts }
        if let request = unanswered {
            hasLostAnswers = true
            unanswered = nil
            let before = sales[request.name]?.amounts
            let found = stored[request.name] ?? Amounts()
            guard found == request.after || found == before ?? Amounts() else {
                problem = "\(request) was under way, and is \(found)"
                return
            }
            sales[request.name, default: Sale(id: "", amounts: found)].amounts = found
        }
        for (name, sale) in sales where stored[name] ?? Amounts() != sale.amounts {
            problem = "\(name) is \(String(describing: stored[name])), and \(sale.amounts) was acknowledged"
        }
        if let unknown = stored.keys.first(where: { sales[$0] == nil }) { problem = "nobody has asked for \(unknown)" }
        for (name, sale) in sales where sale.amounts.captured > 0 { sales[name]?.isSettled = true }
    }

    /// Expects that the customer has paid exactly the merchant's money. Call this when no payment is open.
    mutating func compareMoney(loaded: Int64, with database: Database) async throws {
        let paid = sales.values.reduce(0) { $0 + $1.amounts.left }
        let expected = "\(loaded - Int64(paid)) posted, 0 held"
        let found = try await database.read(Self.balance(.bigint(customer)))
        if problem == nil, found != [expected] { problem = "customer \(number) has \(found), not \(expected)" }
    }

    private static let balance = Statement(
        "balance",
        "SELECT concat(posted, ' posted, ', held, ' held') AS balance FROM money.account WHERE customer_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("balance") }

    private static let stored: Statement<(name: String, amounts: Amounts)> = Statement(
        "stored",
        """
        SELECT external_reference, authorized, captured, voided, refunded FROM merchants.payment
        WHERE external_reference LIKE $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let name = try row.text("external_reference")
        let amounts = Amounts(
            authorized: Int(try row.bigint("authorized")), captured: Int(try row.bigint("captured")),
            voided: Int(try row.bigint("voided")), refunded: Int(try row.bigint("refunded")))
        return (name: name, amounts: amounts)
    }
}

// MARK: - The gateways' requests

extension GatewayLane {
    private func prepared(_ request: Request) async throws -> HTTPClientRequest {
        switch instrument {
        case .card(let pan): try cardPointe(request, pan)
        case .phone(let id, let token): try await stitch(request, phone: id, token)
        }
    }

    private func cardPointe(_ request: Request, _ pan: String) throws -> HTTPClientRequest {
        var members: [(String, JSONValue)] = [
            ("merchid", "496160873888"), ("amount", .string(Self.major(request.amount))),
        ]
        let isNew = sales[request.name] == nil
        if isNew {
            members += [
                ("account", .string(pan)), ("orderid", .string(request.name)),
                ("capture", request.service == "sale" ? "Y" : "N"),
            ]
        } else {
            members.append(("retref", .string(sales[request.name]?.id ?? "")))
        }
        let login = Data("testing:testing123".utf8).base64EncodedString()
        return Self.post(
            place.url + "/cardpointe/cardconnect/rest/" + (isNew ? "auth" : request.service), "Basic \(login)",
            "application/json", JSONValue.object(JSONObject(members)).jsonText)
    }

    private func stitch(_ request: Request, phone: String, _ token: String) async throws -> HTTPClientRequest {
        let amount: JSONValue = ["quantity": .number(Self.major(request.amount)), "currency": "EUR"]
        let query: JSONValue
        let input: JSONValue
        if let sale = sales[request.name] {
            query = """
                mutation R($input: RefundTransactionInitiateInput!) {
                  done: refundTransactionInitiate(input: $input) { id }
                }
                """
            input = [
                "originalPaymentId": .string(sale.id),
                "refundInput": [
                    "amount": amount, "reason": "requested_by_user",
                    "nonce": .string("\(request.name)-\(request.after.refunded)"),
                ],
            ]
        } else {
            query = """
                mutation S($input: TransactionInitiateInput!) {
                  done: initiateTransaction(input: $input) { id state { __typename } }
                }
                """
            input = [
                "amount": amount, "nonce": .string(request.name), "externalReference": .string(request.name),
                "paymentMethods": ["googlePay": try await paid(request.amount, phone, token)],
            ]
        }
        let body: JSONValue = ["query": query, "variables": ["input": input]]
        return Self.post(
            place.url + "/stitch/graphql", "Bearer \(try await stitchToken())", "application/json", body.jsonText)
    }

    /// The phone's token, opened by the merchant itself.
    private func paid(_ amount: Int, _ phone: String, _ token: String) async throws -> JSONValue {
        let answer = try await place.sandbox.send(
            "POST", "/sandbox/phones/\(phone)/tokens/\(token)/cryptograms",
            #"{"amount": \#(amount), "currencyCode": "EUR"}"#)
        let payment = try JSONDecoder().decode(PhonePayment.self, from: Data(answer.body.utf8))
        return [
            "primaryAccountNumber": .string(payment.dpan), "cryptogram": .string(payment.cryptogram),
            "expirationYear": .number(String(payment.expiry.year)),
            "expirationMonth": .number(String(payment.expiry.month)), "eciIndicator": .string(payment.eci),
        ]
    }

    private struct PhonePayment: Decodable {
        struct Expiry: Decodable {
            let month, year: Int
        }

        let dpan, cryptogram, eci: String
        let expiry: Expiry
    }

    private func stitchToken() async throws -> String {
        let form = FormText.encode([
            ("grant_type", "client_credentials"), ("client_id", "test-demo"), ("client_secret", "demo-secret"),
            ("scope", "transaction_initiate client_refund"),
        ])
        return try await Answer.to(
            Self.post(place.url + "/stitch/connect/token", nil, "application/x-www-form-urlencoded", form)
        ).member("access_token")
    }

    private static func post(_ url: String, _ login: String?, _ type: String, _ body: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: type)
        if let login { request.headers.add(name: "Authorization", value: login) }
        request.body = .bytes(ByteBuffer(string: body))
        return request
    }

    /// The amount in major units, such as `12.34`.
    private static func major(_ cents: Int) -> String {
        "\(cents / 100)." + (cents % 100 < 10 ? "0" : "") + "\(cents % 100)"
    }
}

extension GatewayLane.Instrument {
    /// The token that a phone has of a card.
    static func token(ofCard card: String, at sandbox: Sandbox) async throws -> GatewayLane.Instrument {
        struct List: Decodable {
            struct Entry: Decodable {
                struct Phone: Decodable {
                    let phoneId: String
                }

                struct Token: Decodable {
                    let issuerTokenId: String
                }

                let phone: Phone
                let token: Token
            }

            let tokens: [Entry]
        }
        let answer = try await sandbox.get("/sandbox/cards/\(card)/tokens")
        let list = try JSONDecoder().decode(List.self, from: Data(answer.body.utf8))
        guard let entry = list.tokens.first else { throw Answer.Unexpected(answer: answer) }
        return .phone(id: entry.phone.phoneId, token: entry.token.issuerTokenId)
    }
}

extension Answer {
    /// The gateway's id for an accepted payment or step; nil if the gateway has refused it.
    fileprivate var acceptedPayment: String? {
        struct CardPointe: Decodable {
            let respstat, retref: String
        }
        struct Stitch: Decodable {
            struct State: Decodable {
                let __typename: String
            }

            struct Done: Decodable {
                let id: String
                let state: State?
            }

            let data: [String: Done]
        }
        let data = Data(body.utf8)
        if let answer = try? JSONDecoder().decode(CardPointe.self, from: data) {
            return answer.respstat == "A" ? answer.retref : nil
        }
        guard let done = (try? JSONDecoder().decode(Stitch.self, from: data))?.data["done"] else { return nil }
        return done.state?.__typename ?? "TransactionSuccess" == "TransactionSuccess" ? done.id : nil
    }
}
