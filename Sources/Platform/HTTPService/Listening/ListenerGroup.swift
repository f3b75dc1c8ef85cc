import ServiceLifecycle

/// A listener that accepts connections at an address, for any protocol.
public protocol Listening: Service {
    var address: ListenerAddress { get }

    /// Takes the address. Clients that connect wait until the listener is served.
    ///
    /// - Throws: an error that names the address and what to do.
    func open() async throws -> any OpenListener
}

/// A listener that has its address.
public protocol OpenListener: Sendable {
    var port: Int { get }

    /// Accepts connections and answers on them. Returns after ``close()``, when the last connection has ended.
    func serve() async

    /// Tells clients to go to another server, while it still accepts and answers.
    func drain()

    /// Stops accepting. Each connection ends after its present response.
    func close()
}

/// The listeners of a program. They start only if all of them can, and shut down at the same time, so that each has the
/// whole shutdown time for its requests.
public struct ListenerGroup: Service {
    private let listeners: [any Listening]
    private let drainTime: @Sendable () async -> Void

    /// - Parameter drainTime: returns when the listeners no longer accept, after the shutdown has begun. Until then, a
    ///   load balancer learns from `/readyz` that it must choose another server.
    public init(_ listeners: [any Listening], drainTime: @escaping @Sendable () async -> Void = {}) {
        self.listeners = listeners
        self.drainTime = drainTime
    }

    public func run() async throws {
        let open = try await openAll()
        for (listener, open) in zip(listeners, open) { await listener.address.onRunning(open.port) }
        await withDiscardingTaskGroup { group in
            for listener in open { group.addTask { await listener.serve() } }
            group.addTask {
                let isCancelled = (try? await gracefulShutdown()) == nil
                for listener in open { listener.drain() }
                if !isCancelled { await drainTime() }
                for listener in open { listener.close() }
            }
        }
    }

    /// If one address is taken, the others are given back: a program that answers with only some of its listeners
    /// would look healthy.
    private func openAll() async throws -> [any OpenListener] {
        var open: [any OpenListener] = []
        do {
            for listener in listeners { open.append(try await listener.open()) }
            return open
        } catch {
            for listener in open { listener.close() }
            throw error
        }
    }
}

extension Listening {
    public func run() async throws { try await ListenerGroup([self]).run() }
}
