import Administration
import Cards
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
    @Test("An operator sees the orders and loads the bureau's reports; nobody orders plastic over HTTP")
    func story() async throws {
        let bench = try await AdministrationBench()
        let card = try await bench.fixture.issue(.physicalMastercard, to: bench.fixture.enrol())
        let before = try await bench.ask(.get, "/plastic/orders", as: .auditor)
        #expect(before.status == 200 && before.text == #"{"files":[]}"#, "\(before.text)")
        for role in OperatorRole.allCases {
            let order = try await bench.ask(.post, "/plastic/orders", "{}", as: role)
            let write = try await bench.ask(.post, "/plastic/orders/1/write", "{}", as: role)
            #expect([404, 405].contains(order.status) && write.status == 404, "\(order.text) \(write.text)")
        }
        #expect(try await bench.fixture.administration.orderPlastic(atMost: 10)?.cards == 1)
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
        #expect(acts == ["PLASTIC_ORDERED", "CARD_EVENT_RECORDED operator"])
    }
}
