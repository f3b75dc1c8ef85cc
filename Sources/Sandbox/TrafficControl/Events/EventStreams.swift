import NIOCore
import Synchronization

/// The streams of one service's events, to which all events are published.
package final class EventStreams: Sendable {
    private struct State {
        var events: RecentEvents
        /// The readers that wait for the next event.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var isClosed = false

        /// Those whose wait ends.
        mutating func wake() -> [CheckedContinuation<Void, Never>] {
            defer { waiting = [:] }
            return Array(waiting.values)
        }
    }

    private let state: Mutex<State>
    /// Whether events are kept; a copy that is read without a lock, because most of the time there is no reader.
    private let isWanted = Atomic(false)

    init(_ events: RecentEvents) { state = Mutex(State(events: events)) }

    /// Publishes an event. Without a reader, it costs nothing.
    ///
    /// - Parameter event: nil for an occurrence that the stream leaves out.
    package func publish(_ event: @autoclosure () -> SandboxEvent?) {
        guard isWanted.load(ordering: .relaxed), let event = event() else { return }
        let data = event.line
        let woken: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard state.events.add(event.kind, data) else {
                isWanted.store(false, ordering: .relaxed)
                return []
            }
            return state.wake()
        }
        for reader in woken { reader.resume() }
    }

    /// A new stream; nil if there are too many.
    ///
    /// - Parameter last: the number of the last event that the reader has; nil to begin with the next event.
    package func open(after last: Int?) -> EventReader? {
        let reader = state.withLock { state in
            let reader = state.events.join(after: last)
            if reader != nil { isWanted.store(true, ordering: .relaxed) }
            return reader
        }
        return reader.map { EventReader(self, number: $0) }
    }

    /// Ends all streams, because the service ends.
    package func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            return state.wake()
        }
        for reader in woken { reader.resume() }
    }

    fileprivate func leave(_ reader: Int) { state.withLock { $0.events.leave(reader) } }

    /// Nil if the service ends.
    fileprivate func take(for reader: Int) -> RecentEvents.Batch? {
        state.withLock { $0.isClosed ? nil : $0.events.take(for: reader, atMost: Self.batchLimit) }
    }

    /// Waits until there are events for a reader, its task is cancelled, or the service ends.
    fileprivate func awaitEvents(for reader: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !Task.isCancelled, !state.isClosed, !state.events.hasMore(for: reader) else { return false }
                    state.waiting[reader] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: reader) }?.resume()
        }
    }

    private static let batchLimit = 100
}

/// One stream of events. It gives its place free when it is released.
package final class EventReader: Sendable {
    private let streams: EventStreams
    private let number: Int

    fileprivate init(_ streams: EventStreams, number: Int) {
        self.streams = streams
        self.number = number
    }

    deinit { streams.leave(number) }

    /// The next lines of the stream: the events that are there, or a comment if none comes within the time. Nil at the
    /// end.
    package func next(within limit: Duration) async -> ByteBuffer? {
        guard let batch = streams.take(for: number) else { return nil }
        guard batch.isEmpty else { return ByteBuffer(batch) }
        await withTaskGroup { group in
            group.addTask { [streams, number] in await streams.awaitEvents(for: number) }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        guard !Task.isCancelled, let batch = streams.take(for: number) else { return nil }
        return batch.isEmpty ? ByteBuffer(string: ":\n\n") : ByteBuffer(batch)
    }
}

extension ByteBuffer {
    /// The form of an event stream (WHATWG HTML, section 9.2). A lost event has no data that could be sent, so only the
    /// place where the stream goes on is known.
    fileprivate init(_ batch: RecentEvents.Batch) {
        self.init()
        if let gap = batch.gap { write(gap, "gap", Array(#"{"resumesAfter":\#(gap)}"#.utf8)) }
        for event in batch.events { write(event.number, event.kind.rawValue, event.data) }
    }

    private mutating func write(_ number: Int, _ kind: String, _ data: [UInt8]) {
        writeString("id: \(number)\nevent: \(kind)\ndata: ")
        writeBytes(data)
        writeString("\n\n")
    }
}
