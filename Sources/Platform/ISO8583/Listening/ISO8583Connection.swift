import HTTPService
import Logging
import NIOCore

/// The last handler of a connection: it makes messages of the bytes, and writes their answers in the order of the
/// messages.
final class ISO8583Connection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        case open
        /// Reading has ended. Open messages are still answered.
        case ending
        /// The last answer is on its way to the socket.
        case flushing
        /// The output is closed.
        case closed
    }

    /// The event that the connection is waiting for.
    private enum Wait {
        case nothing, nextMessage, restOfMessage, answers, peersEnd
    }

    private let limits: ISO8583Limits
    private let open: OpenConnections
    private let slots: ConnectionSlots
    private let logger: Logger
    private let take: @Sendable (ArrivedMessage) -> Void
    private var context: ChannelHandlerContext?
    private var phase = Phase.open
    private var received = ByteBuffer()
    private var answers = OrderedAnswers()
    private var hasHeldRead = false
    /// Whether the peer has closed its side. The messages that it has sent are still answered.
    private var hasPeerEnded = false
    private var wait = Wait.nothing
    private var timer: Scheduled<Void>?
    private var slot: ConnectionSlots.Slot?

    init(
        _ limits: ISO8583Limits, _ open: OpenConnections, _ slots: ConnectionSlots, logger: Logger,
        take: @escaping @Sendable (ArrivedMessage) -> Void
    ) {
        self.limits = limits
        self.open = open
        self.slots = slots
        self.logger = logger
        self.take = take
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        slot = slots.take(for: context.channel)
        if slot == nil { log("too many connections", context) }
        guard slot != nil, open.admit(context.channel) else {
            phase = .closed
            context.close(promise: nil)
            return
        }
        update(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        phase = .closed
        if let slot { slots.leave(slot) }
        open.leave(context.channel)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: end(nil, context)
        case is ConnectionSlots.SlotIsTaken: giveWay(context)
        case ChannelEvent.inputClosed where phase == .closed: context.close(promise: nil)
        case ChannelEvent.inputClosed:
            hasPeerEnded = true
            if phase == .open { takeMessages(context) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug("connection failed", metadata: ["failure": "\(error)"])
        context.close(promise: nil)
    }

    // MARK: Messages

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase == .open else { return }
        var part = unwrapInboundIn(data)
        received.writeBuffer(&part)
        takeMessages(context)
    }

    /// Bytes stay in the socket while enough messages are open, or while the peer does not read its answers.
    func read(context: ChannelHandlerContext) {
        if phase == .open, !hasRoom(context) { hasHeldRead = true } else { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if phase == .open { takeMessages(context) }
        context.fireChannelWritabilityChanged()
    }

    private func hasRoom(_ context: ChannelHandlerContext) -> Bool {
        answers.count < limits.messagesInFlight && context.channel.isWritable
    }

    private func takeMessages(_ context: ChannelHandlerContext) {
        var hasTaken = false
        do throws(UnreadableBytes) {
            while phase == .open, hasRoom(context), let bytes = try received.readISO8583Frame() {
                hasTaken = true
                if !bytes.isEmpty { try open(bytes, context) }
            }
        } catch {
            return end(error.reason, context)
        }
        // There is room for another message, so the remaining bytes are not a whole one.
        if hasPeerEnded, phase == .open, hasRoom(context) {
            return end(received.readableBytes > 0 ? "the peer closed it within a message" : nil, context)
        }
        received.discardReadBytes()
        update(context, hasTaken: hasTaken)
    }

    private func open(_ bytes: [UInt8], _ context: ChannelHandlerContext) throws(UnreadableBytes) {
        let (message, failure): (ISO8583Message, ISO8583Failure?)
        do throws(ISO8583Failure) {
            (message, failure) = try ISO8583Message.read(bytes)
        } catch {
            throw UnreadableBytes(reason: "\(error)")
        }
        let number = answers.open()
        slot?.isClientsTurn = false
        if let failure {
            logger.debug("message is malformed", metadata: ["failure": "\(failure)"])
            return answered(number, by: message.answer("30"), context)
        }
        let (loop, connection) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        take(
            ArrivedMessage(message: message) { answer in
                loop.execute { connection.value.finish(number, answer) }
            })
    }

    private func finish(_ number: Int, _ answer: ISO8583Message?) {
        guard let context, context.channel.isActive else { return }
        answered(number, by: answer, context)
        if phase == .open { takeMessages(context) } else { closeAfterAnswers(context) }
    }

    private func answered(_ number: Int, by answer: ISO8583Message?, _ context: ChannelHandlerContext) {
        var hasWritten = false
        for answer in answers.close(number, with: answer) {
            do throws(ISO8583Failure) {
                let buffer = context.channel.allocator.buffer(iso8583: try answer.encoded())
                context.write(wrapOutboundOut(buffer), promise: nil)
                hasWritten = true
            } catch {
                logger.error("an answer cannot be written", metadata: ["failure": "\(error)"])
            }
        }
        if hasWritten { context.flush() }
        slot?.isClientsTurn = answers.count == 0
    }

    // MARK: Ends

    /// - Parameter reason: the fault to log; nil for an ordinary end.
    private func end(_ reason: String?, _ context: ChannelHandlerContext) {
        guard phase == .open else { return }
        phase = .ending
        if let reason { log(reason, context) }
        received.clear()
        closeAfterAnswers(context)
        update(context)
    }

    /// Another connection has taken the slot, because no message was open here. If a message has arrived meanwhile, it
    /// is answered.
    private func giveWay(_ context: ChannelHandlerContext) {
        guard phase == .open, answers.count == 0 else { return end("too many connections", context) }
        log("it was idle, and another connection needs its slot", context)
        context.close(promise: nil)
    }

    private func log(_ reason: String, _ context: ChannelHandlerContext) {
        let peer = context.remoteAddress
        let name = peer.flatMap { peer in peer.ipAddress.map { "\($0):\(peer.port ?? 0)" } } ?? "unknown"
        logger.notice("connection closed", metadata: ["reason": .string(reason), "peer": .string(name)])
    }

    /// The peer may still be sending. If the socket were closed at once, the peer could lose the last answer. So only
    /// the output is closed, and what arrives is dropped.
    private func closeAfterAnswers(_ context: ChannelHandlerContext) {
        guard phase == .ending, answers.count == 0 else { return }
        phase = .flushing
        let (flushed, bound) = (context.eventLoop.makePromise(of: Void.self), context.loopBound)
        let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
        flushed.futureResult.whenComplete { _ in
            guard connection.value.phase == .flushing else { return }
            connection.value.phase = .closed
            bound.value.close(mode: .output, promise: nil)
            connection.value.update(bound.value)
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: flushed)
    }

    // MARK: Time

    /// Reads on if there is room again, and sets the deadline of the next event.
    private func update(_ context: ChannelHandlerContext, hasTaken: Bool = false) {
        if hasHeldRead, phase != .open || hasRoom(context) {
            hasHeldRead = false
            context.read()
        }
        let next = nextWait(context)
        // All messages of a peer that has ended have one deadline.
        guard next != wait || (hasTaken && next != .answers) else { return }
        wait = next
        timer?.cancel()
        timer = time(for: next).map { time in
            context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in isTooLate(context) }
        }
    }

    private func nextWait(_ context: ChannelHandlerContext) -> Wait {
        switch phase {
        case .open where hasPeerEnded: .answers
        case .open where received.readableBytes > 0 && hasRoom(context): .restOfMessage
        case .open: answers.count == 0 ? .nextMessage : .nothing
        case .ending, .flushing: .answers
        case .closed: .peersEnd
        }
    }

    private func time(for wait: Wait) -> TimeAmount? {
        switch wait {
        case .nothing: nil
        case .nextMessage: limits.idleTime
        case .restOfMessage: limits.messageTime
        case .answers: limits.shutdownTime
        case .peersEnd: limits.lingerTime
        }
    }

    private func isTooLate(_ context: ChannelHandlerContext) {
        switch wait {
        case .nothing: break
        case .nextMessage: end("no message arrived for \(limits.idleTime.seconds) s", context)
        case .restOfMessage: end("a message was not complete after \(limits.messageTime.seconds) s", context)
        case .answers, .peersEnd: context.close(promise: nil)
        }
    }
}

extension TimeAmount {
    fileprivate var seconds: Int64 { nanoseconds / 1_000_000_000 }
}
