import HTTPContract
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import HTTPService

/// The bytes of a connection, and the addresses and fields of the requests that a listener finds in them.
enum ConnectionReading {
    private static let logger = Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() }
    private static let proxies = try? TrustedProxies(["192.0.2.0/24", "2001:db8::/32"])

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        do {
            return try read(bytes)
        } catch {
            // Errors of the channel itself, which has no socket.
            return nil
        }
    }

    /// The bytes arrive in two parts, and each request is answered at once.
    private static func read(_ bytes: [UInt8]) throws -> String? {
        let (channel, arrived, limits) = (EmbeddedChannel(), ArrivedRequests(), ListenerLimits())
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let connections = HTTPConnections(limits, ConnectionSlots(limits)) { _, _ in Response(status: .ok) }
        let handler = try connections.setup(channel: channel, logger: logger).wait().handler.value
        try channel.pipeline.syncOperations.addHandler(arrived, position: .before(handler))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        let middle = bytes.count / 2
        for part in [bytes[..<middle], bytes[middle...]] {
            try channel.writeInbound(ByteBuffer(bytes: part))
            while arrived.takeUnanswered() { handler.write(Response(status: .ok)) }
        }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
        return arrived.heads.lazy.compactMap { brokenPromise(HTTPRequest($0), of: channel) }.first
    }

    private static func brokenPromise(_ head: HTTPRequest, of channel: EmbeddedChannel) -> String? {
        let request = Request(head: head, body: .whole(ByteBuffer()))
        _ = proxies?.client(of: channel, head.headerFields)
        _ = try? IdempotencyKey.read(from: head.headerFields)
        _ = request.basicCredentials?.readings
        _ = request.credentials("bearer")
        _ = try? request.requireMediaType("application/json")
        _ = head.headerFields[.traceParent].flatMap { TraceParent($0) }
        guard (try? RequestAddress.check(head)) != nil else { return nil }
        let target = request.target
        guard target.path.utf8.first == UInt8(ascii: "/") else { return "A path does not begin with a slash." }
        _ = Masking.path(target.path)
        _ = target.query.map { FormText.decode($0) }
        guard let url = try? PublicURL(of: request), PublicURL(url.text) != nil else {
            return "A host that is accepted makes no URL."
        }
        _ = HostName(head.authority ?? "").isNobodys
        return nil
    }
}

/// Notes the requests that pass, and which of them are not answered yet.
private final class ArrivedRequests: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private(set) var heads: [HTTPRequestHead] = []
    private var hasUnanswered = false
    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), !isOver {
            heads.append(head)
            hasUnanswered = true
        }
        context.fireChannelRead(data)
    }

    /// After its last response, a connection takes no request more.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        isOver = true
        context.close(mode: mode, promise: promise)
    }

    func takeUnanswered() -> Bool {
        defer { hasUnanswered = false }
        return hasUnanswered && !isOver
    }
}
