import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The transcript of payments at gateways")
struct GatewayTranscriptTests {
    private struct Payment: Decodable {
        let retref: String
    }

    private struct Initiated: Decodable {
        struct Answer: Decodable { let initiateTransaction: Transaction }
        struct Transaction: Decodable { let id: String }
        let data: Answer
    }

    @Test("A shop is paid at four gateways, the days are cleared, and money is refunded")
    func story() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let story = Transcript(
                """
                A shop is paid at CardPointe, Stitch, Dintero and MoneyHash. The days are cleared, and money goes back.
                """, at: service)
            let payment = try await atCardPointe(story, shop, service)
            try await refundAtCardPointe(payment, story, shop, service)
            try await atStitch(story, shop, service)
            try await atDintero(story, shop, service)
            try await atMoneyHash(story, shop, service)
            try story.expectGolden("gateways.http")
        }
    }

    private func atCardPointe(_ story: Transcript, _ shop: Shop, _ service: LiveService) async throws -> String {
        let rest = "/cardpointe/cardconnect/rest"
        try await story.ask(
            "CardPointe: what the merchant has agreed", "GET", "\(rest)/inquireMerchant/\(shop.id)",
            headers: [shop.basic], on: .merchants)
        let paid: Payment = try await story.ask(
            "A card is charged, and the money is held", "PUT", "\(rest)/auth", shop.authorization(of: "12.34"),
            headers: [shop.basic], on: .merchants
        ).decoded(expecting: 200)
        let reference = #"{"merchid":"\#(shop.id)","retref":"\#(paid.retref)"}"#
        try await story.ask(
            "The shop sends the goods and captures the payment", "PUT", "\(rest)/capture", reference,
            headers: [shop.basic], on: .merchants)
        try await story.ask(
            "What is not settled yet cannot be refunded", "PUT", "\(rest)/refund", reference, headers: [shop.basic],
            on: .merchants)
        try await story.ask(
            "An issuer's refusal: there is not so much money", "PUT", "\(rest)/auth",
            shop.authorization(of: "90.00", order: "order-2"), headers: [shop.basic], on: .merchants)
        try await story.ask(
            "The test environment answers this amount with the code of its last three digits", "PUT", "\(rest)/auth",
            shop.authorization(of: "1054.00", order: "order-3"), headers: [shop.basic], on: .merchants)
        return paid.retref
    }

    private func refundAtCardPointe(
        _ reference: String, _ story: Transcript, _ shop: Shop, _ service: LiveService
    ) async throws {
        let rest = "/cardpointe/cardconnect/rest"
        try await story.ask(
            "A day passes, and the capture is cleared", "PUT", "/sandbox/clock", #"{"advanceSeconds":86400}"#,
            on: .sandbox)
        try await story.ask(
            "The gateway says that the payment is settled", "GET", "\(rest)/inquire/\(reference)/\(shop.id)",
            headers: [shop.basic], on: .merchants)
        let part = #"{"merchid":"\#(shop.id)","retref":"\#(reference)","amount":"2.34"}"#
        try await story.ask(
            "A part is refunded", "PUT", "\(rest)/refund", part, headers: [shop.basic], on: .merchants)
        try await service.advance(seconds: 86_400)
        let customer = try await story.customerToken(of: .ivana)
        try await story.ask(
            "Another day later the customer has 40.00 EUR", "GET", "/digitalwallets/v1/profile?include=ACCOUNTS",
            token: customer)
    }

    private func atStitch(_ story: Transcript, _ shop: Shop, _ service: LiveService) async throws {
        let cards = try await service.cards(of: .ivana)
        let pixel = try await RemotePhone("PIXEL", at: service)
        let token = try #require(try await pixel.push(shop.card, of: cards).push.token)
        let given: PhonePaymentTests.Payment = try await pixel.pay(token, #"{"amount":1000,"currencyCode":"EUR"}"#)
            .decoded(expecting: 201)
        let bearer = try await shop.stitchToken()
        let variables: JSONValue = [
            "input": [
                "amount": ["quantity": .number("10.00"), "currency": "EUR"], "nonce": "nonce-1",
                "externalReference": "order-4",
                "paymentMethods": [
                    "googlePay": [
                        "primaryAccountNumber": .string(given.dpan),
                        "expirationYear": .number(String(given.expiry.year)),
                        "expirationMonth": .number(String(given.expiry.month)),
                        "cryptogram": .string(given.cryptogram), "eciIndicator": .string(given.eci ?? ""),
                    ]
                ],
            ]
        ]
        let initiate = """
            mutation($input: TransactionInitiateInput!) { initiateTransaction(input: $input) \
            { __typename id amount state { __typename } retrievalReferenceNumber \
            ... on GooglePayTransaction { card { last4 network } } } }
            """
        func ask(_ says: String, _ query: String, _ variables: JSONValue) async throws -> RawAnswer {
            let body: JSONValue = ["query": .string(query), "variables": variables]
            return try await story.ask(
                says, "POST", "/stitch/graphql", token: bearer, body.jsonText, on: .merchants)
        }
        let made: Initiated = try await ask(
            "Stitch: a Pixel pays in an app, and the merchant has opened the wallet's token", initiate, variables
        ).decoded(expecting: 200)
        _ = try await ask("The nonce of a transaction is used once", initiate, variables)
        let id = made.data.initiateTransaction.id
        _ = try await ask(
            "The merchant refunds a part",
            """
            mutation($input: RefundTransactionInitiateInput!) { refundTransactionInitiate(input: $input) \
            { __typename ... on WalletRefundTransaction { id amount reason } } }
            """,
            [
                "input": [
                    "originalPaymentId": .string(id),
                    "refundInput": [
                        "amount": ["quantity": .number("4.00"), "currency": "EUR"], "reason": "requested_by_user",
                        "nonce": "refund-1",
                    ],
                ]
            ])
        _ = try await ask(
            "The transaction with its refund",
            "query($id: ID!) { node(id: $id) { ... on PaymentTransaction { id amount state { __typename } } "
                + "... on GooglePayTransaction { refunds { id amount } } } }",
            ["id": .string(id)])
        try await service.advance(seconds: 86_400)
        let customer = try await service.token(of: .ivana)
        try await story.ask(
            "A day later the customer has 34.00 EUR", "GET", "/digitalwallets/v1/profile?include=ACCOUNTS",
            token: customer)
    }
}
