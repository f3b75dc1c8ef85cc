import HTTPContract
import HTTPService
import HTTPTypes
import Testing

@testable import Stitch

@Suite("Transactions through Stitch's API")
struct StitchTransactionTests {
    private static let initiate = """
        mutation($input: TransactionInitiateInput!) {
          initiateTransaction(input: $input) {
            __typename id amount nonce interactionUrl
            state {
              __typename
              ... on TransactionSuccess { date }
              ... on TransactionFailure { reason }
              ... on TransactionPending { reason }
            }
          }
        }
        """
    private static let refund = """
        mutation($input: RefundTransactionInitiateInput!) {
          refundTransactionInitiate(input: $input) { id amount nonce state { __typename } }
        }
        """

    private static func input(
        _ quantity: String, _ nonce: String, token: String, _ method: JSONValue = [:]
    ) -> JSONValue {
        [
            "input": [
                "amount": ["quantity": .number(quantity), "currency": "ZAR"], "nonce": .string(nonce),
                "token": .string(token), "paymentMethods": ["applePay": method], "externalReference": "order-7",
            ]
        ]
    }

    private static func refunding(_ id: String, _ quantity: String, _ nonce: String) -> JSONValue {
        [
            "input": [
                "originalPaymentId": .string(id),
                "refundInput": [
                    "amount": ["quantity": .number(quantity), "currency": "ZAR"], "reason": "requested_by_user",
                    "nonce": .string(nonce),
                ],
            ]
        ]
    }

    @Test("A payment with Apple Pay succeeds, is found, and is refunded up to its amount")
    func wholeLife() async throws {
        let stitch = try await StitchFixture.make()
        let token = try await stitch.appleToken(1234)
        let answer = try await stitch.ask(Self.initiate, Self.input("12.34", "n1", token: token))
        let made = try #require(answer["data"]?["initiateTransaction"], "\(answer.jsonText)")
        #expect(made["__typename"] == "ApplePayTransaction" && made["state"]?["__typename"] == "TransactionSuccess")
        #expect(made["amount"] == ["quantity": .number("12.34"), "currency": "ZAR"])
        let id = try #require(made["id"]?.text)

        let found = try await stitch.ask(
            "query($id: ID!) { node(id: $id) { id ... on PaymentTransaction { nonce } } }", ["id": .string(id)])
        #expect(found["data"]?["node"] == ["id": .string(id), "nonce": "n1"])
        let listed = try await stitch.ask(
            #"{ client { transactions(filter: {externalReference: {eq: "order-7"}}) { edges { node { id } } } } }"#)
        #expect(listed["data"]?["client"]?["transactions"]?["edges"] == .array([["node": ["id": .string(id)]]]))

        let part = try await stitch.ask(Self.refund, Self.refunding(id, "10", "r1"))
        #expect(part["data"]?["refundTransactionInitiate"]?["state"] == ["__typename": "TransactionSuccess"])
        let tooMuch = try await stitch.ask(Self.refund, Self.refunding(id, "2.35", "r2"))
        #expect(tooMuch.firstMessage == "At most 2.34 ZAR of the payment is left to refund.")
    }

    @Test("A nonce and a token can each be used once")
    func repeats() async throws {
        let stitch = try await StitchFixture.make()
        let token = try await stitch.appleToken(100)
        _ = try await stitch.ask(Self.initiate, Self.input("1", "n1", token: token))
        let sameNonce = try await stitch.ask(Self.initiate, Self.input("1", "n1", token: token))
        #expect(sameNonce.firstMessage == "The nonce was used for another transaction of this client.")
        let sameToken = try await stitch.ask(Self.initiate, Self.input("1", "n2", token: token))
        #expect(sameToken.firstMessage?.hasPrefix("The token cannot be used: ") == true)
    }

    @Test("An issuer's refusal is a failed transaction, not an error")
    func declined() async throws {
        let stitch = try await StitchFixture.make()
        let token = try await stitch.appleToken(5001)
        let answer = try await stitch.ask(Self.initiate, Self.input("50.01", "n1", token: token))
        let expected: JSONValue = ["__typename": "TransactionFailure", "reason": "insufficientFunds"]
        #expect(answer["data"]?["initiateTransaction"]?["state"] == expected)
    }

    @Test(
        "A test client's amounts decide the results",
        arguments: [("1.01", "insufficientFunds"), ("4.04", "authorizationFailed"), ("1.02", nil)])
    func testClients(_ quantity: String, _ reason: String?) async throws {
        let stitch = try await StitchFixture.make()
        let input = Self.input(quantity, "n1", token: InitiateTransaction.testToken)
        let answer = try await stitch.ask(Self.initiate, input, as: "trial")
        #expect(answer["data"]?["initiateTransaction"]?["state"]?["reason"]?.text == reason)
        let other = try await stitch.ask(Self.initiate, input)
        #expect(other["data"] == .null && other.firstMessage != nil)
    }

    @Test("3-D Secure: the customer confirms, and goes back to an address on the client's list")
    func secure3d() async throws {
        let stitch = try await StitchFixture.make()
        let token = try await stitch.appleToken(100)
        let answer = try await stitch.ask(
            Self.initiate, Self.input("1", "n1", token: token, ["requireSecure3d": true]))
        let made = answer["data"]?["initiateTransaction"]
        let id = try #require(made?["id"]?.text)
        #expect(made?["state"] == ["__typename": "TransactionPending", "reason": "waitingFor3dSecure"])
        #expect(made?["interactionUrl"]?.text == "https://3ds.stitch.money/\(id)")
        for address in ["https://other.example", "http://shop.example/done"] {
            let form = FormText.encode([("redirect_uri", address)])
            #expect(try await stitch.send(.get, "/3ds/\(id)?\(form)").status == .badRequest)
        }
        let form = FormText.encode([("redirect_uri", "https://shop.example/done")])
        #expect(try await stitch.send(.get, "/3ds/\(id)?\(form)").status == .ok)
        let confirmed = try await stitch.form(
            "/3ds/\(id)",
            [("redirect_uri", "https://shop.example/done"), ("answer", "code"), ("code", "123 456")])
        #expect(confirmed.status == .seeOther)
        #expect(confirmed.headers[.location] == "https://shop.example/done?transactionId=\(id)")
        #expect(try await stitch.send(.get, "/3ds/\(id)?\(form)").status == .notFound)
        let found = try await stitch.ask(
            "query($id: ID!) { node(id: $id) { ... on PaymentTransaction { state { __typename } } } }",
            ["id": .string(id)])
        #expect(found["data"]?["node"]?["state"] == ["__typename": "TransactionSuccess"])
    }

    @Test("A token's scopes limit what it may do")
    func scopes() async throws {
        let stitch = try await StitchFixture.make()
        let input = Self.input("1", "n1", token: "eA==")
        let missing = "Token is missing the following scope: transaction_initiate"
        let answer = try await stitch.ask(Self.initiate, input, scope: "client_paymentrequest")
        #expect(answer.firstMessage != missing, "as the SDK asks")
        try await stitch.agree { ($0.isScopeStrict, $0.clientID) = (true, "trial") }
        let other = try await stitch.ask(Self.initiate, input, scope: "client_paymentrequest")
        #expect(other.firstMessage != missing, "that was agreed with the other client")
        try await stitch.agree { $0.isScopeStrict = true }
        let strict = try await stitch.ask(Self.initiate, input, scope: "client_paymentrequest")
        #expect(strict.firstMessage == missing)
    }

    @Test(
        "A token call that is wrong is answered with 400 and its code",
        arguments: [
            ("nobody", StitchFixture.secret, "client_refund", "invalid_client"),
            ("shop", "wrong", "client_refund", "invalid_client"),
            ("shop", StitchFixture.secret, "everything", "invalid_scope"),
            ("shop", StitchFixture.secret, "client_disbursement", "invalid_scope"),
        ])
    func tokenErrors(_ client: String, _ secret: String, _ scope: String, _ code: String) async throws {
        let stitch = try await StitchFixture.make()
        let response = try await stitch.token(of: client, secret: secret, scope: scope)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?.text == code)
    }

    @Test("Without a token there is no GraphQL, and a body that is not JSON is refused")
    func requests() async throws {
        let stitch = try await StitchFixture.make()
        let unknown = try await stitch.send(.post, "/graphql", [.contentType: "application/json"], "{}")
        #expect(unknown.status == .unauthorized)
        let token = try await stitch.token().json["access_token"]?.text ?? ""
        let headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer \(token)"]
        #expect(try await stitch.send(.post, "/graphql", headers, "{").status == .badRequest)
        #expect(try await stitch.send(.post, "/graphql", headers, "{\"query\":\"{\"}").status == .ok)
    }
}
