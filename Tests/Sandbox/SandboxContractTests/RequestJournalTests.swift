import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The journal of requests")
struct RequestJournalTests {
    private struct Journal: Decodable {
        let requests: [Entry]
        let meta: Meta

        struct Meta: Decodable {
            let numberOfRecords: Int
            let limit: Int
            let page: Int
            let forgotten: Int
        }

        struct Entry: Decodable {
            let number: Int
            let operation: String?
            let method: String
            let path: String
            let pathParameters: [String: String]?
            let query: [String: String]?
            let headers: [String: String]
            let customerId: String?
            let status: Int?
            let code: String?
            let requestId: String
            let fault: String?
            let time: Timestamp
        }
    }

    private struct Verified: Decodable {
        let holds: Bool
        let matches: Int
        let numbers: [Int]
        let nearMisses: [Miss]

        struct Miss: Decodable {
            let differences: [Difference]
            let request: Journal.Entry
        }

        struct Difference: Decodable, Equatable {
            let criterion: String
            let wanted: String?
            let found: String?
        }
    }

    private static let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#

    @Test("An entry names the caller, the request and the answer")
    func entry() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            let headers = [("Idempotency-Key", "k1"), ("X-Request-Id", "r1"), ("User-Agent", "suite/1")]
            let created = try await service.ask("POST", cardsPath, token: token, Self.order, headers: headers)
            let card: CardBody = try created.decoded(expecting: 201)
            _ = try await service.ask("GET", "\(cardsPath)/\(card.cardId)?include=TOKENIZATIONS&secret=1", token: token)
            let journal = try await service.journal()
            let requests = try journal.decoded(as: Journal.self).requests
            #expect(requests.map(\.operation) == ["getCard", "createCard", "issueToken"])
            #expect(requests.map(\.number) == [3, 2, 1])
            #expect(requests.map(\.status) == [400, 201, 200])
            #expect(requests.map(\.customerId) == ["10000001", "10000001", nil])
            #expect(requests[0].code == "5068" && requests[1].code == nil)
            #expect(requests[0].pathParameters == ["cardId": card.cardId])
            #expect(requests[0].query == ["include": "TOKENIZATIONS", "secret": "hidden"])
            #expect(requests[1].requestId == "r1" && requests[1].path == cardsPath)
            #expect(requests[1].headers == [
                "Authorization": "Bearer customer 10000001", "Content-Type": "application/json",
                "User-Agent": "suite/1", "Idempotency-Key": "k1",
            ])
            #expect(requests[2].headers["Authorization"] == "Basic")
            #expect(requests[1].time == Timestamp("2026-03-15T12:00:00Z"))
            #expect(journal.text.contains(#""body":{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#))
            #expect(journal.text.contains(#""answer":{"cardId":"\#(card.cardId)","status":"ACTIVE""#))
            #expect(journal.text.contains(#""subject_token":"10000001""#))
            #expect(journal.text.contains(#""access_token":"hidden""#) && !journal.text.contains(token))
        }
    }

    private static let filteredNumbers: [(String, [Int])] = [
        ("operation=createCard", [4, 3]), ("method=GET", [5]), ("path=/nowhere", [5]), ("status=201", [3]),
        ("code=5068", [4]), ("code=DW-NO-SUCH-OPERATION", [5]), ("customerId=10000001", [3]),
        ("customerId=10000002", [5, 4]), ("since=2026-03-15T12:00:01Z", [5]), ("requestId=r4", [4]),
        ("limit=2&offset=1", [4, 3]), ("operation=createCard&status=400", [4]), ("offset=9", []), ("number=4", [4]),
        ("number=4&status=201", []), ("number=6", []), ("number=2147483647", []),
    ]

    @Test("Each filter selects its requests, and paging applies to the selection")
    func filters() async throws {
        try await withSandboxService { service in
            let (ivana, jonas) = try await (service.token(of: .ivana), service.token(of: .jonas))
            _ = try await service.ask("POST", cardsPath, token: ivana, Self.order)
            _ = try await service.ask("POST", cardsPath, token: jonas, "{}", headers: [("X-Request-Id", "r4")])
            try await service.advance(seconds: 1)
            _ = try await service.ask("GET", "/nowhere/at/all", token: jonas)
            for (query, numbers) in Self.filteredNumbers {
                let answer = try await service.journal("?" + query)
                #expect(answer.status == 200, "\(query): \(answer.text)")
                let journal = try answer.decoded(as: Journal.self)
                #expect(journal.requests.map(\.number) == numbers, "\(query)")
            }
        }
    }

    @Test("An invalid filter is refused, and cleared requests are gone")
    func forgetting() async throws {
        try await withSandboxService { service in
            _ = try await service.token(of: .ivana)
            for query in ["since=yesterday", "operation=creatCard", "limit=1001", "status=600", "colour=red"] {
                #expect(try await service.journal("?" + query).status == 400, "\(query)")
            }
            #expect(try await service.sandbox("DELETE", "/requests").status == 204)
            #expect(try await service.journal().decoded(as: Journal.self).meta.numberOfRecords == 0)
            _ = try await service.token(of: .ivana)
            #expect(try await service.journal().decoded(as: Journal.self).requests.map(\.number) == [2])
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await service.journal().decoded(as: Journal.self).requests.isEmpty)
        }
    }

    @Test("An entry names its fault, and a request whose connection was reset has no status")
    func faults() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            try await service.setFaults(
                #"{"operation":"createCard","fault":"CONNECTION_RESET","times":1},"#
                    + #"{"operation":"createCard","fault":"ANSWER_LOST","times":1}"#)
            for _ in 1...2 { _ = try? await cards.create(.virtual, idempotencyKey: "k") }
            _ = try await cards.create(.virtual, idempotencyKey: "k")
            let entries = try await service.journal("?operation=createCard").decoded(as: Journal.self).requests
            #expect(entries.map(\.status) == [201, 201, nil])
            #expect(entries.map(\.fault) == [nil, "ANSWER_LOST", "CONNECTION_RESET"])
        }
    }

    @Test("Verify counts the matching requests and names the nearest misses")
    func verify() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            _ = try await service.ask("POST", cardsPath, token: token, Self.order, headers: [("Idempotency-Key", "k")])
            _ = try await service.ask("POST", cardsPath, token: token, #"{"currency":"EUR","cardPin":"8362"}"#)
            func holds(_ body: String) async throws -> Verified {
                try await service.sandbox("POST", "/requests/verify", body).decoded(expecting: 200)
            }
            let once = try await holds(
                #"{"operation":"createCard","times":1,"where":{"status":201,"body":{"currency":"EUR"},"#
                    + #""headers":{"idempotency-key":"k"},"customerId":"10000001"}}"#)
            #expect(once.holds && once.matches == 1 && once.numbers == [2] && once.nearMisses.isEmpty)
            #expect(try await holds(#"{"operation":"createCard","atLeast":1,"atMost":2}"#).matches == 2)
            #expect(try await holds(#"{"operation":"createCard","atMost":1}"#).holds == false)
            #expect(try await holds(#"{"operation":"tokenizeCard","times":0}"#).holds)

            let never = try await holds(
                #"{"operation":"createCard","where":{"body":{"currency":"BGN","cardPin":"8362"},"code":"5068"}}"#)
            #expect(!never.holds && never.matches == 0)
            #expect(never.nearMisses.map(\.request.number) == [3, 2, 1])
            #expect(never.nearMisses[0].differences == [
                .init(criterion: "body.currency", wanted: "BGN", found: "EUR"),
                .init(criterion: "body.cardPin", wanted: "hidden", found: "hidden"),
            ])
            #expect(never.nearMisses[1].differences.map(\.criterion) == ["body.currency", "body.cardPin", "code"])
            let text = try await service.journal().text
            #expect(text.contains(#""cardPin":"hidden""#) && !text.contains("8362"))
        }
    }

    @Test("An invalid verification is refused", arguments: [
        #"{"times":-1}"#, #"{"times":1,"atLeast":1}"#, #"{"atLeast":3,"atMost":2}"#, #"{"operation":"none"}"#,
        #"{"where":[]}"#, #"{"where":{"colour":"red"}}"#, #"{"whree":{}}"#,
    ])
    func senseless(_ body: String) async throws {
        try await withSharedSandboxService { service in
            let answer = try await service.sandbox("POST", "/requests/verify", body)
            #expect(answer.status == 400)
        }
    }
}

/// Tests the journal without a service.
@Suite("The journal keeps no secrets")
struct JournalMaskingTests {
    @Test("Only declared members of a body are kept, without secrets", arguments: [
        (#"{"cardPin":"1234","currency":"EUR"}"#, #"{"cardPin":"hidden","currency":"EUR"}"#),
        (#"{"cardPin":1234,"pni":"1234"}"#, #"{"cardPin":"hidden","pni":"hidden"}"#),
        (#"{"currency":{"pin":"1234"},"mobile":1234}"#, #"{"currency":"hidden","mobile":"hidden"}"#),
        (#"{"deliveryAddress":{"city":"4761732583296743","pin":"1"}}"#,
         #"{"deliveryAddress":{"city":"hidden","pin":"hidden"}}"#),
        (#"[1]"#, #""hidden""#), (#"{"currency":"EUR""#, nil),
    ])
    func bodies(_ body: String, _ kept: String?) {
        let masked = Operations.createCard.masked(body: Array(body.utf8))
        #expect(masked.map { String(decoding: $0.jsonBytes, as: UTF8.self) } == kept)
    }

    @Test("Tokens and card numbers in a path are hidden")
    func maskedPaths() {
        let token = String(repeating: "a", count: 43)
        #expect(Masking.path("/cards/4761%207325%208329%206743/x%20y") == "/cards/hidden/x%20y")
        #expect(Masking.path("/secure-views/\(token)") == "/secure-views/hidden")
        #expect(Masking.path("/a/f16ba382-eb42-481a-b08f-c57bdc9aae24") == "/a/f16ba382-eb42-481a-b08f-c57bdc9aae24")
        #expect(
            Masking.path("/v1/12345678-1234-4123-8123-123456789012/4761/7325/8329/6743")
                == "/hidden/12345678-1234-4123-8123-123456789012/hidden/hidden/hidden/hidden")
    }
}
