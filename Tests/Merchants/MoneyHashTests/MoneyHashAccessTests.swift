import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import MoneyHash

@Suite("Access to MoneyHash")
struct MoneyHashAccessTests {
    @Test("Without one valid key nothing is read, and the answer has MoneyHash's form", arguments: [
        [], [""], ["wrong"], ["test-M1", "test-M1"], ["TEST-M1"], ["test-M1 x"], [String(repeating: "x", count: 200)],
    ] as [[String]])
    func refused(keys: [String]) async throws {
        let fixture = try await MoneyHashFixture.make()
        var headers: HTTPFields = [.contentType: "application/json"]
        for key in keys { headers.append(HTTPField(name: .apiKey, value: key)) }
        let answer = try await fixture.send(.post, "/api/v1.1/payments/intent/", text: "nonsense", headers)
        #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] == "Api-Key")
        let text = keys.count == 1 && APIKey.isAcceptable(keys[0])
            ? "Invalid API key." : "Authentication credentials were not provided."
        #expect(
            answer.body == #"{"status":{"code":401,"message":"","errors":[{"detail":"\#(text)"}]},"data":{},"#
                + #""count":null,"next":null,"previous":null}"#)
    }

    @Test("The header's name is read in any case", arguments: ["x-Api-Key", "X-API-KEY", "x-api-key"])
    func spelling(name: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let headers: HTTPFields = [try #require(HTTPField.Name(name)): "test-M1", .contentType: "application/json"]
        let answer = try await fixture.send(
            .post, "/api/v1.1/payments/intent/", text: MoneyHashFixture.intent().jsonText, headers)
        #expect(answer.status == 200)
    }

    @Test("The live key makes live intents; neither another merchant's key nor the other key finds them")
    func isolation() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["operation": "authorize"], key: "live-M1")
        let found = try await fixture.ask(.get, "/payments/intent/\(id)/", key: "live-M1")
        #expect(found.data?["is_live"] == true)
        _ = try await fixture.select("APPLE_PAY", id, key: "live-M1")
        let paid = try await fixture.submit(fixture.paymentData(), id, key: "live-M1")
        let transaction = try #require(paid.data?.object("transaction")?.text("id"), "\(paid.body)")
        for key in ["test-M1", "live-M2", "test-M2"] {
            for path in ["/payments/intent/\(id)/", "/payments/external/intents/\(id)/"] {
                #expect(try await fixture.ask(.get, path, key: key).words == "404 | detail: Not found.")
            }
            #expect(try await fixture.select("CARD", id, key: key).status == 404)
            #expect(try await fixture.submit("{}", id, key: key).status == 404)
            #expect(try await fixture.ask(.post, "/payments/intent/\(id)/close/", key: key).status == 404)
            for what in ["capture", "void", "refund"] {
                #expect(try await fixture.change(what, transaction, key: key).status == 404)
            }
        }
        #expect(try await fixture.change("capture", transaction, key: "live-M1").status == 200)
    }

    @Test("A merchant that is enrolled again has new keys, and the old ones end")
    func enrolledAgain() async throws {
        let fixture = try await MoneyHashFixture.make()
        let merchant = try #require(try await fixture.moneyHash.payments.merchants(limit: 1).first?.id)
        let writes = fixture.moneyHash.enrolling(
            merchant, testKey: "new-test", liveKey: "live-M1", at: fixture.clock.now)
        for write in writes { _ = try await fixture.moneyHash.database.write(write) }
        for (key, status) in [("test-M1", 401), ("new-test", 200)] {
            let answer = try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(), key: key)
            #expect(answer.status == status)
        }
    }

    @Test("The webhook key is the one that signs webhooks, and differs between merchants")
    func signatureKey() async throws {
        let fixture = try await MoneyHashFixture.make()
        var secrets: Set<String> = []
        for merchant in ["M1", "M2"] {
            let headers: HTTPFields = [.apiKey: "test-\(merchant)"]
            let answer = try await fixture.send(
                .get, "/api/v1/organizations/get-webhook-signature-key/", headers)
            secrets.insert(try #require(answer.data?.text("webhook_signature_secret")))
            #expect(answer.headers[.cacheControl] == "no-store")
        }
        #expect(secrets.count == 2 && secrets.allSatisfy { $0.utf8.count == 64 })
    }

    @Test("An unknown path and a wrong method are answered in MoneyHash's form, too")
    func noRoute() async throws {
        let fixture = try await MoneyHashFixture.make()
        let nowhere = try await fixture.send(.get, "/api/v1.1/nothing/")
        #expect(nowhere.words == "404 | detail: Not found.")
        let wrong = try await fixture.send(.delete, "/api/v1.1/payments/intent/")
        #expect(wrong.words == #"405 | detail: Method "DELETE" not allowed."# && wrong.headers[.allow] == "POST")
        let media = try await fixture.send(
            .post, "/api/v1.1/payments/intent/", text: "{}", [.apiKey: "test-M1", .contentType: "text/plain"])
        #expect(media.status == 415)
    }
}
