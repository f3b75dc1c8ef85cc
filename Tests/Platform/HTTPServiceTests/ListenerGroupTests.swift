import HTTPTypes
import Logging
import Metrics
import NIOCore
import NIOPosix
import Testing

@testable import HTTPService

@Suite("The listeners of a program", .timeLimit(.minutes(1)))
struct ListenerGroupTests {
    @Test("If one address is taken, none is served, and the others are given back", arguments: [0, 1])
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

    // MARK: Listeners

    private static func listener(at address: ListenerAddress) -> Listener {
        let router = Router<RequestContext>()
        router.get("/") { _, _ in Response(status: .ok) }
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

    private static func bind(port: Int) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: port).get()
    }
}
