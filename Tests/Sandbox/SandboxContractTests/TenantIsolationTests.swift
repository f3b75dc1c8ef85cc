import AsyncHTTPClient
import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import Testing

@Suite("Tenants do not affect each other", .timeLimit(.minutes(20)))
struct TenantIsolationTests {
    private static let requestsEach = 1000

    /// The fault of each tenant; empty for none. Each tenant also has its own clock.
    private static let faults = [
        "",
        #"{"fault":"STATUS","status":503,"operation":"listPrograms","percent":50}"#,
        #"{"fault":"ANSWER_LOST","operation":"createCard","onlyWithIdempotencyKey":true,"times":3}"#,
        #"{"fault":"LATENCY","milliseconds":1,"operation":"getCard","percent":10}"#,
        #"{"fault":"CONNECTION_RESET","operation":"listPrograms","times":4}"#,
        #"{"fault":"STATUS","status":429,"operation":"getCard","percent":20}"#,
        #"{"fault":"STATUS","status":500,"operation":"listCards"}"#,
        "",
    ]

    @Test("8 tenants with their own clocks and faults get 1,000 requests each at once, without a leak")
    func noLeak() async throws {
        try await withSandboxService { service in
            let runs = try await withThrowingTaskGroup(of: Run.self) { tasks in
                for (index, fault) in Self.faults.enumerated() {
                    tasks.addTask {
                        var run = try await Run(index, fault: fault, at: service)
                        try await run.ask(Self.requestsEach)
                        return run
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(runs.flatMap(\.cards)).count == runs.map(\.cards.count).reduce(0, +))
            for run in runs { try await run.expectNothingElse() }
            for path in ["/requests", "/coverage"] {
                let own = try await service.sandbox("GET", path).text
                #expect(own.contains(#""numberOfRecords":0"#) || own.contains(#""operations":{"seen":0"#))
            }
            #expect(try await service.faults().text == #"{"seed":0,"rules":[]}"#)
        }
    }

    /// A test run in its own tenant, with the answers that it gets there.
    private struct Run: Sendable {
        let tenant: LiveService
        let year: Int
        let fault: String
        let token: String
        private(set) var cards: [String] = []
        /// The status of every answer; nil if there was none.
        private(set) var statuses: [Int?] = []
        private(set) var faults: Set<String> = []

        init(_ index: Int, fault: String, at service: LiveService) async throws {
            year = 2030 + index
            self.fault = fault
            let body = #"{"name":"t\#(index)","now":"\#(year)-06-01T00:00:00Z"}"#
            let made = try await service.sandbox("POST", "/tenants", body)
            guard made.status == 201 else { throw NoAnswer(received: made.text) }
            tenant = service.tenant("t\(index)")
            token = try await tenant.token(of: .ivana)
            for _ in 1...3 { cards.append(try await tenant.cards(of: .ivana).create(.virtual).cardId) }
            #expect(try await tenant.sandbox("DELETE", "/requests").status == 204)
            if !fault.isEmpty { try await tenant.setFaults(fault) }
        }

        /// Reads cards and programs, and orders a card with every tenth request, which soon exceeds the program's
        /// limit.
        mutating func ask(_ count: Int) async throws {
            for number in 0..<count {
                switch number % 10 {
                case 0: try await ask("POST", cardsPath, key: "key-\(number)")
                case 1, 2: try await ask("GET", cardsPath)
                case 3: try await ask("GET", "/digitalwallets/v1/profile/prepaid/programs")
                default: try await ask("GET", "\(cardsPath)/\(cards[number % 3])")
                }
            }
        }

        private mutating func ask(_ method: String, _ path: String, key: String? = nil) async throws {
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(tenant.publicPort)\(tenant.base)\(path)")
            request.method = HTTPMethod(rawValue: method)
            request.headers.add(name: "Authorization", value: "Bearer \(token)")
            if let key {
                request.headers.add(name: "Idempotency-Key", value: key)
                request.headers.add(name: "Content-Type", value: "application/json")
                request.body = .bytes(ByteBuffer(bytes: CreateCardBody.virtual.jsonBytes))
            }
            do {
                let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
                let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
                statuses.append(Int(answer.status.code))
                if let fault = answer.headers.first(name: "Tessera-Fault") { faults.insert(fault) }
                guard method == "POST" || path != cardsPath, answer.status == .created || answer.status == .ok,
                    text.contains(#""cardId""#)
                else { return }
                #expect(text.contains(#""createdDate":"\#(year)-06-01T00:00:00Z""#))
                if method == "POST" {
                    cards.append(try JSONDecoder().decode(CardBody.self, from: Data(text.utf8)).cardId)
                }
            } catch {
                statuses.append(nil)
            }
        }

        /// Expects that the journal, the cards, the clock and the faults show only this run.
        func expectNothingElse() async throws {
            let name = "year \(year), \(fault)"
            let kind = fault.firstMatch(of: /"fault":"(\w+)"/).map { String($0.1) }
            #expect(faults.isSubset(of: kind.map { [$0] } ?? []), "\(name)")
            let silent = ["ANSWER_LOST": 3, "CONNECTION_RESET": 4][kind ?? ""] ?? 0
            #expect(statuses.count { $0 == nil } == silent, "\(name)")
            for status in [429, 500, 503] {
                let isMeant = fault.contains(#""status":\#(status)"#)
                #expect(statuses.contains { $0 == status } == isMeant, "\(name): \(status)")
            }
            struct Journal: Decodable {
                let requests: [Entry]
                struct Entry: Decodable {
                    let customerId: String
                    let status: Int?
                    let time: Timestamp
                    let pathParameters: [String: String]?
                }
            }
            let journal: Journal = try await tenant.journal("?limit=1000&offset=0").decoded(expecting: 200)
            #expect(journal.requests.count == statuses.count, "\(name)")
            let asked = Set(journal.requests.compactMap { $0.pathParameters?["cardId"] })
            #expect(asked == Set(cards.prefix(3)), "\(name)")
            #expect(journal.requests.allSatisfy { $0.time.description == "\(year)-06-01T00:00:00Z" }, "\(name)")
            #expect(try await tenant.sandbox("DELETE", "/faults").status == 204)
            let held = try await tenant.cards(of: .ivana).getAll().cards
            #expect(held.allSatisfy { $0.createdDate.description == "\(year)-06-01T00:00:00Z" }, "\(name)")
            let isLossy = kind == "ANSWER_LOST"
            #expect(held.count == 5 && (isLossy || Set(held.map(\.cardId)) == Set(cards)), "\(name)")
        }
    }
}
