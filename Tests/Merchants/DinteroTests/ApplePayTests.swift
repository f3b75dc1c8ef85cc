import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Ledger
import Payments
import Testing

@testable import Dintero

@Suite("Apple Pay in an app through Dintero")
struct ApplePayTests {
    @Test("An app pays a session, and decodes every answer as Dintero's example does")
    func wholeWay() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let operations = try await fixture.send(.post, "/v1/view/\(id)/payments/dintero_psp.applepay?force_new=true")
        let decoded = try JSONDecoder().decode(AppOperations.self, from: Data(operations.body.utf8))
        #expect(
            decoded.operations.map(\.rel)
                == ["submit-dintero-psp-applepay", "validate-dintero-psp-applepay-merchant"])
        #expect(decoded.operations.allSatisfy { $0.method == "POST" })
        let prefix = "https://payments.psp.dintero.com/apple-pay/v1/T12345678/payments/"
        #expect(decoded.operations.allSatisfy { $0.href.hasPrefix(prefix) })
        #expect(operations.operations.first?["supported_networks"] == ["VISA", "MASTERCARD"])
        #expect(operations.operations.first?.text("merchant_country") == "NO")
        #expect(operations.operations.allSatisfy { $0.text("content_type") == "application/json" })
        #expect(operations.headers[.cacheControl] == "no-store")

        let submission = try await fixture.submission(id)
        let submitted = try await fixture.submit(fixture.paymentData(), to: submission)
        let token = try JSONDecoder().decode(AppSubmitted.self, from: Data(submitted.body.utf8))
        #expect(token.type == "APPLE_PAY_AUTHENTICATION" && submission.path.contains(token.payment_id))

        let answer = try await fixture.pay(id, token.transaction_id)
        let paid = try JSONDecoder().decode(AppPaid.self, from: Data(answer.body.utf8))
        #expect(paid.success && answer["return_url"] == paid.redirect_url)
        let session = try await fixture.ask(.get, "/v1/sessions/\(id)")
        let transaction = try #require(session["transaction_id"])
        #expect(
            paid.redirect_url == "yourapp://redirect?initial_recipient=merchant&transaction_id=\(transaction)"
                + "&session_id=\(id)&merchant_reference=order-7")
        let read = try await fixture.ask(.get, "/v1/transactions/\(transaction)")
        #expect(read["status"] == "AUTHORIZED" && read["amount"] == "20100" && read["session_id"] == id)
        #expect(read["payment_product_type"] == "dintero_psp.applepay")
        #expect(read.object.object("card")?.text("masked_pan") == "************6532")
        #expect(read.object.object("card")?.text("expiry_date") == "03/2031")
        #expect(read.events.compactMap { $0.text("event") } == ["INITIALIZE", "AUTHORIZE"])
    }

    @Test("Without initial_recipient=merchant, the link leads through Dintero's page to the merchant", arguments: [
        "yourapp://redirect", "https://shop.example/done?order=7&initial_recipient=dintero",
    ])
    func throughDintero(_ returnURL: String) async throws {
        let fixture = try await DinteroFixture.make()
        let url: JSONValue = ["return_url": .string(returnURL)]
        let id = try await fixture.newSession(DinteroFixture.session([("url", url)]))
        #expect(try await fixture.send(.get, "/v1/view/\(id)/return").words == "404 NOT_FOUND")
        let submitted = try await fixture.submit(fixture.paymentData(), to: try await fixture.submission(id))
        let paid = try await fixture.pay(id, try #require(submitted["transaction_id"]))
        #expect(paid["redirect_url"] == "https://checkout.dintero.com/v1/view/\(id)/return")
        let back = try await fixture.send(.get, "/v1/view/\(id)/return")
        let transaction = try #require(try await fixture.ask(.get, "/v1/sessions/\(id)")["transaction_id"])
        let rest = "transaction_id=\(transaction)&session_id=\(id)&merchant_reference=order-7"
        #expect(back.status == 303)
        #expect(back.headers[.location] == returnURL + (returnURL.contains("?") ? "&" : "?") + rest)
    }

    @Test("The URLs of the operations have the host and the path prefix of the request")
    func addresses() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let answer = try await fixture.send(
            .post, "/v1/view/\(id)/payments/dintero_psp.applepay", to: "127.0.0.1:8082", below: "/tenants/a/dintero")
        let href = try #require(answer.operations.first?.text("href"))
        #expect(href.hasPrefix("https://127.0.0.1:8082/tenants/a/dintero/apple-pay/v1/T12345678/payments/"))
    }

    @Test("The request for operations needs no body, and what clients send anyway is ignored")
    func noBody() async throws {
        let fixture = try await DinteroFixture.make()
        let path = "/v1/view/\(try await fixture.newSession())/payments/dintero_psp.applepay"
        #expect(try await fixture.send(.post, path).status == 200)
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        #expect(try await fixture.send(.post, path, nil, form, text: "{}").status == 200)
        #expect(try await fixture.send(.post, path + "?force_new=maybe").wrong == ["force_new"])
        #expect(try await fixture.send(.get, path).words == "405 METHOD_NOT_ALLOWED")
    }

    @Test("Without force_new the payment stays the same; a new one ends the earlier")
    func forceNew() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let first = try await fixture.submission(id)
        #expect(try await fixture.submission(id).path == first.path)
        let transaction = try #require(
            try await fixture.submit(fixture.paymentData(), to: first)["transaction_id"])
        let second = try await fixture.submission(id, query: "?force_new=true")
        #expect(second.path != first.path)
        #expect(try await fixture.submit(fixture.paymentData(seed: 9), to: first).words == "403 FORBIDDEN")
        #expect(try await fixture.pay(id, transaction).details.first?.text("code") == "unknown_transaction")
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("A token is submitted only with the access token of its operation, without a scheme and not in the address")
    func accessToken() async throws {
        let fixture = try await DinteroFixture.make()
        let (one, other) = (try await fixture.newSession(), try await fixture.newSession())
        let (mine, theirs) = (try await fixture.submission(one), try await fixture.submission(other))
        let data = try await fixture.paymentData()
        let body: JSONValue = ["payment_data": .string(data), "reference": "reference-1"]
        func words(_ path: String, _ token: String?) async throws -> String {
            try await fixture.send(.post, path, body, token.map { [.authorization: $0] } ?? [:]).words
        }
        #expect(try await words(mine.path, nil) == "401 UNAUTHORIZED")
        #expect(try await words(mine.path, "Bearer " + mine.token) == "403 FORBIDDEN")
        #expect(try await words(mine.path, theirs.token) == "403 FORBIDDEN")
        #expect(try await words(mine.path, mine.token + "x") == "403 FORBIDDEN")
        #expect(try await words(mine.path.replacing("T12345678", with: "P87654321"), mine.token) == "403 FORBIDDEN")
        #expect(try await words(mine.path + "?access_token=\(mine.token)", mine.token) == "400 INVALID_REQUEST")
        let account = try #require(try await fixture.token()["access_token"])
        #expect(try await words(mine.path, account) == "403 FORBIDDEN")
        #expect(try await words(mine.path, mine.token) == "200")
        fixture.clock.move(seconds: 3600)
        #expect(try await words(mine.path, mine.token) == "403 FORBIDDEN")
    }

    @Test("A malformed token, and one for another merchant or payment, are refused in Dintero's form")
    func wrongTokens() async throws {
        let fixture = try await DinteroFixture.make()
        let submission = try await fixture.submission(try await fixture.newSession())
        let short = try await fixture.submit("{}", to: submission, reference: "short")
        #expect(short.words == "400 INVALID_REQUEST" && Set(short.wrong) == ["payment_data", "reference"])
        let long = try await fixture.submit("{}", to: submission, reference: String(repeating: "x", count: 41))
        #expect(long.wrong.contains("reference"))
        let object = try await fixture.send(
            .post, submission.path, ["payment_data": ["payment": [:]], "reference": "reference-1"],
            [.authorization: submission.token])
        #expect(object.wrong == ["payment_data"], "an object is not a string")
        let garbled = #"{"payment": {"token": {"paymentData": {"version": "EC_v1"}}}}"#
        #expect(try await fixture.submit(garbled, to: submission).words == "400 PAYMENT_DATA_INVALID")
        let theirs = try await fixture.paymentData(to: "M2")
        #expect(try await fixture.submit(theirs, to: submission).words == "400 PAYMENT_DATA_INVALID")
        let other = try await fixture.paymentData(20101)
        #expect(try await fixture.submit(other, to: submission).words == "400 PAYMENT_DATA_OTHER_AMOUNT")
        let discover = try await fixture.paymentData(number: "6011000990139424")
        #expect(try await fixture.submit(discover, to: submission).words == "400 NETWORK_NOT_SUPPORTED")
        let data = try await fixture.paymentData(seed: 8)
        #expect(try await fixture.submit(data, to: submission).status == 200)
        #expect(try await fixture.submit(data, to: submission).words == "400 PAYMENT_DATA_INVALID", "a second time")
        let old = try await fixture.paymentData(seed: 10)
        fixture.clock.move(seconds: 301)
        #expect(try await fixture.submit(old, to: submission).words == "400 PAYMENT_DATA_INVALID")
    }

    @Test("A session is paid once, even with two simultaneous payments", arguments: 0..<3)
    func twice(round: Int) async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let transaction = try await fixture.submitted(id)
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { try await fixture.pay(id, transaction).words } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(words.count { $0 == "200" } == 1, "\(words)")
        #expect(Set(words).isSubset(of: ["200", "409 CONFLICT", "409 SESSION_PAID"]), "\(words)")
        #expect(fixture.issuer.asked.count == 1)
        #expect(try await fixture.pay(id, transaction).words == "409 SESSION_PAID")
        let late = try await fixture.send(.post, "/v1/view/\(id)/payments/dintero_psp.applepay")
        #expect(late.words == "409 SESSION_PAID")
    }

    @Test("A token of another session, an unknown one and an expired one pay nothing")
    func foreignTransaction() async throws {
        let fixture = try await DinteroFixture.make()
        let (one, other) = (try await fixture.newSession(), try await fixture.newSession())
        let mine = try await fixture.submitted(one)
        _ = try await fixture.submitted(other, seed: 5)
        for id in [mine, "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1", "x"] {
            let answer = try await fixture.pay(other, id)
            #expect(answer.status == 200 && answer["success"] == "false" && answer["error"] == "Rejected")
            #expect(answer["redirect_url"] == nil && answer.details.first?.text("field") == "psp_transaction_id")
        }
        fixture.clock.move(seconds: 301)
        try await fixture.dintero.forgetInstruments()
        #expect(try await fixture.texts("SELECT sealed_instrument::text FROM merchants.dintero_session") == ["∅", "∅"])
        #expect(try await fixture.pay(one, mine).words == "409 CONFLICT")
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("A declined payment is rejected with its cause, and the customer can pay again")
    func declined() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        fixture.issuer.answer(.declined(.insufficientFunds))
        let answer = try await fixture.pay(id, fixture.submitted(id))
        #expect(answer.status == 200 && answer["error"] == "Rejected" && answer["success"] == "false")
        #expect(answer.details.first?.text("code") == "INSUFFICIENT_FUNDS")
        #expect(answer.details.first?.text("category") == "temporary")
        let failed = try await fixture.ask(.get, "/v1/transactions/\(try #require(answer["transaction_id"]))")
        #expect(failed["status"] == "FAILED")
        #expect(failed.events.last?.object("error")?["type"] == ["INSUFFICIENT_FUNDS"])
        #expect(try await fixture.ask(.get, "/v1/sessions/\(id)")["transaction_id"] == nil)

        fixture.issuer.approveAll()
        #expect(try await fixture.pay(id, fixture.submitted(id, seed: 6))["success"] == "true")
        #expect(try await fixture.ask(.get, "/v1/sessions/\(id)")["transaction_id"] != nil)
        #expect(fixture.issuer.asked.count == 2)
    }

    @Test("Every reason of the issuer has a type that Dintero documents", arguments: DeclineReason.allCases)
    func reasons(reason: DeclineReason) async throws {
        let fixture = try await DinteroFixture.make()
        fixture.issuer.answer(.declined(reason))
        let id = try await fixture.newSession()
        let answer = try await fixture.pay(id, fixture.submitted(id))
        let type = try #require(answer.details.first?.text("code"))
        #expect(DinteroErrorType(rawValue: type) == reason.dinteroType)
        #expect(DinteroMessages.codes(in: try #require(answer.json)) == [type])
    }

    @Test("A change after the time in If-Unmodified-Since is answered with 412")
    func unmodifiedSince() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let before = try #require(try await fixture.ask(.get, "/v1/sessions/\(id)")["updated_at"])
        fixture.clock.move(seconds: 1)
        let transaction = try await fixture.submitted(id)
        #expect(try await fixture.pay(id, transaction, [.ifUnmodifiedSince: before]).words == "412 PRECONDITION_FAILED")
        let malformed = try await fixture.pay(
            id, transaction, [.ifUnmodifiedSince: "Fri, 31 Dec 2027 07:28:00 GMT"])
        #expect(malformed.wrong == ["If-Unmodified-Since"])
        let now = try #require(try await fixture.ask(.get, "/v1/sessions/\(id)")["updated_at"])
        // The same time as Python writes it.
        let asPython = now.dropLast() + "000+00:00"
        #expect(try await fixture.pay(id, transaction, [.ifUnmodifiedSince: String(asPython)])["success"] == "true")
    }

    @Test("Apple's session is for the merchant of the access token, and only Apple's addresses are called")
    func merchantValidation() async throws {
        let fixture = try await DinteroFixture.make()
        let submission = try await fixture.submission(try await fixture.newSession())
        let url = "https://apple-pay-gateway.apple.com/paymentservices/startSession"
        let body: JSONValue = ["validation_url": .string(url), "domain_name": "shop.example"]
        let answer = try await fixture.send(.post, submission.validation, body, [.authorization: submission.token])
        #expect(answer["merchantIdentifier"] == "merchant.example.M1" && answer["domainName"] == "shop.example")
        let inAddress = submission.validation + "?access_token=\(submission.token)"
        #expect(try await fixture.send(.post, inAddress, body).status == 200)
        #expect(try await fixture.send(.post, submission.validation, body).words == "401 UNAUTHORIZED")
        let other: JSONValue = ["validation_url": "https://evil.example/", "domain_name": "a b"]
        let refused = try await fixture.send(.post, inAddress, other)
        #expect(Set(refused.wrong) == ["validation_url", "domain_name"])
    }
}
