import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

/// A merchant with a customer, whose card pays through gateways over HTTP.
struct Shop {
    private struct Made: Decodable {
        struct Gateway: Decodable {
            let name, path: String
            let credentials: [Credential]
        }

        struct Credential: Decodable {
            let name, value: String
        }

        let merchantId: String
        let gateways: [Gateway]
    }

    let service: LiveService
    let id: String
    let card: CardBody
    let plastic: PlasticBody
    /// The credentials by gateway and name.
    let credentials: [String: [String: String]]
    /// The prefix of each gateway's paths.
    let paths: [String: String]

    /// Makes the merchant, and gives Ivana a card and 50.00 EUR.
    init(at service: LiveService) async throws {
        self.service = service
        let made: Made = try await service.sandbox("POST", "/merchants", "{}").decoded(expecting: 201)
        id = made.merchantId
        credentials = Dictionary(uniqueKeysWithValues: made.gateways.map { gateway in
            (gateway.name, Dictionary(uniqueKeysWithValues: gateway.credentials.map { ($0.name, $0.value) }))
        })
        paths = Dictionary(uniqueKeysWithValues: made.gateways.map { ($0.name, $0.path) })
        card = try await service.cards(of: .ivana).create(.virtual)
        plastic = try await service.plastic(of: card)
        let load = #"{"amount":5000,"currencyCode":"EUR"}"#
        #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
    }

    // MARK: - CardPointe

    var basic: (name: String, value: String) {
        let login = credentials["cardpointe"] ?? [:]
        let text = "\(login["username"] ?? ""):\(login["password"] ?? "")"
        return ("Authorization", "Basic \(Data(text.utf8).base64EncodedString())")
    }

    func cardPointe(_ method: String, _ path: String, _ body: String = "") async throws -> RawAnswer {
        try await service.ask(method, "/cardpointe" + path, body, headers: [basic], on: .merchants)
    }

    /// An authorization with the number of the card.
    func authorization(of amount: String, order: String = "order-1", capture: String = "N") -> String {
        let (month, year) = (plastic.expiry.month, plastic.expiry.year)
        let expiry = String(100 + month).suffix(2) + String(year).suffix(2)
        return """
            {"merchid":"\(id)","account":"\(plastic.pan)","expiry":"\(expiry)","cvv2":"\(plastic.cvv)",\
            "amount":"\(amount)","orderid":"\(order)","capture":"\(capture)"}
            """
    }

    @discardableResult
    func authorize(_ amount: String, order: String = "order-1", capture: String = "N") async throws -> Authorized {
        let body = authorization(of: amount, order: order, capture: capture)
        return try await cardPointe("PUT", "/cardconnect/rest/auth", body).decoded(expecting: 200)
    }

    struct Authorized: Decodable {
        let respproc, respcode: String
        let retref: String?

        var code: String { "\(respproc) \(respcode)" }
    }

    // MARK: - Stitch

    /// A client token.
    func stitchToken() async throws -> String {
        struct Token: Decodable { let access_token: String }
        let client = credentials["stitch"] ?? [:]
        let form = FormText.encode([
            ("grant_type", "client_credentials"), ("client_id", client["client_id"] ?? ""),
            ("client_secret", client["client_secret"] ?? ""), ("scope", "transaction_initiate client_refund"),
            ("audience", "https://secure.stitch.money/connect/token"),
        ])
        let answer = try await service.ask(
            "POST", "/stitch/connect/token", form, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            on: .merchants)
        return try answer.decoded(as: Token.self, expecting: 200).access_token
    }

    func graphQL(_ query: String, _ variables: JSONValue = [:], token: String) async throws -> RawAnswer {
        let body: JSONValue = ["query": .string(query), "variables": variables]
        return try await service.ask("POST", "/stitch/graphql", token: token, body.jsonText, on: .merchants)
    }

    /// A payment whose wallet's token the merchant has opened itself.
    func transaction(of quantity: String, nonce: String, cryptogram: String) -> JSONValue {
        let (month, year) = (plastic.expiry.month, plastic.expiry.year)
        return [
            "input": [
                "amount": ["quantity": .number(quantity), "currency": "EUR"], "nonce": .string(nonce),
                "externalReference": "order-7",
                "paymentMethods": [
                    "googlePay": [
                        "primaryAccountNumber": .string(plastic.pan), "expirationYear": .number(String(year)),
                        "expirationMonth": .number(String(month)), "cryptogram": .string(cryptogram),
                        "eciIndicator": "05",
                    ]
                ],
            ]
        ]
    }

    static let initiate = """
        mutation($input: TransactionInitiateInput!) {
          initiateTransaction(input: $input) { __typename id state { ... on TransactionFailure { reason } } }
        }
        """

    // MARK: - The customer

    /// The amount in cents.
    func available() async throws -> Int { try await balance(\.availableBalance) }

    func posted() async throws -> Int { try await balance(\.totalBalance) }

    /// Uses a new token, because a test moves the clock.
    private func balance(_ member: KeyPath<AccountBody, Int>) async throws -> Int {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        let profile = try await service.cards(of: .ivana).profile(query)
        return try #require(profile.accounts?.first)[keyPath: member]
    }
}
