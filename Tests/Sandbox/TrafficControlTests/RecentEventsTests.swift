import Testing

@testable import TrafficControl

@Suite("The latest events and their readers")
struct RecentEventsTests {
    /// The limits are four events and two readers. This is a class, because the macros of a test take no value that
    /// changes.
    private final class Events {
        private var kept = RecentEvents(after: 100, countLimit: 4, readerLimit: 2)

        var isKept: Bool { kept.isKept }

        func join(after last: Int? = nil) -> Int? { kept.join(after: last) }
        func leave(_ reader: Int) { kept.leave(reader) }
        func add(_ kind: SandboxEvent.Kind, _ data: [UInt8]) -> Bool { kept.add(kind, data) }
        func hasMore(for reader: Int) -> Bool { kept.hasMore(for: reader) }
        func take(for reader: Int, atMost count: Int) -> RecentEvents.Batch { kept.take(for: reader, atMost: count) }

        func add(_ count: Int) {
            for _ in 0..<count { _ = kept.add(.card, []) }
        }
    }

    @Test("Events are kept only once there is a reader, which begins with the next event")
    func firstReader() throws {
        let events = Events()
        #expect(!events.isKept && !events.add(.card, [1]))
        let reader = try #require(events.join())
        #expect(!events.hasMore(for: reader) && events.take(for: reader, atMost: 9).isEmpty)
        #expect(events.add(.token, [2]))
        #expect(events.hasMore(for: reader))
        let batch = events.take(for: reader, atMost: 9)
        #expect(batch == .init(events: [.init(number: 101, kind: .token, data: [2])]))
        #expect(events.take(for: reader, atMost: 9).isEmpty)
    }

    @Test("Batches have the asked size, and readers do not affect each other")
    func batches() throws {
        let events = Events()
        let (one, other) = (try #require(events.join()), try #require(events.join()))
        events.add(3)
        #expect(events.take(for: one, atMost: 2).events.map(\.number) == [101, 102])
        #expect(events.take(for: one, atMost: 2).events.map(\.number) == [103])
        #expect(events.take(for: other, atMost: 9).events.map(\.number) == [101, 102, 103])
    }

    @Test("A reader that comes back gets the events that it missed")
    func resume() throws {
        let events = Events()
        let first = try #require(events.join())
        events.add(2)
        events.leave(first)
        events.add(2)
        let again = try #require(events.join(after: 101))
        #expect(events.take(for: again, atMost: 9) == .init(events: [
            .init(number: 102, kind: .card, data: []), .init(number: 103, kind: .card, data: []),
            .init(number: 104, kind: .card, data: []),
        ]))
    }

    @Test("A slow reader loses the oldest events and learns where the others continue")
    func slow() throws {
        let events = Events()
        let reader = try #require(events.join())
        events.add(6)
        let batch = events.take(for: reader, atMost: 2)
        #expect(batch.gap == 102 && batch.events.map(\.number) == [103, 104])
        let rest = events.take(for: reader, atMost: 9)
        #expect(rest.gap == nil && rest.events.map(\.number) == [105, 106])
    }

    @Test("A reader with an old, foreign or unknown number begins with a gap", arguments: [3, 99, 500, -1])
    func strangeNumbers(number: Int) throws {
        let events = Events()
        _ = try #require(events.join())
        events.add(5)
        let reader = try #require(events.join(after: number))
        #expect(events.hasMore(for: reader))
        let batch = events.take(for: reader, atMost: 9)
        #expect(batch.gap == 101 && batch.events.map(\.number) == [102, 103, 104, 105])
    }

    @Test("A reader learns about a gap even if there are no events")
    func emptyGap() throws {
        let events = Events()
        let reader = try #require(events.join(after: 7))
        #expect(events.hasMore(for: reader))
        #expect(events.take(for: reader, atMost: 9) == .init(gap: 100))
        #expect(!events.hasMore(for: reader))
    }

    @Test("Without a reader, events are kept up to the limit; a reader that comes back learns about the loss")
    func unheard() throws {
        let events = Events()
        let reader = try #require(events.join())
        events.add(1)
        events.leave(reader)
        events.add(4)
        #expect(events.isKept)
        events.add(1)
        #expect(!events.isKept)
        events.add(3)
        let again = try #require(events.join(after: 105))
        #expect(events.take(for: again, atMost: 9) == .init(gap: 106))
        events.add(1)
        #expect(events.take(for: again, atMost: 9).events.map(\.number) == [107])
    }

    @Test("The number of readers is limited, and a reader that leaves makes room")
    func limit() throws {
        let events = Events()
        let first = try #require(events.join())
        #expect(events.join() != nil)
        #expect(events.join() == nil)
        events.leave(first)
        #expect(events.join() != nil)
        #expect(events.take(for: first, atMost: 9).isEmpty && !events.hasMore(for: first))
    }
}

extension SandboxEvent.Kind {
    fileprivate static let card = Self(rawValue: "card")
    fileprivate static let token = Self(rawValue: "token")
}
