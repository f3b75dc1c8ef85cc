import HTTPContract
import HTTPService
import HTTPTypes
import Testing

@testable import Stitch

@Suite("Fields of Stitch's transactions and refunds")
struct TransactionFieldTests {
    private static let card = """
        ... on ApplePayTransaction {
          card { id bin first6 last4 expiryYear expiryMonth network cardHolderName clientId fingerprint }
          bin last4 maskedPan network eci secure3d { decision decisionReason } retrievalReferenceNumber metadata
          originalTransaction { id } interactionUrl
        }
        """

    @Test("The card of a transaction is shown without its number")
    func card() async throws {
        let stitch = try await StitchFixture.make()
        let made = try await stitch.pay(
            "12.34", minorUnits: 1234, selecting: Self.card, [:], [("metadata", ["order": 7])])
        let card = try #require(made["card"])
        #expect(card["bin"] == "489537" && card["first6"] == "489537" && card["network"] == "visa")
        #expect(card["expiryYear"] == 2029 && card["expiryMonth"] == 12 && card["cardHolderName"] == .null)
        let lastFour = try #require(card["last4"]?.text)
        #expect(made["last4"]?.text == lastFour && made["maskedPan"]?.text == "489537******\(lastFour)")
        #expect(made["eci"] == "07" && made["secure3d"] == .null && made["originalTransaction"] == .null)
        #expect(made["metadata"] == ["order": 7] && made["interactionUrl"] == .null)
        #expect(made["retrievalReferenceNumber"]?.text?.utf8.count == 12)
        #expect(card["fingerprint"]?.text?.contains(lastFour) == false)
    }

    @Test("A transaction says who requested 3-D Secure")
    func secure3d() async throws {
        let stitch = try await StitchFixture.make()
        let field = "... on ApplePayTransaction { secure3d { decision decisionReason } }"
        let asked = try await stitch.pay("1", minorUnits: 100, selecting: field, ["requireSecure3d": true])
        #expect(asked["secure3d"] == ["decision": "required", "decisionReason": "clientSpecified"])
        let merchant = try #require(StitchFixture.shop)
        let strict = try #require(
            StitchClient(
                id: "shop", merchant: merchant, scopes: [.transactionInitiate, .refund], requiresSecure3d: true))
        try await stitch.clients.set(strict, secret: StitchFixture.secret)
        let agreed = try await stitch.pay("2", minorUnits: 200, selecting: field)
        #expect(agreed["secure3d"] == ["decision": "required", "decisionReason": "ruleApplied"])
    }

    @Test("A refund keeps the merchant's data, and is found by its id and with its transaction")
    func refunds() async throws {
        let stitch = try await StitchFixture.make()
        let id = try #require(try await stitch.pay("12.34", minorUnits: 1234)["id"]?.text)
        let fields = """
            amount nonce externalReference metadata retrievalReferenceNumber interactionUrl originalTransaction { id }
            ... on WalletRefundTransaction { reason initiator state { __typename } }
            """
        let input: JSONValue = [
            "input": [
                "originalPaymentId": .string(id),
                "refundInput": [
                    "amount": ["quantity": 10, "currency": "ZAR"], "reason": "cancelled_payment", "nonce": "r1",
                    "externalReference": "return-7", "metadata": ["shelf": "B"],
                ],
            ]
        ]
        let answer = try await stitch.ask(
            "mutation($input: RefundTransactionInitiateInput!) "
                + "{ refundTransactionInitiate(input: $input) { id __typename \(fields) } }", input)
        let refund = try #require(answer["data"]?["refundTransactionInitiate"], "\(answer.jsonText)")
        #expect(refund["__typename"] == "WalletRefundTransaction" && refund["reason"] == "cancelled_payment")
        #expect(refund["externalReference"] == "return-7" && refund["metadata"] == ["shelf": "B"])
        #expect(refund["originalTransaction"] == ["id": .string(id)] && refund["nonce"] == "r1")

        let found = try await stitch.node(
            try #require(refund["id"]?.text), "__typename ... on PaymentTransaction { \(fields) }")
        #expect(found == refund)
        let listed = try await stitch.node(id, "... on ApplePayTransaction { refunds { id reason } }")
        #expect(listed["refunds"] == .array([["id": refund["id"] ?? .null, "reason": "cancelled_payment"]]))
    }

    @Test("An unknown id finds no transaction", arguments: ["", "x", "-1", "-", "9-9"])
    func unknownIDs(_ suffix: String) async throws {
        let stitch = try await StitchFixture.make()
        let id = try #require(try await stitch.pay("1", minorUnits: 100)["id"]?.text)
        for unknown in [suffix, "\(id)-\(suffix)", "\(id)-1"] {
            #expect(try await stitch.node(unknown, "") == .null, "\(unknown)")
        }
    }

    @Test("Customers authenticate at Stitch's host, or below the address that the merchant uses")
    func interactionURL() async throws {
        let stitch = try await StitchFixture.make()
        let byHost = try await stitch.pay("1", minorUnits: 100, selecting: "interactionUrl", ["requireSecure3d": true])
        let id = try #require(byHost["id"]?.text)
        #expect(byHost["interactionUrl"]?.text == "https://3ds.stitch.money/\(id)")
        let form = FormText.encode([("redirect_uri", "https://shop.example/done")])
        #expect(try await stitch.send(.get, "/\(id)?\(form)", to: "3ds.stitch.money").status == .ok)
        #expect(try await stitch.send(.get, "/3ds/\(id)?\(form)", to: "3ds.stitch.money").status == .notFound)
        let query = "query($id: ID!) { node(id: $id) { ... on PaymentTransaction { interactionUrl } } }"
        let byPath = try await stitch.ask(
            query, ["id": .string(id)], to: "127.0.0.1:8082", below: "/tenants/a/stitch")
        #expect(
            byPath["data"]?["node"]?["interactionUrl"]?.text
                == "https://127.0.0.1:8082/tenants/a/stitch/3ds/\(id)")
    }
}
