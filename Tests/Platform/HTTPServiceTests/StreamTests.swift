import HTTPTypes
import Logging
import Metrics
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import Testing

@testable import HTTPService

@Suite("Bodies that are made while they are sent", .timeLimit(.minutes(2)))
struct StreamTests {
    @Test("The parts of a body arrive as they are made, and the body ends with the connection")
    func parts() async throws {
        let left = Texts(["one ", "two ", "three"])
        let stream = BodyStream { left.next().map { ByteBuffer(string: $0) } }
        try await Self.serve({ stream }) { port in
            let answer = try await Self.connect(to: port) { client in try await client.rest() }
            #expect(answer.hasSuffix("\r\n\r\none two three"))
            let head = answer.lowercased()
            #expect(head.contains("connection: close\r\n") && !head.contains("content-length"))
            #expect(!head.contains("transfer-encoding"))
        }
    }

    @Test("A silent stream stays open longer than a silent client, and ends when the service shuts down")
    func silence() async throws {
        var limits = ListenerLimits()
        // Also a busy machine sends the stream's request in this time.
        (limits.headTime, limits.checkInterval) = (.seconds(3), .milliseconds(50))
        // The service waits this long for a request that has not ended. So a stream that does not end at the shutdown
        // fails the test.
        limits.shutdownTime = .hours(1)
        let reader = try await Self.serve({ BodyStream(only: "here") }, limits) { port in
            let (said, says) = AsyncStream.makeStream(of: String.self)
            let reader = Task {
                try await Self.connect(to: port) { client in
                    says.yield(try await client.upTo("here"))
                    return try await client.rest()
                }
            }
            #expect(await said.first { _ in true }?.contains("200 OK") == true)
            // This client sends nothing, so its connection is closed after the time for a head. The stream began
            // earlier and is still open.
            let quiet = try await Self.connect(to: port, asking: nil) { client in try await client.rest() }
            #expect(quiet.isEmpty)
            return reader
        }
        #expect(try await reader.value.isEmpty)
    }

    @Test("A client that leaves ends its stream")
    func leaving() async throws {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        try await Self.serve({ BodyStream(only: "here", held: Held { release.yield() }) }) { port in
            _ = try await Self.connect(to: port) { client in try await client.upTo("here") }
            _ = await released.first { _ in true }
        }
    }

    @Test("A client that stops reading loses its connection, and no further part is made")
    func stalling() async throws {
        var limits = ListenerLimits()
        (limits.startTime, limits.checkInterval) = (.milliseconds(200), .milliseconds(50))
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let flood: @Sendable () -> BodyStream = {
            let held = Held { release.yield() }
            return BodyStream {
                withExtendedLifetime(held) { ByteBuffer(repeating: UInt8(ascii: "a"), count: 1 << 16) }
            }
        }
        try await Self.serve(flood, limits) { port in
            // The channel buffers only a few parts for a client that does not read.
            try await Self.connect(to: port) { _ in _ = await released.first { _ in true } }
        }
    }

    // MARK: A listener and its clients

    private static func serve<Result: Sendable>(
        _ stream: @escaping @Sendable () -> BodyStream, _ limits: ListenerLimits = .init(),
        _ work: (Int) async throws -> Result
    ) async throws -> Result {
        let router = Router<RequestContext>()
        router.get("/stream") { _, _ in Response(status: .ok, headers: [.contentType: "text/plain"], stream: stream()) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, tell) = AsyncStream.makeStream(of: Int.self)
        let address = ListenerAddress(host: "127.0.0.1", port: 0, limits: limits) { tell.yield($0) }
        let door = Door(
            to: router.responder(),
            observation: RequestObservation<RequestContext>(metrics: NOOPMetricsHandler.instance, makeID: { "1" }),
            rendering: NoRendering())
        let listener = Listener("test", at: address, door, logger: logger)
        let group = ServiceGroup(configuration: .init(services: [.init(service: listener)], logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.first { _ in true })
            let result = try await work(port)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return result
        }
    }

    private struct NoRendering: Layer {
        func handle(
            _ request: Request, context: RequestContext,
            next: @Sendable (Request, RequestContext) async throws -> Response
        ) async throws -> Response { try await next(request, context) }
    }

    private static func connect<Result: Sendable>(
        to port: Int, asking path: String? = "/stream",
        _ work: (inout Client) async throws -> Result
    ) async throws -> Result {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await connection.executeThenClose { inbound, outbound in
            if let path { try await outbound.write(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")) }
            var client = Client(parts: inbound.makeAsyncIterator())
            return try await work(&client)
        }
    }

    private struct Client {
        fileprivate var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

        mutating func rest() async throws -> String {
            var text = ""
            while let part = try await parts.next() { text += String(buffer: part) }
            return text
        }

        mutating func upTo(_ end: String) async throws -> String {
            var text = ""
            while !text.contains(end), let part = try await parts.next() { text += String(buffer: part) }
            return text
        }
    }
}

private final class Texts: Sendable {
    private let left: Mutex<[String]>

    init(_ texts: [String]) { left = Mutex(texts) }

    func next() -> String? { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}

/// Reports when the last reference to it is released.
private final class Held: Sendable {
    private let whenReleased: @Sendable () -> Void

    init(whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }

    deinit { whenReleased() }
}

extension BodyStream {
    /// Sends one part, and then waits until its task is cancelled.
    fileprivate init(only text: String, held: Held? = nil) {
        let texts = Texts([text])
        self.init {
            defer { withExtendedLifetime(held) {} }
            if let text = texts.next() { return ByteBuffer(string: text) }
            let (never, kept) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            kept.finish()
            return nil
        }
    }
}
