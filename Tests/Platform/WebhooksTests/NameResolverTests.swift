import Dispatch
import Synchronization
import Testing

@testable import Webhooks

@Suite("Look-ups use few threads and end at a deadline", .timeLimit(.minutes(8)))
struct NameResolverTests {
    /// A name server that answers only after `speak()`: there is no such name.
    private final class SilentNameServer: Sendable {
        private let silence = DispatchSemaphore(value: 0)
        private let count = Mutex(0)

        var asked: Int { count.withLock { $0 } }

        func lookUp(_ host: String) throws -> [HostAddress] {
            count.withLock { $0 += 1 }
            silence.wait()
            silence.signal()
            throw HostAddress.NotFound()
        }

        func speak() { silence.signal() }
    }

    @Test("Look-ups beyond an owner's share or the total are refused, and waiting ones get their turn")
    func bounds() async throws {
        let server = SilentNameServer()
        let limits = NameResolver.Limits(threads: 3, share: 2, waiting: 4, waitingShare: 2, deadline: .seconds(600))
        let resolver = NameResolver(limits: limits, lookUp: server.lookUp)
        await withTaskGroup(of: Void.self) { group in
            for (owner, waiting) in [("a", 0), ("a", 0), ("a", 1), ("a", 2), ("b", 2), ("b", 3), ("b", 4)] {
                group.addTask {
                    let found = try? await resolver.addresses(of: "silent.example", for: owner)
                    #expect(found == nil)
                }
                while resolver.waiting < waiting || (waiting == 0 && resolver.threads == 0) { await Task.yield() }
            }
            while resolver.waiting < 4 { await Task.yield() }
            await #expect(throws: NameResolver.Failure.shareUsedUp) {
                try await resolver.addresses(of: "silent.example", for: "a")
            }
            await #expect(throws: NameResolver.Failure.overloaded) {
                try await resolver.addresses(of: "silent.example", for: "c")
            }
            #expect(resolver.threads == 3)
            server.speak()
        }
        #expect(server.asked == 7)
        while resolver.threads > 0 { await Task.yield() }
    }

    @Test("A caller that is cancelled leaves no look-up that waits")
    func cancellation() async throws {
        let server = SilentNameServer()
        let limits = NameResolver.Limits(threads: 1, share: 1, deadline: .seconds(600))
        let resolver = NameResolver(limits: limits, lookUp: server.lookUp)
        let running = Task { try await resolver.addresses(of: "silent.example", for: "a") }
        while resolver.threads == 0 { await Task.yield() }
        let waiting = Task { try await resolver.addresses(of: "silent.example", for: "a") }
        while resolver.waiting == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(resolver.waiting == 0)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        server.speak()
        while resolver.threads > 0 { await Task.yield() }
        #expect(server.asked == 1)
    }

    @Test("A caller waits until the deadline, but the thread stays busy until the name server answers")
    func deadline() async throws {
        let server = SilentNameServer()
        let limits = NameResolver.Limits(threads: 1, share: 1, deadline: .milliseconds(10))
        let resolver = NameResolver(limits: limits, lookUp: server.lookUp)
        await #expect(throws: NameResolver.Failure.timedOut) {
            try await resolver.addresses(of: "silent.example", for: "a")
        }
        #expect(resolver.threads == 1)
        await #expect(throws: NameResolver.Failure.shareUsedUp) {
            try await resolver.addresses(of: "silent.example", for: "a")
        }
        await #expect(throws: NameResolver.Failure.overloaded) {
            try await resolver.addresses(of: "silent.example", for: "b")
        }
        server.speak()
        while resolver.threads > 0 { await Task.yield() }
        #expect(server.asked == 1)
    }
}
