import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Payment tokens that phones give to merchants' apps")
struct SealedPaymentTests {
    private struct Sealed {
        let wallet: String?
        /// The form that gateways accept: the wallet's JSON in Base64.
        let base64: JSONValue

        struct NoObject: Error {}

        init(_ answer: RawAnswer) throws {
            #expect(answer.status == 201, "\(answer.text)")
            guard case .object(let body) = try JSONValue(parsing: answer.body) else { throw NoObject() }
            wallet = if case .string(let name)? = body["wallet"] { name } else { nil }
            base64 = .string(Data(try #require(body["paymentData"]).jsonBytes).base64EncodedString())
        }
    }

    @Test("Stitch opens the token of each phone, and charges it once", arguments: [
        ("IPHONE", "APPLE", "applePay"), ("PIXEL", "GOOGLE", "googlePay"), ("GALAXY", "SAMSUNG", "samsungPay"),
    ])
    func stitch(kind: String, wallet: String, method: String) async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let (phone, token) = try await shop.phone(kind)
            let sealed = try Sealed(await phone.seal(token, for: shop.id, at: "stitch"))
            #expect(sealed.wallet == wallet)
            let client = try await shop.stitchToken()
            func charge(_ nonce: String) async throws -> RawAnswer {
                let input: JSONValue = [
                    "input": [
                        "amount": ["quantity": .number("12.34"), "currency": "EUR"], "nonce": .string(nonce),
                        "externalReference": .string(nonce), "token": sealed.base64,
                        "paymentMethods": .object(JSONObject([(method, .object(JSONObject()))])),
                    ]
                ]
                return try await shop.graphQL(Shop.initiate, input, token: client)
            }
            let before = try await shop.available()
            let first = try await charge("n-1")
            #expect(first.text.contains(#""__typename":"#) && !first.text.contains("errors"), "\(first.text)")
            #expect(try await shop.available() == before - 1234)
            #expect(try await charge("n-2").text.contains("errors"))
            #expect(try await shop.available() == before - 1234)
        }
    }

    @Test("MoneyHash accepts the token as a receipt", arguments: [("IPHONE", "APPLE_PAY"), ("PIXEL", "GOOGLE_PAY")])
    func moneyHash(kind: String, method: String) async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let (phone, token) = try await shop.phone(kind)
            let key = ("X-Api-Key", try #require(shop.credentials["moneyhash"]?["api_key"]))
            func ask(_ path: String, _ body: String) async throws -> RawAnswer {
                try await service.ask("POST", "/moneyhash/api/v1.1" + path, body, headers: [key], on: .merchants)
            }
            struct Made: Decodable {
                struct Intent: Decodable { let id: String }
                let data: Intent
            }
            let made = try await ask(
                "/payments/intent/",
                #"{"amount":12.34,"amount_currency":"EUR","operation":"purchase","use_direct_api":true}"#)
            let intent = try made.decoded(as: Made.self).data.id
            _ = try await ask(
                "/external/payments/intents/\(intent)/update-method/", #"{"payment_method":"\#(method)"}"#)
            let sealed = try Sealed(await phone.seal(token, for: shop.id, at: "moneyhash"))
            let receipt: JSONValue = ["receipt": sealed.base64]
            let paid = try await ask("/payments/intent/\(intent)/receipt/", receipt.jsonText)
            #expect(paid.text.contains("INTENT_PROCESSED"), "\(paid.text)")
        }
    }

    @Test("An impossible payment is refused, and uses no counter of the phone")
    func refusals() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let (phone, token) = try await shop.phone("GALAXY")
            let empty = try await phone.seal(token, "{}")
            #expect(empty.status == 400)
            for field in ["merchantId", "gateway", "amount", "currencyCode"] {
                #expect(empty.text.contains(#""field":"\#(field)""#), "\(empty.text)")
            }
            let wrong = try await phone.seal(
                token, #"{"merchantId":"1","gateway":"stich","amount":1,"currencyCode":"EUX"}"#)
            #expect(wrong.status == 400 && wrong.text.contains("stitch") && wrong.text.contains("ISO 4217"))
            let unknown = try await phone.seal(token, for: "1", at: "stitch")
            #expect(unknown.status == 404 && unknown.text.contains("There is no such merchant"))
            let elsewhere = try await phone.seal(token, for: shop.id, at: "dintero")
            #expect(elsewhere.status == 403 && elsewhere.text.contains("at dintero, which takes: APPLE"))
            let stranger = try await RemotePhone("GALAXY", at: service)
            #expect(try await stranger.seal(token, for: shop.id, at: "stitch").status == 404)
            struct Paid: Decodable { let counter: Int }
            let paid: Paid = try await phone.pay(token, #"{"amount":1,"currencyCode":"EUR"}"#).decoded(expecting: 201)
            #expect(paid.counter == 1)
            #expect(try await phone.happens("DELETE", to: token).status == 200)
            let deleted = try await phone.seal(token, for: shop.id, at: "stitch")
            #expect(deleted.status == 409 && deleted.text.contains("TAP_AND_PAY_INVALID_TOKEN_STATE"))
        }
    }
}

extension Shop {
    /// A phone of the customer, with the card in its wallet.
    fileprivate func phone(_ kind: String) async throws -> (phone: RemotePhone, token: RemotePhone.Token) {
        let phone = try await RemotePhone(kind, at: service)
        let begun: RemotePhone.Token = try await phone.begin(card).decoded(expecting: 201)
        let token: RemotePhone.Token = try await phone.verify(begun, phone.code(for: begun)).decoded(expecting: 200)
        return (phone, token)
    }
}

extension RemotePhone {
    fileprivate func seal(_ token: Token, for merchant: String, at gateway: String) async throws -> RawAnswer {
        try await seal(
            token, #"{"merchantId":"\#(merchant)","gateway":"\#(gateway)","amount":1234,"currencyCode":"EUR"}"#)
    }

    fileprivate func seal(_ token: Token, _ body: String) async throws -> RawAnswer {
        try await ask("POST", "/tokens/\(token.issuerTokenId)/payments", body)
    }
}
