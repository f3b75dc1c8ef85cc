import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("The sandbox: its own port, its own errors")
struct SandboxContractTests {
    private struct Problem9457: Decodable, Equatable {
        var type = "about:blank"
        let title: String
        let status: Int
        let code: String
        let detail: String
        var errors: [FieldError]?
        var requestId = "r1"
    }

    @Test("Errors are problem details of RFC 9457")
    func problems() async throws {
        try await withSandboxService { service in
            let nobody = "f16ba382-eb42-481a-b08f-c57bdc9aae24"
            func holds(_ method: String, _ path: String, _ body: String, _ expected: Problem9457) async throws {
                let answer = try await service.ask(
                    method, "/sandbox" + path, body, headers: [("X-Request-Id", "r1")], on: .sandbox)
                #expect(try answer.decoded() == expected, "\(method) \(path)")
                #expect(answer.status == expected.status && answer["Content-Type"] == "application/problem+json")
            }
            func missing(_ names: String...) -> [FieldError] { names.map { FieldError($0, "is required") } }
            for path in ["/cards/\(nobody)/plastic", "/cards/1/plastic"] {
                try await holds("GET", path, "", Problem9457(
                    title: "Not Found", status: 404, code: "DW-ENTITY-NOT-FOUND", detail: "There is no such card."))
            }
            try await holds("GET", "/nothing", "", Problem9457(
                title: "Not Found", status: 404, code: "DW-NO-SUCH-OPERATION",
                detail: "There is no operation at this path."))
            try await holds("GET", "/card/x/plastic", "", Problem9457(
                title: "Not Found", status: 404, code: "DW-NO-SUCH-OPERATION",
                detail: "There is no operation at this path; did you mean /sandbox/cards/{cardId}/plastic?"))
            try await holds("DELETE", "/clock", "", Problem9457(
                title: "Method Not Allowed", status: 405, code: "DW-METHOD-NOT-ALLOWED",
                detail: "DELETE is not supported at this path; supported: GET, PUT."))
            try await holds("POST", "/customers", "{}", Problem9457(
                title: "Bad Request", status: 400, code: "5068",
                detail: "4 fields are not acceptable: country, firstName, lastName, mobile.",
                errors: missing("country", "firstName", "lastName", "mobile")))
            try await holds("POST", "/programs", "{}", Problem9457(
                title: "Bad Request", status: 400, code: "5068",
                detail: "5 fields are not acceptable: name, cardType, scheme, region, currencies.",
                errors: missing("name", "cardType", "scheme", "region", "currencies")))
            try await holds("POST", "/customers", "[", Problem9457(
                title: "Bad Request", status: 400, code: "5023",
                detail: "The request body cannot be read as JSON: a value was expected, at byte 1."))
            try await holds("PUT", "/clock", #"{"now":"tomorrow"}"#, Problem9457(
                title: "Bad Request", status: 400, code: "5068", detail: "One field is not acceptable: now.",
                errors: [FieldError("now", "must be a time in the years 2000 to 2099, like 2029-12-01T00:00:00Z")]))
            let name = "SKRILL-VIRTUAL-MC-EEA"
            try await holds(
                "POST", "/programs",
                #"{"name":"\#(name)","cardType":"VIRTUAL","scheme":"MC","region":"EEA","currencies":["EUR"]}"#,
                Problem9457(
                    title: "Forbidden", status: 403, code: "DW-OPERATION-NOT-ALLOWED",
                    detail: "A program \(name) exists already; choose another name."))
        }
    }

    @Test("A refused card event says in which status it is possible")
    func events() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let path = "/cards/\(card.cardId)/events"
            let plastic = try await service.sandbox("POST", path, #"{"type":"DELIVERED"}"#)
            #expect(plastic.status == 403)
            let reason = "DELIVERED can happen only to a physical card; this one is VIRTUAL."
            #expect(plastic.text.contains(#""detail":"\#(reason)""#))
            let resume = try await service.sandbox("POST", path, #"{"type":"RESUME"}"#)
            #expect(resume.text.contains("RESUME can happen to a card that is SUSPENDED; this one is ACTIVE."))
            #expect(try await service.happens("SUSPEND", to: card).status == "SUSPENDED")
            #expect(try await service.happens("RESUME", to: card).status == "ACTIVE")
            #expect(try await service.happens("EXPIRE", to: card).status == "EXPIRED")
        }
    }

    @Test("A new customer is eligible at once, also for a new program")
    func enrolment() async throws {
        try await withSandboxService { service in
            struct Enrolled: Decodable { let customerId: String }
            let enrolled: Enrolled = try await service.sandbox(
                "POST", "/customers", #"{"country":"US","firstName":"Ann","lastName":"Lee","mobile":"+1 8015550142"}"#
            ).decoded()
            let added = try await service.sandbox(
                "POST", "/programs",
                #"{"name":"NEW-US","cardType":"VIRTUAL","scheme":"VISA","region":"US","currencies":["USD"],"#
                    + #""allowableCards":1}"#)
            #expect(added.status == 201)
            let cards = try await service.cards(of: enrolled.customerId)
            #expect(try await cards.programs().programs.map(\.name) == [
                "DEMO-PHYSICAL-MC-US", "DEMO-VIRTUAL-VISA-US", "NEW-US",
            ])
            _ = try await cards.create(.ordering("NEW-US"))
            await expectProblem(
                .cardLimitExceeded,
                "This customer has been issued as many cards as the program allows; its allowableCards is 0."
            ) { try await cards.create(.ordering("NEW-US")) }
        }
    }

    @Test("The public port never answers for the sandbox")
    func ports() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.physical)
            let token = try await service.token(of: .ivana)
            for path in ["/cards/\(card.cardId)/plastic", "/clock"] {
                #expect(try await service.ask("GET", "/sandbox" + path, token: token).status == 404)
            }
        }
    }

    private static let origins = [
        "https://evil.example", "http://127.0.0.1:8081", "null", "", "http://tessera.localhost:8080",
        "https://tessera.localhost", "http://tessera.localhost/", "http://tessera.localhost, http://tessera.localhost",
        "HTTP://tessera.localhost", "http://tessera.localhost.evil.example",
    ]

    @Test("A request with an Origin header is refused, from every web page")
    func webPages() async throws {
        try await withSandboxService(console: true) { service in
            for (method, path) in [
                ("GET", "/sandbox/clock"), ("POST", "/sandbox/reset"), ("OPTIONS", "/sandbox/reset"),
                ("GET", "/sandbox/nothing"), ("GET", "/sandbox/events"), ("POST", "/sandbox/receivers/shop"),
                ("GET", cardsPath), ("POST", "/stitch/graphql"), ("GET", "/"), ("GET", "/console/old/api.js"),
            ] {
                for origin in Self.origins {
                    let answer = try await service.ask(method, path, headers: [("Origin", origin)], on: .sandbox)
                    let asked = "\(method) \(path) \(origin)"
                    #expect(answer.status == 403 && answer["Access-Control-Allow-Origin"] == nil, "\(asked)")
                    let detail = "The sandbox refuses requests of web pages other than its console; send the request"
                    #expect(answer.text.contains(detail), "\(asked)")
                }
            }
        }
    }
}
