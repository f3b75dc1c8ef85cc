import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Issuing
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("Snapshots of accounts and payments")
struct PaymentSnapshotTests {
    @Test("A restored snapshot has the balances, the holds, the limits and the messages of its time")
    func restore() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            func play(_ body: String) async throws -> PaymentStoryTests.Answer {
                try await service.sandbox("POST", "/cards/\(card.cardId)/payments", body).decoded(expecting: 201)
            }
            let first = try #require(try await play(#"{"amount":1000,"networkReference":"R1"}"#).authorizationId)
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"paid"}"#).status == 201)
            let before = try await service.money()

            let second = try await play(#"{"amount":234,"networkReference":"R2"}"#)
            _ = try await play(#"{"kind":"CLEARING","authorizationId":"\#(first)"}"#)
            _ = try await play(#"{"kind":"REFUND","authorizationId":"\#(first)","amount":100}"#)
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            #expect(try await service.money() != before)
            #expect(try await service.sandbox("POST", "/snapshots/paid/restore").status == 204)
            #expect(try await service.money() == before)

            var query = ProfileQuery()
            query.inclusions = ["ACCOUNTS"]
            let account = try #require(try await cards.profile(query).accounts?.first)
            #expect(account.totalBalance == 5000 && account.availableBalance == 4000)
            #expect(try await cards.authorization(first).status == "APPROVED")
            let database = service.fixture.issuing.database
            #expect(try await CheckStatements.report(on: database, and: AuthorizationInvariants.all).findings == [])
            // The message of R2 was never sent, so it gets a new answer.
            let again = try await play(#"{"amount":234,"networkReference":"R2"}"#)
            #expect(again.responseCode == "00" && second.responseCode == "00")
            let cleared = try await play(#"{"kind":"CLEARING","authorizationId":"\#(first)"}"#)
            #expect(cleared.responseCode == "00")
            #expect(try await CheckStatements.report(on: database, and: AuthorizationInvariants.all).findings == [])
        }
    }
}

extension LiveService {
    /// Everything that payments have changed, in one text for each table.
    fileprivate func money() async throws -> [String] {
        let tables = [
            "account", "hold", "journal", "posting", "transaction", "\"authorization\"", "network_message", "spent",
        ]
        let sql = tables.map { table in
            "SELECT '\(table) ' || coalesce(string_agg(t::text, '; ' ORDER BY t::text), '') FROM \(table) t"
        }
        return try await fixture.issuing.database.read(Statement.evidence(sql.joined(separator: " UNION ALL "))())
    }
}
