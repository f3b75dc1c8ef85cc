import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization

@testable import HTTPService

/// A connection with a listener's handlers. The test takes its requests and writes its responses.
struct TestedConnection: Sendable {
    let channel: NIOAsyncTestingChannel
    let socket: Socket
    private let value: HTTPConnections.Value

    /// - Parameter security: nil for plain HTTP.
    init(_ security: TransportSecurity? = nil, draining: Draining = Draining()) async throws {
        let (channel, socket, limits) = (NIOAsyncTestingChannel(), Socket(), ListenerLimits())
        let slots = ConnectionSlots(limits)
        let connections = HTTPConnections(limits, slots, draining, security: security) { _, _ in
            Response(status: .ok)
        }
        let value = try await channel.testingEventLoop.executeInContext {
            let value = connections.setup(channel: channel, logger: Logger(label: "test"))
            try channel.pipeline.syncOperations.addHandler(socket, position: .first)
            return value
        }
        (self.channel, self.socket) = (channel, socket)
        self.value = try await value.get()
        try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).get()
    }

    /// Sends a text, and then reads further, as the service does until it has enough.
    func send(_ text: String) async throws { try await send(ByteBuffer(string: text)) }

    func send(_ bytes: ByteBuffer) async throws {
        try await channel.writeInbound(bytes)
        channel.read()
        await run()
    }

    /// The next request; nil if no other will arrive.
    func next() async -> Request? { await value.requests.take() }

    func answer(_ response: Response = Response(status: .ok)) async throws {
        let handler = value.handler
        try await channel.testingEventLoop.executeInContext { handler.value.write(response) }
        await run()
    }

    /// The client sends nothing more, but still reads.
    func closeInput() async {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await run()
    }

    /// Closes the connection, so that ``next()`` no longer waits for a request.
    func end() async throws {
        try await channel.close().get()
        await run()
    }

    func run() async { await channel.testingEventLoop.run() }
}

/// Takes the place of a socket, and records its calls.
final class Socket: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private struct State {
        var unflushed = ByteBuffer()
        var sent = ByteBuffer()
        var reads = 0
        var isOutputClosed = false
    }

    private let state = Mutex(State())

    /// The text that the client has received.
    var sent: String { state.withLock { String(buffer: $0.sent) } }
    var responseCount: Int { sent.split(separator: "\r\n").count { $0.hasPrefix("HTTP/1.1 ") } }
    var reads: Int { state.withLock { $0.reads } }
    var isOutputClosed: Bool { state.withLock { $0.isOutputClosed } }

    /// Takes the bytes that the client has received, so that they are not returned again.
    func take() -> ByteBuffer {
        state.withLock { state in
            defer { state.sent = ByteBuffer() }
            return state.sent
        }
    }

    func read(context: ChannelHandlerContext) {
        state.withLock { $0.reads += 1 }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let part) = unwrapOutboundIn(data) {
            state.withLock { state in
                if !state.isOutputClosed { state.unflushed.writeImmutableBuffer(part) }
            }
        }
        promise?.succeed(())
    }

    func flush(context: ChannelHandlerContext) {
        state.withLock { state in
            state.sent.writeImmutableBuffer(state.unflushed)
            state.unflushed.clear()
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        state.withLock { $0.isOutputClosed = true }
        promise?.succeed(())
    }
}

extension TestedConnection {
    static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    static func post(_ path: String = "/", length: Int) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    static let chunked = "POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
}
