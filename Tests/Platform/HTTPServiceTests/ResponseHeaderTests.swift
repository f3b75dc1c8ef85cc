import Foundation
import Testing

@testable import HTTPService

@Suite("The id and the date of a response")
struct ResponseHeaderTests {
    @Test("Ids are UUIDs of version 8 that count up from a random start")
    func ids() throws {
        let first = try #require(UUID(uuidString: "0f1e2d3c-4b5a-4978-bfff-fffffffffffe"))
        let ids = RequestIDs(after: first)
        #expect(ids.next() == "0f1e2d3c-4b5a-8978-bfff-ffffffffffff")
        #expect(ids.next() == "0f1e2d3c-4b5a-8978-8000-000000000000", "the count goes on from the beginning")
        #expect(ids.next() == "0f1e2d3c-4b5a-8978-8000-000000000001")
    }

    @Test("Many threads get different ids")
    func simultaneousIDs() async throws {
        let ids = RequestIDs(after: try #require(UUID(uuidString: "0f1e2d3c-4b5a-4978-bfff-fffffffffffe")))
        let drawn = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { (0..<1000).map { _ in ids.next() } } }
            return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        #expect(drawn.count == 8000)
    }

    /// The first is the example of RFC 9110, section 5.6.7.
    @Test("A date has the fixed length of RFC 9110", arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
    ])
    func date(_ second: Int, _ text: String) { #expect(DateHeader.text(of: second) == text) }
}
