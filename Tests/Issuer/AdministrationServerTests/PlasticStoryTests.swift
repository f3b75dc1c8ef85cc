import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Issuing
import IssuingTestSupport
import Testing
import TestSupport

@testable import AdministrationServer

@Suite("Plastic over HTTP")
struct PlasticStoryTests {
    private static let key = PlasticWritingBody.members.first.flatMap(\.declaration.example)

    private static func body(_ rest: String = "") throws -> String {
        let pem = try #require(key).replacing("\n", with: "\\n")
        return #"{"publicKey": "\#(pem)"\#(rest)}"#
    }

    @Test("An operator orders plastic, gets the file again, and loads the bureau's reports; the trail has each act")
    func story() async throws {
        let bench = try await AdministrationBench()
        let none = try await bench.ask(.post, "/plastic/orders", Self.body(), as: .operations)
        #expect(none.status == 200 && none.text == "{}", "\(none.text)")
        let card = try await bench.fixture.issue(.physicalMastercard, to: bench.fixture.enrol())
        for wrong in [#"{"publicKey": "no key"}"#, "{}", try Self.body(#", "limit": 1001"#)] {
            let refused = try await bench.ask(.post, "/plastic/orders", wrong, as: .operations)
            #expect(refused.status == 400, "\(refused.text)")
        }
        let ordered = try await bench.ask(.post, "/plastic/orders", Self.body(#", "limit": 10"#), as: .operations)
        #expect(ordered.status == 200 && ordered.text.contains(#""number":1,"cards":1"#), "\(ordered.text)")
        #expect(ordered.text.contains("eyJhbGciOiJFQ0RILUVTIi"), "A line is a JWE: \(ordered.text)")
        let again = try await bench.ask(.post, "/plastic/orders/1/write", Self.body(), as: .operations)
        #expect(again.status == 200 && again.text.contains(#""writtenCards":1"#), "\(again.text)")
        for (number, status) in [("2", 404), ("0", 400), ("x", 400)] {
            let refused = try await bench.ask(.post, "/plastic/orders/\(number)/write", Self.body(), as: .operations)
            #expect(refused.status == status, "\(refused.text)")
        }
        let list = try await bench.ask(.get, "/plastic/orders", as: .auditor)
        #expect(list.status == 200 && list.text.contains(#""number":1"#), "\(list.text)")

        let reports = "cardReference,status\n\(card.id),DISPATCHED\n\(card.id),LOST\n"
        let loaded = try await bench.ask(
            .put, "/plastic/reports/BUREAU-1", reports, as: .operations, mediaType: "text/csv")
        #expect(loaded.status == 200, "\(loaded.text)")
        #expect(loaded.text.contains(#""lines":2,"changes":1,"wrong":1,"faults":[{"line":3"#), "\(loaded.text)")
        let other = try await bench.ask(
            .put, "/plastic/reports/BUREAU-2", "record\n", as: .operations, mediaType: "text/csv")
        #expect(other.status == 400 && other.text.contains("cardReference,status"), "\(other.text)")
        let acts = try await bench.fixture.texts("""
            SELECT concat_ws(' ', act, operator) FROM audit.audit_event
            WHERE act LIKE 'PLASTIC%' OR act = 'CARD_EVENT_RECORDED' ORDER BY number
            """)
        #expect(acts == [
            "PLASTIC_ORDERED operator", "PLASTIC_ORDER_WRITTEN operator", "PLASTIC_ORDER_WRITTEN operator",
            "CARD_EVENT_RECORDED operator",
        ])
    }
}
