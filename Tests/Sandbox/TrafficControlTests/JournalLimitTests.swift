import Foundation
import HTTPService
import HTTPTypes
import NIOCore
import Testing

@testable import TrafficControl

/// Tests the journal without a service.
@Suite("The journal keeps the latest requests")
struct JournalLimitTests {
    private static func request(_ bytes: Int = 0) -> JournalEntry {
        JournalEntry(
            RecordedRequest(
                time: .distantPast, method: "GET", path: "/", operation: nil, gateway: nil, subject: nil, query: [],
                headers: [], body: .nothing, tool: nil, status: 200,
                answer: .json([UInt8](repeating: UInt8(ascii: "1"), count: bytes)), codes: [],
                explanation: nil, requestID: "", milliseconds: 0, faults: nil))
    }

    @Test("The oldest requests are dropped first, by count and by size")
    func limits() {
        var requests = RecentRequests(countLimit: 3, sizeLimitBytes: 10_000)
        for _ in 1...5 { requests.add(Self.request()) }
        #expect(requests.newestFirst.map(\.number) == [5, 4, 3])
        #expect(requests.count == 3 && requests.forgottenCount == 2)
        requests.add(Self.request(9_000))
        #expect(requests.newestFirst.map(\.number) == [6])
        requests.add(Self.request(20_000))
        #expect(requests.newestFirst.map(\.number) == [7], "one is kept, however large")
        let found = [6, 7, 8].map { Array(requests.newestFirst(only: $0)).count }
        #expect(found == [0, 1, 0])
        requests.forgetAll()
        #expect(requests.newestFirst.map(\.number) == [] && requests.forgottenCount == 0)
        requests.add(Self.request())
        #expect(requests.newestFirst.map(\.number) == [8])
    }

    /// A request that is kept as it was sent.
    private static func sent(header: Int = 0, body: Int = 0, answer: Int = 0) -> JournalEntry {
        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "1"), count: count) }
        var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/")
        if header > 0 { head.headerFields[.userAgent] = String(repeating: "x", count: header) }
        let buffer = ByteBuffer(bytes: bytes(body))
        return JournalEntry(
            Exchange(
                Request(head: head, body: .whole(buffer)), body: buffer,
                Response(status: .ok, jsonBytes: bytes(answer)),
                to: RecordedCall(operation: nil, requestID: "", to: ControlledService()),
                at: .distantPast, taking: .zero))
    }

    @Test("The size limit counts the text as it was sent, and reading an entry does not change its size", arguments: [
        (15_000, 0, 0), (0, 15_000, 0), (0, 0, 15_000), (5_000, 5_000, 5_000),
    ])
    func limitOfSent(_ header: Int, _ body: Int, _ answer: Int) {
        var requests = RecentRequests(countLimit: 100, sizeLimitBytes: 20_000)
        for _ in 1...2 { requests.add(Self.sent()) }
        requests.add(Self.sent(header: header, body: body, answer: answer))
        #expect(requests.newestFirst.map(\.number) == [3, 2, 1])
        requests.add(Self.sent(header: header, body: body, answer: answer))
        #expect(requests.newestFirst.map(\.number) == [4])
        for _ in 1...2 { requests.add(Self.sent()) }
        #expect(requests.newestFirst.map(\.number) == [6, 5, 4], "what was dropped no longer counts")
    }
}
