import Cards
import Foundation
import Testing

@Suite("Expiry date of a card")
struct ExpiryDateTests {
    @Test("The expiry month is counted in UTC", arguments: [
        ("2026-11-21T09:00:00Z", 36, "11/2029"),
        ("2026-11-21T09:00:00Z", 0, "11/2026"),
        ("2026-11-21T09:00:00Z", 1, "12/2026"),
        ("2026-11-21T09:00:00Z", 2, "1/2027"),
        ("2026-12-31T23:59:59Z", 12, "12/2027"),
        ("2026-12-31T23:59:59Z", 1, "1/2027"),
        ("2027-01-01T00:00:00Z", 11, "12/2027"),
        ("2027-01-31T12:00:00Z", 1, "2/2027"),
        ("2024-02-29T12:00:00Z", 60, "2/2029"),
        ("2026-11-30T23:30:00-05:00", 0, "12/2026"),
        ("2026-12-01T00:30:00+02:00", 0, "11/2026"),
    ])
    func expiryMonth(issued: String, months: Int, printed: String) throws {
        let expiry = Expiry(months: months, after: try date(issued))
        #expect("\(expiry.month)/\(expiry.year)" == printed)
    }

    @Test("A card is valid until the end of its expiry month", arguments: [
        (1, 2027, "2027-02-01T00:00:00Z"),
        (2, 2028, "2028-03-01T00:00:00Z"),
        (11, 2029, "2029-12-01T00:00:00Z"),
        (12, 2029, "2030-01-01T00:00:00Z"),
        (12, 2099, "2100-01-01T00:00:00Z"),
    ])
    func endOfValidity(month: Int, year: Int, end: String) throws {
        #expect(Expiry(month: month, year: year).end == (try date(end)))
    }

    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }
}
