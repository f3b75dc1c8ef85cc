import Foundation
import Testing

@testable import CardPointe

@Suite("Dates at CardPointe")
struct GatewayDateTests {
    @Test("A date without a year is the latest one that has begun", arguments: [
        ("1231", "20251231"), ("0101", "20260101"), ("0102", "20250102"), ("0229", nil), ("20260102", "20260102"),
        ("1301", nil), ("126", nil), ("", nil),
    ] as [(String, String?)])
    func days(text: String, day: String?) throws {
        // 1 January 2026, 00:00:01
        let now = Date(timeIntervalSince1970: 1_767_225_601)
        #expect(GatewayDate.day(text, at: now).map { GatewayDate.day($0.lowerBound) } == day)
    }
}
