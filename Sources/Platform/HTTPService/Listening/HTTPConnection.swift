import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// The connections of a listener: how each is set up, and the task that answers its requests one after another.
///
/// Hummingbird's own connection passes each part of a message through an asynchronous sequence, and converts each
/// header twice.
struct HTTPConnections: Sendable {
    typealias Answer = @Sendable (Request, any Channel) async -> Response

    /// An open connection.
    struct Value: Sendable {
        let channel: any Channel
        let requests: NextRequest
        let handler: NIOLoopBound<HTTPConnectionHandler>
    }

    private let limits: ListenerLimits
    private let slots: ConnectionSlots
    private let draining: Draining
    private let security: TransportSecurity?
    private let date = DateHeader()
    private let answer: Answer

    /// - Parameter security: nil for plain HTTP.
    init(
        _ limits: ListenerLimits, _ slots: ConnectionSlots, _ draining: Draining = Draining(),
        security: TransportSecurity? = nil, answer: @escaping Answer
    ) {
        self.limits = limits
        self.slots = slots
        self.draining = draining
        self.security = security
        self.answer = answer
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let requests = NextRequest()
            let watch = ConnectionWatch(limits, slots, logger: logger)
            let handler = HTTPConnectionHandler(requests, date, draining, scheme: security == nil ? "http" : "https")
            try pipeline.configureHTTPServerPipeline(
                withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: Self.framing, withDecoderLimitConfiguration: Self.headLimits)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestFraming(watch), position: .after(decoder))
            // The watch is nearer to the socket than TLS, so a handshake has the deadline of a request's head.
            if let security {
                let handlers = security.handlers(logger: logger, handshakeEnded: watch.handshakeEnded)
                try pipeline.addHandlers(handlers, position: .first)
            }
            try pipeline.addHandler(watch, position: .first)
            try pipeline.addHandler(handler)
            return Value(
                channel: channel, requests: requests,
                handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
        }
    }

    /// The encoder would send a response to HEAD that has no length in chunks, and a client would take their end for
    /// the next response. All others have a length or no body.
    private static var framing: HTTPResponseEncoder.Configuration {
        var configuration = HTTPResponseEncoder.Configuration()
        configuration.automaticallySetFramingHeaders = false
        return configuration
    }

    private static var headLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = 80 << 10
        limits.maxHeaderFieldCount = 1000
        return limits
    }

    func handle(_ connection: Value) async {
        await withTaskCancellationHandler {
            while let request = await connection.requests.take() {
                let response = await answer(request, connection.channel)
                connection.channel.eventLoop.execute { connection.handler.value.write(response) }
                if let stream = response.stream, request.method != .head { await connection.send(stream) }
            }
            try? await connection.channel.closeFuture.get()
        } onCancel: {
            connection.channel.close(mode: .input, promise: nil)
        }
    }
}

extension HTTPConnections.Value {
    /// Sends a stream part by part, until its end, until the client leaves, or until the service shuts down.
    fileprivate func send(_ stream: BodyStream) async {
        let sending = Task {
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled, let part = await stream.next() {
                    let isTaken = channel.eventLoop.flatSubmit { handler.value.write(part, of: channel) }
                    guard (try? await isTaken.get()) != nil else { return }
                }
            }
        }
        channel.closeFuture.whenComplete { _ in sending.cancel() }
        await withTaskCancellationHandler {
            await sending.value
        } onCancel: {
            sending.cancel()
        }
        channel.eventLoop.execute { handler.value.endStream() }
    }
}

/// The last handler of a connection: it makes requests of their parts, and parts of the responses.
///
/// The handler in front of it, `HTTPServerPipelineHandler`, holds the next request and its errors back until the
/// response is written.
final class HTTPConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPServerResponsePart

    /// The treatment of the arriving parts of a body.
    private enum Arrival {
        case none
        /// They are gathered: a body that arrives together with its head needs no stream.
        case gathered(HTTPRequest, ByteBuffer)
        case streamed(ArrivingBody.Source, number: Int)
        /// The request is answered, or its operation does not read the body.
        case dropped
    }

    private let requests: NextRequest
    private let date: DateHeader
    private let draining: Draining
    private let scheme: String
    private var context: ChannelHandlerContext?
    private var arrival = Arrival.none
    private var streams = 0
    /// Whether the client holds the body back until the service asks for it (RFC 9110, section 10.1.1).
    private var isBodyHeld = false
    /// Whether the service is working on a request whose response is not written yet.
    private var isAnswering = false
    /// Whether the connection ends after the present response.
    private var isLast = false
    /// Whether the last response is written. Later requests are neither passed on nor refused.
    private var isOver = false
    /// Whether the present request is a HEAD, whose response has no body (RFC 9110, section 9.3.2).
    private var isHead = false
    /// Whether the response is sent in parts.
    private var isStreaming = false
    /// Whether to stop reading from the socket, because the body arrives faster than it is used.
    private var mustNotRead = false
    private var hasHeldRead = false
    /// Whether the client must read some of the response before the next request is passed on.
    private var isEndHeld = false

    init(_ requests: NextRequest, _ date: DateHeader, _ draining: Draining, scheme: String) {
        self.requests = requests
        self.date = date
        self.draining = draining
        self.scheme = scheme
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        requests.end()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head where isOver: arrival = .dropped
        case .head(let head):
            isLast = isLast || !head.isKeepAlive
            isBodyHeld = head.version == .http1_1 && head.headers[canonicalForm: "expect"].contains {
                $0.lowercased() == "100-continue"
            }
            arrival = .gathered(HTTPRequest(head, scheme: scheme), ByteBuffer())
        case .body(let part): received(part)
        case .end: bodyEnded()
        }
    }

    private func received(_ part: ByteBuffer) {
        switch arrival {
        case .gathered(let head, var body):
            arrival = .none
            if body.readableBytes == 0 { body = part } else { body.writeImmutableBuffer(part) }
            arrival = .gathered(head, body)
        case .streamed(let source, _):
            if case .stopProducing = source.yield(part) { mustNotRead = true }
        case .none, .dropped: break
        }
    }

    private func bodyEnded() {
        switch arrival {
        case .gathered(let head, let body): pass(Request(head: head, body: .whole(body)))
        case .streamed(let source, _): source.finish()
        case .none, .dropped: break
        }
        arrival = .none
        readOn()
    }

    /// A request whose body is still on its way is passed on, because its operation may refuse it without the body.
    func channelReadComplete(context: ChannelHandlerContext) {
        if case .gathered(let head, let body) = arrival { stream(head, body, context) }
        context.fireChannelReadComplete()
    }

    private func stream(_ head: HTTPRequest, _ body: ByteBuffer, _ context: ChannelHandlerContext) {
        let (loop, handler) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        streams += 1
        let number = streams
        let demand = BodyDemand(
            wantsMore: { loop.execute { handler.value.readOn() } },
            wantsNothing: { loop.execute { handler.value.drop(number) } })
        let made = ArrivingBody.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: 4), finishOnDeinit: true, delegate: demand)
        arrival = .streamed(made.source, number: number)
        if body.readableBytes > 0 {
            received(body)
        } else if isBodyHeld {
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        pass(Request(head: head, body: .arriving(made.sequence)))
    }

    private func pass(_ request: Request) {
        isAnswering = true
        isHead = request.method == .head
        requests.put(request)
    }

    /// - Parameter unwanted: the number of the stream. It may have ended before this is called.
    private func drop(_ unwanted: Int) {
        if case .streamed(_, unwanted) = arrival { arrival = .dropped }
        readOn()
    }

    func read(context: ChannelHandlerContext) {
        if mustNotRead { hasHeldRead = true } else { context.read() }
    }

    private func readOn() {
        mustNotRead = false
        guard hasHeldRead else { return }
        hasHeldRead = false
        context?.read()
    }

    // MARK: Responses

    func write(_ response: Response) {
        guard let context else { return }
        var head = HTTPResponseHead(response, date: date.text)
        isStreaming = response.stream != nil && !isHead
        // The end of a stream is that of the connection.
        if isStreaming || draining.hasBegun { isLast = true }
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let count = response.sentBodyBytes { return end(context, after: count, of: response.body) }
        if isStreaming { return context.flush() }
        if response.body.readableBytes > 0, !isHead {
            context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
        }
        guard !context.channel.isWritable else { return end(context) }
        isEndHeld = true
        context.flush()
    }

    /// Sends the beginning of the body as the last bytes of the connection.
    private func end(_ context: ChannelHandlerContext, after count: Int, of body: ByteBuffer) {
        isOver = true
        requests.end()
        let part = body.getSlice(at: body.readerIndex, length: count) ?? ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part)))).assumeIsolated()
            .whenComplete { _ in context.close(promise: nil) }
    }

    /// Sends the next part of a stream.
    ///
    /// - Returns: a future that succeeds when the socket has taken the part.
    func write(_ part: ByteBuffer, of channel: any Channel) -> EventLoopFuture<Void> {
        guard let context, isStreaming else {
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        return context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part))))
    }

    func endStream() {
        guard let context, isStreaming else { return }
        isStreaming = false
        end(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isEndHeld, context.channel.isWritable {
            isEndHeld = false
            end(context)
        }
        context.fireChannelWritabilityChanged()
    }

    private func end(_ context: ChannelHandlerContext) {
        isAnswering = false
        let closes = isLast
        isOver = closes
        // This passes on the next request if it has already arrived.
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if closes { close(context) }
    }

    /// The client may still be sending. If the socket were closed at once, the client could lose the response.
    private func close(_ context: ChannelHandlerContext) {
        isOver = true
        requests.end()
        context.close(mode: .output, promise: nil)
    }

    // MARK: Ends

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isOver else { return }
        isLast = true
        switch arrival {
        case .gathered(let head, _): pass(Request(head: head, body: .unreadable(BrokenBody())))
        case .streamed(let source, _):
            source.finish(BrokenBody())
            closeUnlessAnswering(context)
        case .none where error is HTTPParserError && !isAnswering && context.channel.isActive: refuse(context)
        case .none, .dropped: closeUnlessAnswering(context)
        }
        arrival = .none
    }

    private func closeUnlessAnswering(_ context: ChannelHandlerContext) {
        if !isAnswering { close(context) }
    }

    /// Answers 400 to bytes that are not a request.
    private func refuse(_ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["Connection": "close", "Content-Length": "0"])
        isOver = true
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        close(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let end = event as? ConnectionEnds, !isOver {
            isLast = true
            if end.isIdle { closeUnlessAnswering(context) }
        }
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, !isOver {
            isLast = true
            // While a response is streamed, the client sends nothing, so a client that closes its side is leaving.
            if isStreaming { context.close(promise: nil) } else { closeUnlessAnswering(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .streamed(let source, _) = arrival { source.finish(BrokenBody()) }
        arrival = .none
        requests.end()
        context.fireChannelInactive()
    }
}
