import Administration
import Authorizing
import Cards
import ContractTestSupport
import Foundation
import HTTPTypes
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport

@testable import AdministrationServer

@Suite("Clearing files over HTTP")
struct ClearingStoryTests {
    private static let file = "/clearing/files/VISA-2026-03-15"

    @Test("A file is loaded once; its break is listed, resolved by name and told in the trail; the position is settled")
    func story() async throws {
        let bench = try await AdministrationBench()
        let card = try await bench.fixture.loadedCard(with: 5000)
        let paid = try #require(try await bench.fixture.pay("P1", with: card).authorization)
        let alone = try await bench.ask(.put, "/clearing/interchange", "{}", as: .operations)
        #expect([404, 405].contains(alone.status), "a price is a change of two operators: \(alone.text)")
        let settings = """
            programs:
              \(card.program):
                cardType: VIRTUAL
                scheme: VISA
                region: EEA
                currencies: [EUR, BGN, PLN, RON]
                interchange:
                  - {currency: EUR, basisPoints: 20, fixed: 1}
            """
        let change = try await bench.propose(.put, "/settings", settings)
        #expect(try await bench.fixture.administration.interchangeRates() == [], "nothing changes before")
        let set = try await bench.approve(change)
        #expect(set.status == 200, "\(set.text)")
        let rates = try await bench.ask(.get, "/clearing/interchange", as: .auditor)
        #expect(rates.text.contains(#""basisPoints":20,"fixed":1"#), "\(rates.text)")
        let text = """
            record,networkReference,authorizationId,currencyCode,amount,isFinal,count
            CLEARING,C1,\(paid),EUR,1234,true,
            CLEARING,C2,\(paid),EUR,1234,true,
            TOTAL,,,EUR,2468,,2
            END,,,,,,2

            """
        for takenBefore in [0, 2] {
            let loaded = try await bench.ask(.put, Self.file, text, as: .operations, mediaType: "text/csv")
            #expect(loaded.status == 200, "\(loaded.text)")
            #expect(loaded.text.contains(#""takenBefore":\#(takenBefore)"#), "\(loaded.text)")
        }
        let wrong = try await bench.ask(
            .put, Self.file, text.replacing("2468", with: "1"), as: .operations, mediaType: "text/csv")
        #expect(wrong.status == 400 && wrong.text.contains("(line 5, column"), "\(wrong.text)")
        let other = try await bench.ask(
            .put, Self.file, text.replacing("C2", with: "C3"), as: .operations, mediaType: "text/csv")
        #expect(other.status == 403, "\(other.text)")

        let list = try await bench.ask(.get, "/clearing/breaks", as: .viewer)
        #expect(list.text.contains(#""kind":"DOUBLED""#) && !list.text.contains("next"), "\(list.text)")
        let id = try #require(list.text.firstMatch(of: /"breakId":"([^"]+)"/)).output.1
        let resolving = "/clearing/breaks/\(id)/resolve"
        try await Self.expectRefusals(of: resolving, at: bench)
        let resolved = try await bench.ask(.post, resolving, #"{"reason": "Sent twice."}"#, as: .operations)
        #expect(resolved.status == 200 && resolved.text.contains(#""resolvedBy":"operator""#), "\(resolved.text)")
        let again = try await bench.ask(.post, resolving, #"{"reason": "Sent twice."}"#, as: .operations)
        #expect(again.status == 403 && again.text.contains("Sent twice."), "\(again.text)")
        let acts = try await bench.fixture.texts("""
            SELECT act FROM audit.audit_event WHERE act LIKE 'CLEARING%' OR act = 'SETTINGS_CHANGED' ORDER BY number
            """)
        #expect(acts == ["SETTINGS_CHANGED", "CLEARING_LOADED", "CLEARING_BREAK_RESOLVED"])

        let settling = "/clearing/positions/2026-03-15/VISA/EUR/settle"
        let early = try await bench.ask(.post, settling, as: .operations)
        #expect(early.status == 403, "\(early.text)")
        let tomorrow = try await bench.server(after: 86_400)
        let settled = try await tomorrow.ask(.post, settling, as: .operations)
        // 0.2 % of 12.34 is 0.02, and 0.01 more.
        #expect(settled.status == 200 && settled.text.contains(#""net":"1231""#), "\(settled.text)")
        let positions = try await bench.ask(.get, "/clearing/positions/2026-03-01/2026-03-31", as: .auditor)
        #expect(positions.text.contains("settledDate"), "\(positions.text)")
        #expect(try await bench.fixture.ledgerFindings() == [])
    }

    private static func expectRefusals(of resolving: String, at bench: AdministrationBench) async throws {
        for body in [
            #"{"reason": ""}"#, "{}", #"{"reason": "a", "lossTo": "AMEX"}"#, #"{"reason": "a", "lossTo": "MC"}"#,
        ] {
            let refused = try await bench.ask(.post, resolving, body, as: .operations)
            #expect(refused.status == 400, "\(refused.text)")
        }
        let wrongTwice = try await bench.ask(
            .post, resolving, #"{"reason": "", "lossTo": "AMEX"}"#, as: .operations)
        let fields = wrongTwice.text.matches(of: /"field":"([^"]+)"/).map { String($0.output.1) }
        #expect(fields.sorted() == ["lossTo", "reason"], "all wrong fields at once: \(wrongTwice.text)")
    }

    @Test("A line that comes again after its loss says so in the list, and a second loss is refused")
    func lostTwice() async throws {
        let bench = try await AdministrationBench()
        var resolved: [(id: String, status: Int, text: String)] = []
        for (file, amount) in [("ONE", 1000), ("TWO", 1234)] {
            let text = """
                record,networkReference,authorizationId,currencyCode,amount,isFinal,count
                CLEARING,C1,1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1,EUR,\(amount),true,
                TOTAL,,,EUR,\(amount),,1
                END,,,,,,1

                """
            let loaded = try await bench.ask(
                .put, "/clearing/files/\(file)", text, as: .operations, mediaType: "text/csv")
            #expect(loaded.status == 200, "\(loaded.text)")
            let list = try await bench.ask(.get, "/clearing/breaks", as: .viewer)
            if let first = resolved.first {
                let loss = "as a loss of 10.00 EUR: break \(first.id), line 2 of ONE."
                let explanation = #""explanation":"The reference C1 was paid before \#(loss)""#
                #expect(list.text.contains(explanation), "\(list.text)")
                #expect(list.text.contains(#""kind":"DOUBLED""#) && !list.text.contains("authorizedAmount"))
            } else {
                #expect(!list.text.contains("explanation"), "\(list.text)")
            }
            let id = try #require(list.text.firstMatch(of: /"breakId":"([^"]+)"/)).output.1
            let body = #"{"reason": "It is paid.", "lossTo": "VISA"}"#
            let answer = try await bench.ask(.post, "/clearing/breaks/\(id)/resolve", body, as: .operations)
            resolved.append((String(id), answer.status, answer.text))
        }
        #expect(resolved.map(\.status) == [200, 403])
        let told = try #require(resolved.last).text
        #expect(told.contains("\(resolved[0].id), line 2 of ONE. This break is still open."), "\(told)")
        #expect(told.contains("Resolve it without a loss."), "\(told)")
    }

    @Test("Every open break is on one page, also if breaks have the same time or are resolved meanwhile")
    func pages() async throws {
        let bench = try await AdministrationBench()
        // Three quarters of them are of one moment, and the first page ends among them.
        try await bench.fixture.scratch.database.execute(script: """
            INSERT INTO issuing.clearing_break (
                break_id, kind, authorization_id, is_booked, authorized, authorized_currency, opened_at)
            SELECT md5(n::text)::uuid, 'MISSING', md5(n::text)::uuid, false, 1, 'EUR',
                   '2026-03-01Z'::timestamptz + CASE WHEN n > 250 THEN interval '1 day' ELSE n * interval '1 s' END
            FROM generate_series(1, 1000) n
            """)
        var found: [String] = []
        var next: String?
        var sizes: [Int] = []
        repeat {
            let path = "/clearing/breaks?kind=MISSING" + (next.map { "&after=\($0)" } ?? "")
            let page = try await bench.ask(.get, path, as: .viewer)
            try #require(page.status == 200, "\(page.text)")
            let ids = page.text.matches(of: /"breakId":"([^"]+)"/).map { String($0.output.1) }
            (sizes, found) = (sizes + [ids.count], found + ids)
            next = page.text.firstMatch(of: /"next":"([^"]+)"/).map { String($0.output.1) }
            if sizes.count == 1 {
                let last = try #require(next)
                let resolved = try await bench.ask(
                    .post, "/clearing/breaks/\(last)/resolve", #"{"reason": "It came."}"#, as: .operations)
                #expect(resolved.status == 200, "\(resolved.text)")
            }
        } while next != nil && sizes.count < 4
        #expect(sizes == [500, 500, 0])
        #expect(Set(found).count == 1000)

        let others = try await bench.ask(.get, "/clearing/breaks?kind=AMOUNT", as: .viewer)
        #expect(others.status == 200 && !others.text.contains("breakId"), "\(others.text)")
        let unknown = "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701"
        for (query, field) in [("kind=ALL", "kind"), ("after=1", "after"), ("after=\(unknown)", "after")] {
            let refused = try await bench.ask(.get, "/clearing/breaks?\(query)", as: .viewer)
            #expect(refused.status == 400 && refused.text.contains(#""field":"\#(field)""#), "\(refused.text)")
        }
    }
}
