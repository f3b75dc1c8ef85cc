import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing

@testable import Dintero

@Suite("Many requests at once for one transaction of Dintero")
struct StormTests {
    /// Sends 20 requests at once, and counts each answer.
    private static func storm(
        _ request: @escaping @Sendable (Int) async throws -> String
    ) async throws -> [String: Int] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 { group.addTask { try await request(number) } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("A void wins or loses against captures, never both", arguments: 0..<3)
    func voidOrCapture(round: Int) async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let answers = try await Self.storm { number in
            let isVoid = (number + round).isMultiple(of: 2)
            let answer = isVoid
                ? try await fixture.change("void", id) : try await fixture.change("capture", id, ["amount": 1000])
            return "\(isVoid ? "void" : "capture") \(answer.words)"
        }
        let (voids, captures) = (answers["void 200", default: 0], answers["capture 200", default: 0])
        #expect(voids == 1 && captures == 0 || voids == 0 && captures == 10, "\(answers)")
        let read = try await fixture.ask(.get, "/v1/transactions/\(id)")
        #expect(read["status"] == (voids == 1 ? "AUTHORIZATION_VOIDED" : "PARTIALLY_CAPTURED"))
    }

    @Test("A session is cancelled or captured, never both", arguments: 0..<3)
    func cancelOrCapture(round: Int) async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let session = try #require(try await fixture.ask(.get, "/v1/transactions/\(id)")["session_id"])
        let answers = try await Self.storm { number in
            let isCancel = (number + round).isMultiple(of: 2)
            let answer = isCancel
                ? try await fixture.ask(.post, "/v1/sessions/\(session)/cancel")
                : try await fixture.change("capture", id, ["amount": 1000])
            return "\(isCancel ? "cancel" : "capture") \(answer.words)"
        }
        let isCancelled = try await fixture.ask(.get, "/v1/sessions/\(session)")["cancelled_at"] != nil
        #expect(answers["cancel 200", default: 0] == (isCancelled ? 10 : 0), "\(answers)")
        #expect(answers["capture 200", default: 0] == (isCancelled ? 0 : 10), "\(answers)")
    }

    @Test("Captures and refunds at once never take or give more than there is")
    func amounts() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let captures = try await Self.storm { _ in try await fixture.change("capture", id, ["amount": 3000]).words }
        #expect(captures == ["200": 6, "400 AMOUNT_TOO_LARGE": 14])
        let refunds = try await Self.storm { _ in try await fixture.change("refund", id, ["amount": 4000]).words }
        #expect(refunds == ["200": 4, "400 AMOUNT_TOO_LARGE": 16])
    }

    @Test("The same capture_reference captures once, however often it is sent")
    func reference() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let body: JSONValue = ["amount": 1000, "capture_reference": "shipment-1"]
        #expect(try await Self.storm { _ in try await fixture.change("capture", id, body).words } == ["200": 20])
        let events = try await fixture.ask(.get, "/v1/transactions/\(id)").events
        #expect(events.count { $0.text("event") == "CAPTURE" } == 1)
    }
}
