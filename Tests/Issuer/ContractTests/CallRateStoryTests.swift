import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import Issuing
import Testing
import TestSupport

/// The clock stands still, so what is used up stays so.
@Suite("Calls beyond a brand's rates")
struct CallRateStoryTests {
    /// Sets rates of the brand `demo`, and lets the server know at once, as it otherwise does within a second.
    private static func set(_ rates: String, at service: LiveService) async throws {
        let answer = try await service.sandbox(
            "POST", "/scenarios", #"{"brands":{"demo":{"callsPerMinute":\#(rates)}}}"#)
        #expect(answer.status == 201, "\(answer.text)")
        try await service.fixture.issuing.shareCalls()
    }

    private static func list(_ token: String, at service: LiveService) async throws -> RawAnswer {
        try await service.ask("GET", cardsPath, token: token)
    }

    private static func isRefused(_ answer: RawAnswer, by name: String, of rate: Int, for seconds: Int) -> Bool {
        answer.status == 429 && answer.text.contains(#"{"error":{"code":"1200","message":"The brand allows \#(rate) "#)
            && answer["Retry-After"] == "\(seconds)" && answer["RateLimit"] == #""\#(name)";r=0;t=\#(seconds)"#
            && answer["RateLimit-Policy"] == #""\#(name)";q=\#(rate);w=60"#
    }

    @Test("A customer gets 429 with the fields, and other customers do not; another rate holds while the service runs")
    func customer() async throws {
        try await withLiveService { service in
            let (ivana, jonas) = (try await service.token(of: .ivana), try await service.token(of: .jonas))
            for _ in 0..<3 { #expect(try await Self.list(ivana, at: service).status == 200) }
            try await Self.set(#"{"customer":2}"#, at: service)
            for _ in 0..<2 { #expect(try await Self.list(ivana, at: service).status == 200) }
            for _ in 0..<2 {
                let answer = try await Self.list(ivana, at: service)
                #expect(Self.isRefused(answer, by: "customer", of: 2, for: 30), "\(answer)")
            }
            let other = try await service.token(of: .ivana)
            #expect(try await Self.list(other, at: service).status == 429, "all tokens of a customer count together")
            #expect(try await Self.list(jonas, at: service).status == 200)
            let business = try await service.businessToken()
            #expect(try await service.ask("GET", customerCardsPath(.ivana), token: business).status == 200)

            try await Self.set(#"{"customer":"any"}"#, at: service)
            #expect(try await Self.list(ivana, at: service).status == 200)
        }
    }

    @Test("A client's calls count with those of its customers and its token calls, and another client's do not")
    func client() async throws {
        try await withLiveService { service in
            let (ivana, jonas) = (try await service.token(of: .ivana), try await service.token(of: .jonas))
            let business = try await service.businessToken()
            try await Self.set(#"{"client":3}"#, at: service)
            #expect(try await Self.list(ivana, at: service).status == 200)
            #expect(try await Self.list(jonas, at: service).status == 200)
            let emily = try await service.token(of: .emily)
            for token in [ivana, jonas, emily] {
                let answer = try await Self.list(token, at: service)
                #expect(Self.isRefused(answer, by: "client", of: 3, for: 20), "\(answer)")
            }
            let basic = Data("demo-app:demo-secret".utf8).base64EncodedString()
            let answer = try await service.ask(
                "POST", "/digitalwallets/v1/auth/brands/demo/token", "grant_type=client_credentials",
                headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Authorization", "Basic \(basic)")])
            #expect(Self.isRefused(answer, by: "client", of: 3, for: 20), "\(answer)")
            #expect(try await service.ask("GET", customerCardsPath(.ivana), token: business).status == 200)
        }
    }

    @Test("An operation has a rate of its own, over all its versions, and other operations do not count for it")
    func operation() async throws {
        try await withLiveService { service in
            let (ivana, business) = (try await service.token(of: .ivana), try await service.businessToken())
            try await Self.set(#"{"operations":{"createCard":1,"listCustomerCards":2}}"#, at: service)
            let card = try await service.client.customer(accessToken: ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            let answer = try await service.ask("POST", cardsPath, token: ivana, "{}")
            #expect(Self.isRefused(answer, by: "createCard", of: 1, for: 60), "\(answer)")
            #expect(try await service.ask("GET", "\(cardsPath)/\(card.cardId)", token: ivana).status == 200)

            let first = customerCardsPath(.ivana)
            let second = first.replacing("/v1/", with: "/v2/")
            for path in [first, second] {
                #expect(try await service.ask("GET", path, token: business).status == 200)
            }
            for path in [first, second] {
                let answer = try await service.ask("GET", path, token: business)
                #expect(Self.isRefused(answer, by: "listCustomerCards", of: 2, for: 30), "\(answer)")
            }
        }
    }

    @Test("A call that is refused anyway for its token or its audience does not count")
    func strangers() async throws {
        try await withLiveService { service in
            let ivana = try await service.token(of: .ivana)
            try await Self.set(#"{"client":1}"#, at: service)
            for _ in 0..<3 {
                #expect(try await service.ask("GET", customerCardsPath(.ivana), token: ivana).status == 403)
                #expect(try await Self.list(ivana + "x", at: service).status == 401)
            }
            #expect(try await Self.list(ivana, at: service).status == 200)
            #expect(try await Self.list(ivana, at: service).status == 429)
        }
    }
}
