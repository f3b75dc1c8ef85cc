import Foundation
import HTTPContract
import Identifiers
import Payments
import Testing
import Webhooks

@testable import Stitch

@Suite("Webhooks of Stitch's clients")
struct StitchWebhookTests {
    private static let add = """
        mutation($url: URL!, $types: [String!]!) {
          clientWebhookAdd(input: {url: $url, filterTypes: $types}) { url filterTypes secret id }
        }
        """
    private static let list = "{ client { webhookEndpoints { filterTypes id url } } }"
    private static let delete = "mutation($id: ID!) { clientWebhookDelete(input: {id: $id}) { id } }"
    private static let url = "http://127.0.0.1:9/hook"

    private static func subscribing(_ types: String..., url: String = url) -> JSONValue {
        ["url": .string(url), "types": .array(types.map { .string($0) })]
    }

    // MARK: Subscribing

    @Test("A webhook is added with a secret, listed without it, and removed")
    func wholeLife() async throws {
        let stitch = try await StitchFixture.make()
        let answer = try await stitch.ask(Self.add, Self.subscribing("transaction", "payment", "refund"))
        let added = try #require(answer["data"]?["clientWebhookAdd"], "\(answer.jsonText)")
        let types: JSONValue = .array(["transaction", "refund", "payment"])
        #expect(added["url"] == .string(Self.url) && added["filterTypes"] == types)
        let secret = try #require(added["secret"]?.text)
        #expect(secret.hasPrefix("whsec_"))
        #expect(Data(base64Encoded: String(secret.dropFirst(6)))?.count == 32)
        let id = try #require(added["id"])
        let shown: JSONValue = ["filterTypes": types, "id": id, "url": .string(Self.url)]
        #expect(try await stitch.ask(Self.list)["data"]?["client"]?["webhookEndpoints"] == .array([shown]))
        for (type, count) in [("refund", 1), ("settlement", 0)] {
            let listed = try await stitch.ask(
                "query($filter: [String!]!) { client { webhookEndpoints(filter: $filter) { id } } }",
                ["filter": .array([.string(type)])])
            let expected: JSONValue = .array(Array(repeating: ["id": id], count: count))
            #expect(listed["data"]?["client"]?["webhookEndpoints"] == expected)
        }

        let others = try await stitch.ask(Self.delete, ["id": id], as: "trial")
        #expect(others.firstMessage == "The client has no webhook with this id.")
        #expect(try await stitch.ask(Self.list, as: "trial")["data"]?["client"]?["webhookEndpoints"] == .array([]))
        #expect(try await stitch.ask(Self.delete, ["id": id])["data"]?["clientWebhookDelete"] == ["id": id])
        #expect(try await stitch.ask(Self.delete, ["id": id]).firstMessage == "The client has no webhook with this id.")
        #expect(try await stitch.ask(Self.list)["data"]?["client"]?["webhookEndpoints"] == .array([]))
        #expect(try await stitch.ask(Self.add, Self.subscribing("transaction"))["errors"] == nil, "it can come again")
    }

    @Test("An invalid webhook is refused", arguments: [
        ("http://shop.example/", "transaction", "must be an absolute https URL"),
        ("https://user@shop.example/", "transaction", "must be an absolute https URL"),
        ("https://127.0.0.1/", "transaction", "must have a host with public addresses"),
        ("https://127.0.0.1/", "transactions", #""transactions" is no filter type. The types are transaction, "#),
        ("https://127.0.0.1/", "", "\"\" is no filter type."),
    ])
    func refused(url: String, type: String, reason: String) async throws {
        let stitch = try await StitchFixture.make(webhooksGoAnywhere: false)
        let answer = try await stitch.ask(Self.add, Self.subscribing(type, url: url))
        #expect(answer.firstMessage?.contains(reason) == true, "\(answer.jsonText)")
        #expect(try await stitch.ask(Self.list)["data"]?["client"]?["webhookEndpoints"] == .array([]))
    }

    @Test("A URL gets each type once, and a client has at most five webhooks")
    func limits() async throws {
        let stitch = try await StitchFixture.make()
        let none = try await stitch.ask(Self.add, ["url": .string(Self.url), "types": .array([])])
        #expect(none.firstMessage == "The filterTypes must name at least one type of event.")
        for number in 1...5 {
            let added = try await stitch.ask(Self.add, Self.subscribing("refund", url: "\(Self.url)/\(number)"))
            #expect(added["errors"] == nil)
        }
        let sixth = try await stitch.ask(Self.add, Self.subscribing("refund"))
        #expect(sixth.firstMessage == "The client has 5 webhooks, which is the limit.")
        let trial = try await stitch.ask(Self.add, Self.subscribing("refund"), as: "trial")
        #expect(trial["errors"] == nil, "each client has its own limit")
        let again = try await stitch.ask(Self.add, Self.subscribing("transaction", "refund"), as: "trial")
        #expect(again.firstMessage == "A webhook at this url has one of these filterTypes already.")
    }

    // MARK: Events

    @Test("A transaction that ends, and its refund, have events with wallet, reference and external reference")
    func events() async throws {
        let stitch = try await StitchFixture.make()
        _ = try await stitch.ask(Self.add, Self.subscribing("transaction", "refund"))
        let transaction = try await stitch.pay("12.34", token: stitch.appleToken(1234))
        let id = try #require(transaction["id"]?.text)
        _ = try await stitch.ask(Self.refund, ["id": .string(id)])

        let (told, refunded) = try await stitch.toldTwice()
        #expect(told["type"] == "transaction" && refunded["type"] == "refund")
        let node = try #require(told["data"]?["client"]?["transactions"]?["node"])
        #expect(node["__typename"] == "ApplePayTransaction" && node["id"] == .string(id))
        #expect(node["amount"] == ["quantity": .number("12.34"), "currency": "ZAR"])
        #expect(node["state"] == ["__typename": "TransactionSuccess", "date": "2026-03-15T12:00:00Z"])
        #expect(node["externalReference"] == "order-7" && node["nonce"] == "n1")
        #expect(node["metadata"] == ["a": .number("1")])
        #expect(node["retrievalReferenceNumber"] == transaction["retrievalReferenceNumber"])
        let refund = try #require(refunded["data"]?["client"]?["refunds"]?["node"])
        #expect(refund["__typename"] == "WalletRefundTransaction" && refund["nonce"] == "r1")
        #expect(refund["amount"] == ["quantity": .number("2.00"), "currency": "ZAR"])
        #expect(refund["originalTransaction"]?["id"] == .string(id))
        #expect(refund["originalTransaction"]?["externalReference"] == "order-7")
    }

    @Test("A failed transaction has an event with its reason, for subscribers to transactions")
    func failure() async throws {
        let stitch = try await StitchFixture.make()
        _ = try await stitch.ask(Self.add, Self.subscribing("refund", "settlement"))
        _ = try await stitch.ask(Self.add, Self.subscribing("transaction", url: Self.url + "/2"))
        _ = try await stitch.pay("50.01", token: stitch.appleToken(5001))
        let told = try await stitch.told()
        #expect(told.map(\.reason) == ["insufficientFunds"])
        let state = told.first?["data"]?["client"]?["transactions"]?["node"]?["state"]
        #expect(state?["__typename"] == "TransactionFailure")
    }

    @Test("A transaction that waits for its customer has an event when it ends")
    func pending() async throws {
        let stitch = try await StitchFixture.make()
        _ = try await stitch.ask(Self.add, Self.subscribing("transaction"))
        let waiting = try await stitch.pay("12.34", token: stitch.appleToken(1234), ["requireSecure3d": .boolean(true)])
        #expect(waiting["state"]?["__typename"] == "TransactionPending")
        #expect(try await stitch.told() == [])
        let id = try #require(waiting["id"]?.text.flatMap { PaymentID($0) })
        _ = try await stitch.payments.cancelAuthentication(of: id)
        #expect(try await stitch.told().map(\.reason) == ["secure3dNotCompleted"])
    }

    @Test("Only a test client gets the events of its transactions")
    func testClient() async throws {
        let stitch = try await StitchFixture.make()
        _ = try await stitch.ask(Self.add, Self.subscribing("transaction"))
        _ = try await stitch.pay("1.01", token: "J2V4YW1wbGVQYXltZW50TWV0aG9kVG9rZW4n", as: "trial")
        #expect(try await stitch.told() == [])
        _ = try await stitch.ask(Self.add, Self.subscribing("transaction", url: Self.url + "/2"), as: "trial")
        _ = try await stitch.pay("4.04", "n2", token: "J2V4YW1wbGVQYXltZW50TWV0aG9kVG9rZW4n", as: "trial")
        #expect(try await stitch.told().map(\.reason) == ["authorizationFailed"])
    }

    private static let refund = """
        mutation($id: ID!) {
          refundTransactionInitiate(input: {originalPaymentId: $id, refundInput: {
            amount: {quantity: 2, currency: "ZAR"}, reason: requested_by_user, nonce: "r1"
          }}) { id }
        }
        """
}

extension StitchFixture {
    fileprivate func pay(
        _ quantity: String, _ nonce: String = "n1", token: String, _ method: JSONValue = [:], as client: String = "shop"
    ) async throws -> JSONValue {
        let answer = try await ask(
            """
            mutation($input: TransactionInitiateInput!) {
              initiateTransaction(input: $input) { id retrievalReferenceNumber state { __typename } }
            }
            """,
            [
                "input": [
                    "amount": ["quantity": .number(quantity), "currency": "ZAR"], "nonce": .string(nonce),
                    "token": .string(token), "paymentMethods": ["applePay": method], "externalReference": "order-7",
                    "metadata": ["a": .number("1")],
                ]
            ], as: client)
        return try #require(answer["data"]?["initiateTransaction"], "\(answer.jsonText)")
    }

    /// The bodies of the events that wait for all subscriptions, in order. Marks these events as delivered.
    fileprivate func told() async throws -> [JSONValue] {
        var bodies: [JSONValue] = []
        for due in try await webhooks.due() {
            while let webhook = try await webhooks.claim(for: due.subscription) {
                #expect(webhook.dialect is SvixDialect)
                bodies.append(try JSONValue(parsing: webhook.body))
                _ = try await webhooks.record(WebhookAttempt(.delivered, milliseconds: 1), of: webhook)
            }
        }
        return bodies
    }

    fileprivate func toldTwice() async throws -> (JSONValue, JSONValue) {
        let bodies = try await told()
        let isInOrder = bodies.first?["type"] == "transaction"
        try #require(bodies.count == 2)
        return isInOrder ? (bodies[0], bodies[1]) : (bodies[1], bodies[0])
    }
}

extension JSONValue {
    /// The reason for the failure of the body's transaction.
    fileprivate var reason: String? { self["data"]?["client"]?["transactions"]?["node"]?["state"]?["reason"]?.text }
}
