import Cards
import Foundation
import Identifiers
import Issuing
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Overview of many customers")
struct LookAtCustomersTests {
    @Test("A brand's customers are found among a thousand newer ones of another brand, with and without a search")
    func brand() async throws {
        let fixture = try await IssuingFixture.make(seed: 1)
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('small')")
        let mine = try await fixture.enrol(in: "small")
        let card = try await fixture.issue(.virtualVisa, to: try await fixture.enrol())
        try await fixture.issuing.database.execute(script: """
            INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
            SELECT 900000000 + n, 'demo', 'BG', 'Ada', 'Byron', '+1 1', '2026-01-01Z' FROM generate_series(1, 1001) n
            """)
        func found(_ search: String? = nil, of brand: String? = nil) async throws -> [CustomerID] {
            try await fixture.sandbox.customers(matching: search, of: brand, limit: 20, offset: 0).customers.map(\.id)
        }
        #expect(try await found(of: "small") == [mine])
        for search in ["ada", "byr", mine.description] {
            #expect(try await found(search, of: "small") == [mine], "\(search)")
        }
        #expect(try await found(card.lastFour, of: "small").isEmpty)
        #expect(try await found(card.lastFour, of: "demo") == [card.customer])
        #expect(try await !found().contains(mine))
    }
}
