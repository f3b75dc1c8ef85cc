import Foundation
import HTTPTypes
import Logging
import Metrics
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import HTTPService

@Suite("The listeners of a program", .timeLimit(.minutes(1)))
struct ListenerGroupTests {
    @Test("If one address is taken, none is served, and the others are released", arguments: [0, 1])
    func takenAddress(index: Int) async throws {
        let taken = try await Self.bind(port: 0)
        let port = try #require(taken.localAddress?.port)
        let told = AsyncStream.makeStream(of: Int.self)
        let free = Self.listener(at: ListenerAddress(host: "127.0.0.1", port: 0) { told.continuation.yield($0) })
        let other = Self.listener(at: ListenerAddress(host: "127.0.0.1", port: port, options: "--port"))
        var listeners = [free, free]
        listeners[index] = other
        let failure = await #expect(throws: ListenerFailure.self) { try await ListenerGroup(listeners).run() }
        #expect(failure?.description.contains("127.0.0.1:\(port): Address already in use. ") == true)
        #expect(failure?.description.contains("Choose another address with --port") == true)
        told.continuation.finish()
        let running = await told.stream.first { _ in true }
        #expect(running == nil, "no listener says that it runs")
        try await taken.close()
    }

    @Test(
        "localhost means the IPv4 and the IPv6 address of this machine; an IPv6 address may have brackets",
        .enabled(if: speaksIPv6, "This machine has no ::1."),
        arguments: [
            ("localhost", ["127.0.0.1", "::1"]), ("127.0.0.1", ["127.0.0.1"]), ("[::1]", ["::1"]), ("::1", ["::1"]),
        ])
    func addresses(host: String, answering: [String]) async throws {
        let (ports, tell) = AsyncStream.makeStream(of: Int.self)
        let listener = Self.listener(at: ListenerAddress(host: host, port: 0) { tell.yield($0) })
        let group = Self.service(ListenerGroup([listener]))
        async let running: Void = group.run()
        let port = try #require(await ports.first { _ in true })
        for address in answering {
            #expect(try await Self.ask("/", at: address, port).hasPrefix("HTTP/1.1 200 OK"), "\(address)")
        }
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test(
        "If one of the two addresses of localhost is taken, the error names it",
        .enabled(if: speaksIPv6, "This machine has no ::1."))
    func takenOnIPv6() async throws {
        let taken = try await Self.bind("::1", port: 0)
        let port = try #require(taken.localAddress?.port)
        let listener = Self.listener(at: ListenerAddress(host: "localhost", port: port))
        let failure = await #expect(throws: ListenerFailure.self) { try await listener.run() }
        #expect(failure?.description.contains("cannot listen at [::1]:\(port): Address already in use.") == true)
        try await taken.close()
    }

    @Test("While the program drains, it answers every request as its connection's last, and /readyz with 503")
    func draining() async throws {
        let clients = 8
        let (ports, tell) = AsyncStream.makeStream(of: Int.self)
        let (drainTime, end) = AsyncStream.makeStream(of: Void.self)
        let (answered, tellAnswered) = AsyncStream.makeStream(of: Void.self)
        let listener = Self.listener(at: ListenerAddress(host: "127.0.0.1", port: 0) { tell.yield($0) })
        let group = Self.service(ListenerGroup([listener]) { for await _ in drainTime {} })
        async let running: Void = group.run()
        let port = try #require(await ports.first { _ in true })
        let drains = Task {
            var answers = answered.makeAsyncIterator()
            for _ in 0..<clients { await answers.next() }
            await group.triggerGracefulShutdown()
            while try await Self.ask("/readyz", at: "127.0.0.1", port).hasPrefix("HTTP/1.1 200") {}
            return try await Self.ask("/readyz", at: "127.0.0.1", port)
        }
        try await withThrowingTaskGroup(of: String.self) { tasks in
            for _ in 0..<clients {
                tasks.addTask {
                    try await Self.connect(to: "127.0.0.1", port) { client in
                        try await client.send("/")
                        #expect(try await client.response()?.contains("Connection: close") == false)
                        tellAnswered.yield()
                        _ = try await drains.value
                        try await client.send("/")
                        return try await client.rest()
                    }
                }
            }
            for try await last in tasks {
                #expect(last.hasPrefix("HTTP/1.1 200 OK") && last.contains("Connection: close"), "\(last)")
            }
        }
        let readiness = try await drains.value
        #expect(readiness.hasPrefix("HTTP/1.1 503") && readiness.contains("draining"))
        end.finish()
        try await running
        await #expect(throws: (any Error).self) { try await Self.ask("/", at: "127.0.0.1", port) }
    }

    private static var speaksIPv6: Bool {
        let addresses = try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)
        return addresses?.contains("00000000000000000000000000000001 ") ?? true
    }

    // MARK: Listeners and their clients

    private static func service(_ listeners: ListenerGroup) -> ServiceGroup {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return ServiceGroup(configuration: .init(services: [.init(service: listeners)], logger: logger))
    }

    private static func listener(at address: ListenerAddress) -> Listener {
        let router = Router<RequestContext>()
        router.get("/") { _, _ in Response(status: .ok) }
        Probes(metrics: PrometheusRegistry()) { nil }.register(on: router)
        let door = Door(
            to: router.responder(),
            observation: RequestObservation<RequestContext>(metrics: NOOPMetricsHandler.instance, makeID: { "1" }),
            rendering: ErrorsAsTheyAre())
        return Listener("test", at: address, door, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private struct ErrorsAsTheyAre: Layer {
        func handle(
            _ request: Request, context: RequestContext,
            next: @Sendable (Request, RequestContext) async throws -> Response
        ) async throws -> Response { try await next(request, context) }
    }

    private static func bind(_ host: String = "127.0.0.1", port: Int) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: host, port: port).get()
    }

    /// Sends a request on a new connection.
    private static func ask(_ path: String, at host: String, _ port: Int) async throws -> String {
        try await connect(to: host, port) { client in
            try await client.send(path, closing: true)
            return try await client.rest()
        }
    }

    private static func connect<Result: Sendable>(
        to host: String, _ port: Int, _ work: (inout Client) async throws -> Result
    ) async throws -> Result {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await connection.executeThenClose { inbound, outbound in
            var client = Client(parts: inbound.makeAsyncIterator(), requests: outbound)
            return try await work(&client)
        }
    }

    private struct Client {
        fileprivate var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        fileprivate let requests: NIOAsyncChannelOutboundWriter<ByteBuffer>

        func send(_ path: String, closing: Bool = false) async throws {
            let end = closing ? "Connection: close\r\n\r\n" : "\r\n"
            try await requests.write(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: a\r\n" + end))
        }

        /// A response without a body.
        mutating func response() async throws -> String? {
            var text = ""
            while !text.hasSuffix("\r\n\r\n"), let part = try await parts.next() { text += String(buffer: part) }
            return text
        }

        mutating func rest() async throws -> String {
            var text = ""
            while let part = try await parts.next() { text += String(buffer: part) }
            return text
        }
    }
}
