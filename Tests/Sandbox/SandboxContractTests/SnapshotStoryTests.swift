import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

@Suite("Snapshots of the sandbox")
struct SnapshotStoryTests {
    private struct Difference: Decodable {
        struct Row: Decodable {
            let table, change: String
        }

        let name: String
        let total: Int
        let rows: [Row]
    }

    @Test("A test takes a snapshot, sees the differences and restores it")
    func story() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let taken = try await service.sandbox("POST", "/snapshots", #"{"name":"one-card"}"#)
            #expect(taken.status == 201)
            #expect(taken.text == #"{"name":"one-card","takenDate":"2026-03-15T12:00:00Z"}"#)
            #expect(try await service.sandbox("GET", "/snapshots").text == #"{"snapshots":[\#(taken.text)]}"#)

            _ = try await cards.update(card.cardId, .status("LOCKED"))
            let another = try await cards.create(.virtual)
            let answer = try await service.sandbox("GET", "/snapshots/one-card/diff")
            let difference: Difference = try answer.decoded()
            #expect(difference.name == "one-card" && difference.total == difference.rows.count)
            #expect(difference.rows.map { "\($0.table) \($0.change)" } == [
                "idempotent_answer ADDED", "issued_pan ADDED", "card ADDED", "card CHANGED", "card_allowance CHANGED",
                "card_status_history ADDED", "card_status_history ADDED",
            ])
            #expect(answer.text.contains(
                #""columns":{"status":{"is":"LOCKED","was":"ACTIVE"},"changes":{"is":2,"was":1},"#
                    + #""returns_to":{"is":"ACTIVE"}}"#))

            let restored = try await service.sandbox("POST", "/snapshots/one-card/restore")
            #expect(restored.status == 204 && restored.body.isEmpty)
            #expect(try await cards.getAll().cards == [card])
            await expectProblem(.entityNotFound, "There is no such card.") { try await cards.get(another.cardId) }
            let none = #"{"name":"one-card","takenDate":"2026-03-15T12:00:00Z","total":0,"rows":[]}"#
            #expect(try await service.sandbox("GET", "/snapshots/one-card/diff").text == none)

            #expect(try await service.sandbox("DELETE", "/snapshots/one-card").status == 204)
            #expect(try await service.sandbox("GET", "/snapshots").text == #"{"snapshots":[]}"#)
        }
    }

    @Test("A refusal names the snapshot, or the accepted names")
    func refusals() async throws {
        try await withSandboxService { service in
            func holds(_ method: String, _ path: String, _ body: String, _ status: Int, _ text: String) async throws {
                let answer = try await service.sandbox(method, path, body)
                #expect(answer.status == status && answer.text.contains(text), "\(method) \(path): \(answer.text)")
            }
            try await holds("POST", "/snapshots", #"{"name":"a"}"#, 201, "")
            try await holds("POST", "/snapshots", #"{"name":"a"}"#, 409, "A snapshot a exists already; delete it")
            try await holds("POST", "/snapshots", "{}", 400, #"{"field":"name","error":"is required"}"#)
            try await holds("POST", "/snapshots", #"{"name":"a b"}"#, 400, "must be 1 to 60 of the characters")
            try await holds("GET", "/snapshots/b/diff", "", 404, "There is no snapshot b; GET /sandbox/snapshots")
            try await holds("POST", "/snapshots/b/restore", "", 404, "There is no snapshot b;")
            try await holds("DELETE", "/snapshots/b", "", 404, "There is no snapshot b;")
            try await holds("DELETE", "/snapshots/%20", "", 400, "must be 1 to 60 of the characters")
            try await holds("GET", "/snapshots/a", "", 405, "supported: DELETE")
        }
    }
}
