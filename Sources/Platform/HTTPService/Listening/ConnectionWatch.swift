import Foundation
import Logging
import NIOCore
import NIOHTTP1

/// The event for a connection that takes no further request, except one of which it has already read a part.
struct ConnectionEnds: Sendable {
    /// Whether no byte of a further request has arrived, so that the connection can end at once.
    let isIdle: Bool
}

/// Closes a connection whose client keeps the service waiting, and takes a slot for each connection.
///
/// It is the handler nearest to the socket, so it sees all bytes that the client sends and reads. ``RequestFraming``
/// tells it where requests and responses begin and end.
final class ConnectionWatch: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let limits: ListenerLimits
    private let slots: ConnectionSlots
    private let logger: Logger
    private var pace: Pace { didSet { slot?.isClientsTurn = pace.isClientsTurn } }
    private var slot: ConnectionSlots.Slot?
    private var check: Scheduled<Void>?
    private var ending: Scheduled<Void>?
    private var isEnding = false

    init(_ limits: ListenerLimits, _ slots: ConnectionSlots, logger: Logger) {
        self.limits = limits
        self.slots = slots
        self.logger = logger
        pace = Pace(limits)
    }

    // MARK: What `RequestFraming` tells

    func requestBegan() { pace.requestBegan() }
    func requestEnded(at now: NIODeadline) { pace.requestEnded(at: now) }
    func answerEnded(at now: NIODeadline) { pace.answerEnded(at: now) }

    /// The bytes so far were those of the TLS handshake.
    func handshakeEnded() { pace.handshakeEnded() }

    // MARK: The connection

    func channelActive(context: ChannelHandlerContext) {
        guard let slot = slots.take(for: context.channel) else {
            context.close(promise: nil)
            return
        }
        self.slot = slot
        pace.opened(at: context.eventLoop.now)
        scheduleCheck(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
        check?.cancel()
        ending?.cancel()
        if let slot { slots.leave(slot) }
        slot = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ConnectionSlots.SlotIsTaken where pace.isClientsTurn:
            context.close(promise: nil)
        case is ConnectionSlots.SlotIsTaken:
            end(context, isIdle: false)
        case is ChannelShouldQuiesceEvent:
            noteProgress(context)
            // A client that waits for nothing only has to close its side.
            let isIdle = pace.isIdle && !context.channel.hasUnreadBytes
            let time = isIdle && !pace.isAnswerUnread ? limits.farewellTime : limits.shutdownTime
            ending = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
            end(context, isIdle: isIdle)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Both the loss of the slot and the shutdown end the connection after its present response.
    private func end(_ context: ChannelHandlerContext, isIdle: Bool) {
        guard !isEnding else { return }
        isEnding = true
        context.fireUserInboundEventTriggered(ConnectionEnds(isIdle: isIdle))
    }

    // MARK: Bytes

    func read(context: ChannelHandlerContext) {
        pace.reads(at: context.eventLoop.now)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        pace.received(buffer.readableBytes, at: context.eventLoop.now)
        guard pace.headBytes <= limits.headBytes else {
            context.fireErrorCaught(HTTPParserError.headerOverflow)
            return
        }
        context.fireChannelRead(data)
    }

    /// The handlers behind this one do not read while a request is answered. If the socket were not read either, it
    /// would leave epoll's set and join it again for each request, which took 3 % of the processor time of `getCard`.
    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if pace.isAnsweringOne { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        pace.wrote(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        noteProgress(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        pace.outputClosed(at: context.eventLoop.now)
        // If the client has already closed its side, the whole connection is closed with what is not sent yet. So the
        // rest is sent first.
        let (sent, bound) = (context.eventLoop.makePromise(of: Void.self), context.loopBound)
        sent.futureResult.whenComplete { _ in bound.value.close(mode: .output, promise: promise) }
        context.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: sent)
    }

    // MARK: Time

    private func noteProgress(_ context: ChannelHandlerContext) {
        // A closed channel has nothing to report.
        guard let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes) else { return }
        pace.flushed(waiting: waiting, at: context.eventLoop.now)
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: limits.checkInterval) { [self] in
            noteProgress(context)
            guard let delay = pace.delay(at: context.eventLoop.now) else { return scheduleCheck(context) }
            logger.debug("connection closed", metadata: ["reason": .string(delay.rawValue)])
            context.close(promise: nil)
        }
    }
}

extension Channel {
    /// Whether the operating system has bytes of the client that this process has not read yet. Must be called on the
    /// event loop.
    fileprivate var hasUnreadBytes: Bool {
        let operations = pipeline.syncOperations
        let count = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
        }
        return (count ?? 0) > 0
    }
}
