import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing

@testable import CardPointe

@Suite("Access to CardPointe, and its rate limit")
struct CardPointeAccessTests {
    private static let credentials: JSONValue = ["merchid": .string(CardPointeFixture.merchant)]

    @Test("With the right login, the root answers with a page")
    func root() async throws {
        let fixture = try await CardPointeFixture.make()
        for method in [HTTPRequest.Method.put, .post] {
            let answer = try await fixture.send(method, "/cardconnect/rest/", Self.credentials)
            #expect(answer.status == 200 && answer.body == "<h1>CardConnect REST Servlet</h1>")
        }
    }

    @Test("Clients that ask for the root get the page, with a body or without", arguments: [true, false])
    func getRoot(_ hasBody: Bool) async throws {
        let fixture = try await CardPointeFixture.make()
        let body = hasBody ? Self.credentials : nil
        let answer = try await fixture.send(.get, "/cardconnect/rest/", body)
        #expect(answer.status == 200 && answer.body == "<h1>CardConnect REST Servlet</h1>")
        #expect(try await fixture.send(.get, "/cardconnect/rest/", body, login: "testing:wrong").status == 401)
    }

    @Test("The document names the gateway's own address, and has all operations")
    func document() async throws {
        let fixture = try await CardPointeFixture.make()
        let document = try await fixture.send(.get, "/openapi.json", login: nil)
        let server = #""servers":[{"url":"http://localhost","#
        #expect(document.status == 200 && document.body.contains(server))
        for operation in CardPointeOperations.all {
            #expect(document.body.contains("\"operationId\":\"\(operation.name)\""))
        }
        let page = try await fixture.send(.get, "/docs", login: nil)
        #expect(page.status == 200 && page.body.contains("inquireByOrderid"))
    }

    @Test("A wrong login, no login, or another merchant's login gets 401", arguments: [
        ("testing:wrong", CardPointeFixture.merchant), ("other:testing123", CardPointeFixture.merchant),
        (":", CardPointeFixture.merchant), (nil, CardPointeFixture.merchant), ("testing:testing123", "800000000000"),
    ] as [(String?, String)])
    func unauthorized(_ login: String?, _ merchant: String) async throws {
        let fixture = try await CardPointeFixture.make()
        for path in ["auth", "capture", "profile", ""] {
            let answer = try await fixture.send(
                .put, "/cardconnect/rest/" + path, ["merchid": .string(merchant)], login: login)
            #expect(answer.status == 401 && answer["message"] == "Unauthorized", "\(path)")
            #expect(answer.headers[.wwwAuthenticate] != nil)
        }
        let inquired = try await fixture.send(.get, "/cardconnect/rest/inquire/1/\(merchant)", login: login)
        #expect(inquired.status == 401)
    }

    @Test("A body that is no JSON object is 400, an unknown path 404, another method 405")
    func httpErrors() async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await fixture.send(.put, "/cardconnect/rest/auth", ["a"]).status == 400)
        #expect(try await fixture.send(.put, "/cardconnect/rest/auth").status == 400)
        #expect(try await fixture.send(.put, "/cardconnect/rest/oath", [:]).status == 404)
        let answer = try await fixture.send(.get, "/cardconnect/rest/auth")
        #expect(answer.status == 405 && answer.headers[.allow] == "POST, PUT")
    }

    @Test("A malformed merchid belongs to no merchant", arguments: ["%00", "a%20b"])
    func noMerchant(_ merchant: String) async throws {
        let fixture = try await CardPointeFixture.make()
        for path in ["settlestat?merchid=\(merchant)", "inquireMerchant/\(merchant)"] {
            #expect(try await fixture.send(.get, "/cardconnect/rest/" + path).status == 401, "\(path)")
        }
    }

    @Test("Twenty requests a minute are answered, then 429 until the minute is over")
    func rateLimit() async throws {
        let fixture = try await CardPointeFixture.make()
        let path = "/cardconnect/rest/settlestat?merchid=\(CardPointeFixture.merchant)&date=0101"
        for left in (0..<20).reversed() {
            let answer = try await fixture.send(.get, path)
            #expect(answer.status == 200 && answer.body == "Null batches")
            #expect(answer.headers[.rateLimitRemaining] == String(left))
        }
        let refused = try await fixture.send(.get, path)
        #expect(refused.status == 429)
        #expect(refused.headers[.rateLimitRemaining] == "0")
        #expect(refused.headers[.rateLimitRetryAfter] == "60")
        let other = try await fixture.send(.get, "/cardconnect/rest/funding?merchid=\(CardPointeFixture.merchant)")
        #expect(other.status == 200)
        fixture.clock.move(seconds: 60)
        #expect(try await fixture.send(.get, path).status == 200)
    }

    @Test("In the test environment, answers have a random order and additional members without a meaning")
    func unsteady() async throws {
        let fixture = try await CardPointeFixture.make { $0.answersAreUnsteady = true }
        let (first, second) = (try await fixture.authorize(), try await fixture.authorize())
        #expect(first.names != second.names)
        #expect(first["respstat"] == "A" && second["respstat"] == "A")
        #expect(first.names.contains { $0.hasPrefix("dummy") })
    }

    @Test("A merchant is described to its own login")
    func merchant() async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.send(.get, "/cardconnect/rest/inquireMerchant/\(CardPointeFixture.merchant)")
        #expect(answer["cardproc"] == "RPCT" && answer["enabled"] == "true" && answer["site"] == "fts-uat")
    }
}
