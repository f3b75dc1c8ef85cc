import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import SimulatedWallets
import Testing
import TestSupport

/// The part of the transcript of gateways in which an app pays through Dintero.
extension GatewayTranscriptTests {
    private struct Token: Decodable { let access_token: String }
    private struct Session: Decodable { let id: String }
    private struct Submitted: Decodable { let transaction_id: String }
    private struct Paid: Decodable { let redirect_url: String }

    private struct Operations: Decodable {
        struct Operation: Decodable { let href: String }

        let operations: [Operation]
    }

    func atDintero(_ story: Transcript, _ shop: Shop, _ service: LiveService) async throws {
        let login = shop.credentials["dintero"] ?? [:]
        let account = "/v1/accounts/\(login["account_id"] ?? "")"
        let client = Data("\(login["client_id"] ?? ""):\(login["client_secret"] ?? "")".utf8).base64EncodedString()
        let token: Token = try await story.ask(
            "Dintero: the merchant's server gets a token of its account", "POST", "/dintero\(account)/auth/token",
            #"{"grant_type":"client_credentials","audience":"https://api.dintero.com\#(account)"}"#,
            headers: [("Authorization", "Basic \(client)")], on: .merchants
        ).decoded(expecting: 200)
        let session: Session = try await story.ask(
            "It makes a session for its app", "POST", "/dintero/v1/sessions", token: token.access_token,
            """
            {"url":{"return_url":"yourapp://redirect?initial_recipient=merchant"},"order":{"amount":1000,\
            "currency":"EUR","merchant_reference":"order-5","items":[{"id":"chair","line_id":"1","amount":1000}]},\
            "configuration":{"channel":"in_app","dintero_psp":{"applepay":{"enabled":true}}}}
            """, on: .merchants
        ).decoded(expecting: 200)
        let transaction = try await payInApp(session.id, story, shop, service)
        try await story.ask(
            "The server captures a part", "POST", "/dintero/v1/transactions/\(transaction)/capture",
            token: token.access_token, #"{"amount":600,"capture_reference":"shipment-1","final":true}"#, on: .merchants)
        try await story.ask(
            "More cannot be refunded", "POST", "/dintero/v1/transactions/\(transaction)/refund",
            token: token.access_token, #"{"amount":601}"#, on: .merchants)
        try await service.advance(seconds: 86_400)
        let customer = try await service.token(of: .ivana)
        try await story.ask(
            "A day later the customer has 28.00 EUR", "GET", "/digitalwallets/v1/profile?include=ACCOUNTS",
            token: customer)
    }

    /// - Returns: the transaction.
    private func payInApp(
        _ session: String, _ story: Transcript, _ shop: Shop, _ service: LiveService
    ) async throws -> String {
        try await story.ask(
            "The app shows the session", "GET", "/dintero/v1/view/\(session)/session", on: .merchants)
        let operations: Operations = try await story.ask(
            "It asks where it sends what the wallet gives", "POST",
            "/dintero/v1/view/\(session)/payments/dintero_psp.applepay?force_new=true", on: .merchants
        ).decoded(expecting: 200)
        let url = try #require(operations.operations.first.flatMap { URLComponents(string: $0.href) })
        let access = try #require(url.queryItems?.first?.value)
        let data = try await paymentData(shop, at: "dintero", service, seed: 5)
        let event: JSONValue = ["payment": ["token": ["paymentData": data]]]
        let body: JSONValue = ["payment_data": .string(event.jsonText), "reference": "01249a0e-18d9-4b8e"]
        // A wallet's signatures differ in every run, so the transcript does not have them.
        let submitted: Submitted = try await service.ask(
            "POST", url.path, body.jsonText, headers: [("Authorization", access)], on: .merchants
        ).decoded(expecting: 200)
        let payment: JSONValue = [
            "payment_product_type": "dintero_psp.applepay", "psp_transaction_id": .string(submitted.transaction_id),
        ]
        let path = "/dintero/v1/sessions/\(session)/pay"
        let paid: Paid = try await story.ask(
            "It has submitted the token of Apple Pay, and pays", "POST", path, payment.jsonText, on: .merchants
        ).decoded(expecting: 200)
        try await story.ask("A session is paid once", "POST", path, payment.jsonText, on: .merchants)
        let parameters = URLComponents(string: paid.redirect_url)?.queryItems ?? []
        return try #require(parameters.first { $0.name == "transaction_id" }?.value)
    }

    /// The PaymentData that an iPhone's wallet seals for a payment.
    ///
    /// - Parameter seed: another one for each payment.
    func paymentData(
        _ shop: Shop, at gateway: String, _ service: LiveService, seed: UInt64
    ) async throws -> JSONValue {
        struct Merchant: Decodable {
            struct Gateway: Decodable {
                let name: String
                let keys: [Key]
            }

            struct Key: Decodable {
                let publicKey: String
                let walletId: String?
            }

            let gateways: [Gateway]
        }
        let phone = try await RemotePhone("PIXEL", at: service)
        let token = try #require(try await phone.push(shop.card, of: service.cards(of: .ivana)).push.token)
        let made: PhonePaymentTests.Payment = try await phone.pay(token, #"{"amount":1000,"currencyCode":"EUR"}"#)
            .decoded(expecting: 201)
        let known: Merchant = try await service.sandbox("GET", "/merchants/\(shop.id)").decoded(expecting: 200)
        let key = try #require(known.gateways.first { $0.name == gateway }?.keys.first)
        let lines = key.publicKey.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let spki = try #require(Data(base64Encoded: lines))
        let cryptogram = try #require(Data(base64Encoded: made.cryptogram))
        let (number, bytes) = (try #require(PAN(made.dpan)), try #require(PaymentCryptogram(Array(cryptogram))))
        let payment = try #require(
            WalletPayment(
                of: .init(minorUnits: 1000, currencyCode: "EUR", currencyDigits: "978"), dpan: number,
                expiryMonth: made.expiry.month, expiryYear: made.expiry.year, cryptogram: bytes,
                indicator: made.eci ?? "", cardLastFour: "0000"))
        let text = try payment.token(
            for: .apple(.ellipticCurve(publicKeySPKI: Array(spki), merchantID: key.walletId ?? "")),
            at: service.fixture.issuing.clock.now(), using: .seeded(seed))
        return try JSONValue(parsing: Array(text.utf8))
    }
}
