import Authorizing
import Cards
import Foundation
import HTTPTypes
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@testable import AdministrationServer

@Suite("Drafts of controls over HTTP")
struct RulesStoryTests {
    private static let body = #"{"blockedCountries": ["DE"], "limits": [{"window": "DAY", "amount": 5000}]}"#
    private static let days = #"{"firstDay": "2026-03-15", "lastDay": "2026-03-15"}"#

    /// Makes a second page of a list with one difference.
    private static func pages(of path: String, on bench: AdministrationBench) async throws {
        try await bench.fixture.issuing.database.execute(script: """
            INSERT INTO shadow_difference
            SELECT customer_id, 'Q.' || n, card_id, program_name, draft_version, response_code, reason, draft_code,
                   draft_reason, amount, currency, merchant_category, merchant_country, received_at
            FROM shadow_difference, generate_series(1, 500) n
            """)
        let first = try await bench.ask(.get, path, as: .auditor)
        let next = try #require(first.text.firstMatch(of: /"next":"([^"]+)"/)).output.1
        let second = try await bench.ask(.get, "\(path)?after=\(next)", as: .auditor)
        let counts = [first, second].map { $0.text.matches(of: /"networkReference":"/).count }
        #expect(counts == [500, 1] && !second.text.contains(#""next""#), "\(next): \(second.text)")
        for (wrong, status) in [("P2", 400), ("2.-1.P2", 400), ("1.0.P2", 403)] {
            let refused = try await bench.ask(.get, "\(path)?after=\(wrong)", as: .auditor)
            #expect(refused.status == status, "\(refused.text)")
        }
    }

    @Test("A draft is tried on stored messages and in shadow, and a second operator promotes the version that was seen")
    func story() async throws {
        let bench = try await AdministrationBench()
        let card = try await bench.fixture.loadedCard(with: 5000)
        let path = "/rules/\(card.program)"
        try await bench.fixture.pay("P1", with: card)
        let none = try await bench.ask(.get, path, as: .viewer)
        #expect(none.status == 404, "\(none.text)")
        let wrong = try await bench.ask(.put, path, #"{"blockedCountries": ["DEU"]}"#, as: .operations)
        #expect(wrong.status == 400 && wrong.text.contains("blockedCountries"), "\(wrong.text)")
        let made = try await bench.ask(.put, path, Self.body, as: .operations)
        #expect(made.status == 200 && made.text.contains(#""status":"OPEN","version":1"#), "\(made.text)")

        let tried = try await bench.ask(.post, "\(path)/backtest", Self.days, as: .auditor)
        #expect(tried.status == 200, "\(tried.text)")
        for part in [
            #""cards":1,"judged":1,"declined":1"#, #""networkReference":"P1""#, #""recordedCode":"00""#,
            #""draftCode":"57","draftReason":"COUNTRY_NOT_ALLOWED""#,
        ] { #expect(tried.text.contains(part), "\(part): \(tried.text)") }
        for days in [
            #"{"firstDay": "2026-03-15", "lastDay": "2026-03-14"}"#, #"{"firstDay": "today", "lastDay": "2026-03-15"}"#,
            #"{"firstDay": "2026-03-15", "lastDay": "2026-03-15", "next": "1"}"#,
        ] {
            let refused = try await bench.ask(.post, "\(path)/backtest", days, as: .operations)
            #expect(refused.status == 400, "\(refused.text)")
        }

        for _ in 1...2 {
            let shadow = try await bench.ask(.post, "\(path)/shadow", as: .operations)
            #expect(shadow.text.contains(#""status":"SHADOW","version":2"#), "\(shadow.text)")
        }
        try await bench.fixture.pay("P2", with: card)
        let differences = try await bench.ask(.get, "\(path)/differences", as: .auditor)
        #expect(differences.text.contains(#""networkReference":"P2""#), "\(differences.text)")
        #expect(!differences.text.contains(#""next""#), "\(differences.text)")
        try await Self.pages(of: "\(path)/differences", on: bench)

        let late = try await bench.ask(.post, "\(path)/versions/1/promote", as: .operations)
        #expect(late.status == 403 && late.text.contains("it has version 2 now"), "\(late.text)")
        let change = try await bench.propose(.post, "\(path)/versions/2/promote", "")
        #expect(try await bench.fixture.pay("P3", with: card).answer.code == .approved)
        #expect(try await bench.approve(change, by: .first).status == 403)
        #expect(try await bench.approve(change).status == 200)
        #expect(try await bench.fixture.pay("P4", with: card).answer.code == .notAllowedToCard)
        let list = try await bench.ask(.get, "/rules", as: .viewer)
        #expect(list.text.contains(#""drafts":[]"#), "\(list.text)")
        let acts = try await bench.fixture.texts("""
            SELECT concat_ws(' ', act, operator) FROM audit.audit_event
            WHERE act LIKE 'RULES%' OR act = 'CHANGE_APPROVED' AND outcome = 'DONE' ORDER BY number
            """)
        #expect(acts == [
            "RULES_DRAFTED operator", "RULES_SHADOWED operator", "CHANGE_APPROVED second-operator",
            "RULES_PROMOTED second-operator",
        ])
    }
}
