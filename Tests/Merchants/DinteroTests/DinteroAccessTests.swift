import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Postgres
import Testing

@testable import Dintero

@Suite("Access to Dintero, and its answers to mistakes")
struct DinteroAccessTests {
    @Test("The client's id and secret get a token of its own account")
    func token() async throws {
        let fixture = try await DinteroFixture.make()
        let answer = try await fixture.token()
        #expect(answer.status == 200 && answer["token_type"] == "Bearer" && answer["expires_in"] == "7200")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(try await fixture.token("client-M1:wrong").words == "401 UNAUTHORIZED")
        #expect(try await fixture.token("nobody:secret-M1").words == "401 UNAUTHORIZED")
        #expect(try await fixture.token("client%2DM1:secret%2dM1").status == 200, "RFC 6749, section 2.3.1")
        #expect(try await fixture.token("client%2DM1:secret%2DM1%00").words == "401 UNAUTHORIZED")
        #expect(try await fixture.token("client-M1:secret-M1", account: "P87654321").words == "403 FORBIDDEN")
        let path = "/v1/accounts/T12345678/auth/token"
        let none = try await fixture.send(.post, path, ["grant_type": "client_credentials"])
        #expect(none.words == "401 UNAUTHORIZED" && none.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true)
        let login: HTTPFields = [.authorization: "Basic Y2xpZW50LU0xOnNlY3JldC1NMQ=="]
        let body: JSONValue = ["grant_type": "password", "audience": "https://api.dintero.com/v1/accounts/P87654321"]
        #expect(Set(try await fixture.send(.post, path, body, login).wrong) == ["grant_type", "audience"])
    }

    @Test("Every operation of the account needs a token that is valid")
    func everyOperation() async throws {
        let fixture = try await DinteroFixture.make()
        let token = try #require(try await fixture.token()["access_token"])
        let operations = DinteroOperations.all.filter { $0.audience.name == "dintero-account" }
        #expect(operations.count == 10)
        for wrong in [nil, "Bearer x", "Bearer \(token)x", "Basic \(token)", token] {
            for operation in operations {
                let path = operation.path(filling: ["session_id": "x", "transaction_id": "x"])
                let fields: HTTPFields = wrong.map { [.authorization: $0] } ?? [:]
                let answer = try await fixture.send(operation.method, path, nil, fields)
                #expect(answer.words == "401 UNAUTHORIZED", "\(operation.name)")
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
        }
        for right in ["Bearer \(token)", "bearer   \(token)"] {
            #expect(try await fixture.send(.get, "/v1/transactions", nil, [.authorization: right]).status == 200)
        }
        fixture.clock.move(seconds: 7200)
        let late = try await fixture.send(.get, "/v1/transactions", nil, [.authorization: "Bearer \(token)"])
        #expect(late.words == "401 UNAUTHORIZED")
    }

    @Test("Wrong paths, methods, media types and bodies are answered in Dintero's form of error")
    func wrongRequests() async throws {
        let fixture = try await DinteroFixture.make()
        let bearer: HTTPFields = [.authorization: "Bearer \(try await fixture.token()["access_token"] ?? "")"]
        #expect(try await fixture.send(.get, "/v1/nothing").words == "404 NOT_FOUND")
        let method = try await fixture.send(.delete, "/v1/sessions")
        #expect(method.words == "405 METHOD_NOT_ALLOWED" && method.headers[.allow] == "POST")
        func post(_ text: String, _ type: String?) async throws -> String {
            var fields = bearer
            fields[.contentType] = type
            return try await fixture.send(.post, "/v1/sessions", nil, fields, text: text).words
        }
        #expect(try await post("{", "application/json") == "400 INVALID_REQUEST")
        #expect(try await post("[]", "application/json") == "400 INVALID_REQUEST")
        #expect(try await post("{}", "text/plain") == "415 UNSUPPORTED_MEDIA_TYPE")
        #expect(try await post("{}", nil) == "415 UNSUPPORTED_MEDIA_TYPE")
        let long = String(repeating: " ", count: 70_000)
        #expect(try await post(long, "application/json") == "413 PAYLOAD_TOO_LARGE")
    }

    @Test("The answer about an outage has Dintero's form, and its codes are counted")
    func outage() throws {
        for (status, code) in [
            (HTTPResponse.Status.tooManyRequests, "TOO_MANY_REQUESTS"), (.internalServerError, "INTERNAL_ERROR"),
            (.serviceUnavailable, "SERVICE_UNAVAILABLE"),
        ] {
            let answer = Answer(DinteroMessages.outage(status))
            #expect(answer.words == "\(status.code) \(code)")
            #expect(DinteroMessages.codes(in: try #require(answer.json)) == [code])
        }
    }

    @Test("The token in a URL is hidden from recorded requests")
    func recorded() {
        let shown = DinteroOperations.validateMerchant.masked(query: "access_token=secret&other=1")
        #expect(shown.map(\.value) == ["hidden", "hidden"])
    }

    @Test("While the database is unreachable, the answer asks the caller to try again")
    func databaseIsAway() async throws {
        let fixture = try await DinteroFixture.make()
        await fixture.dintero.database.shutDown()
        let answer = try await fixture.token()
        #expect(answer.words == "503 SERVICE_UNAVAILABLE" && answer.headers[.retryAfter] == "1", "\(answer.body)")
    }
}
