import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The webhook receiver of a demonstration: listens on this machine and passes on each body as it arrives.
struct EventReceiver: Sendable {
    let port: Int
    let events: AsyncStream<[String: String]>

    /// Listens until `work` ends.
    static func listening(_ work: @escaping @Sendable (EventReceiver) async throws -> Void) async throws {
        let (events, tell) = AsyncStream.makeStream(of: [String: String].self, bufferingPolicy: .bufferingNewest(1000))
        let known = Mutex<Set<String>>([])
        let (ports, listens) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.post("/") { request, _ -> HTTPResponse.Status in
            let body = Data(try await request.body.collect(upTo: 1 << 16).readableBytesView)
            // A webhook may come twice.
            let id = request.headers.first { $0.name.canonicalName == "webhook-id" }?.value ?? UUID().uuidString
            let isNew = known.withLock { $0.insert(id).inserted }
            if isNew, let event = try? JSONDecoder().decode([String: String].self, from: body) { tell.yield(event) }
            return .noContent
        }
        var logger = Logger(label: "events")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listens.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(configuration: .init(services: [.init(service: application)], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { listens.finish() }
                try await group.run()
            }
            guard let port = await ports.first(where: { _ in true }) else { return try await tasks.waitForAll() }
            do {
                try await work(EventReceiver(port: port, events: events))
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Waits until this many events contain this text, for at most three minutes.
    func count(of value: String, in member: String, until count: Int) async -> Int {
        let counting = Task {
            var found = 0
            for await event in events where event[member] == value {
                found += 1
                if found == count { break }
            }
            return found
        }
        let patience = Task {
            try await Task.sleep(for: .seconds(180))
            counting.cancel()
        }
        defer { patience.cancel() }
        return await counting.value
    }
}
