import Foundation
import Identifiers
import Ledger
import Testing

@testable import Authorizing

@Suite("The order in which messages were decided")
struct DecisionOrderTests {
    private static func message(_ insertion: Int64, at second: Double) throws -> KeptMessage {
        KeptMessage(
            reference: try #require(NetworkReference("m\(insertion)")), kind: .authorization, authorization: nil,
            answer: Ruling(code: .approved, reason: nil, approved: nil), lines: [], facts: nil,
            at: Date(timeIntervalSince1970: second), insertion: insertion)
    }

    @Test("A message that waited for the lock comes behind a later one, also if they are on two pages")
    func order() throws {
        var order = DecisionOrder()
        let first = try order.adding(
            [Self.message(1, at: 0), Self.message(4, at: 10), Self.message(2, at: 100)], isLast: false)
        // The message 3 may still come.
        #expect(first.map(\.insertion) == [1])
        let second = try order.adding([Self.message(3, at: 101), Self.message(5, at: 200)], isLast: false)
        #expect(second.map(\.insertion) == [2, 3, 4])
        let (third, nothing) = (order.adding([], isLast: true), order.adding([], isLast: true))
        #expect(third.map(\.insertion) == [5] && nothing.isEmpty)
    }
}
