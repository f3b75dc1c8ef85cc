import HTTPService
import Logging
import NIOCore

/// Accepts TCP connections and answers the ISO 8583 messages that arrive on them. A length of two bytes, the high one
/// first, is in front of each message.
///
/// A connection whose bytes are not messages ends, and so does a connection that is too slow, or beyond the limit. A
/// log line names the peer and the reason. A message whose fields have wrong characters gets an answer with the
/// response code 30.
public struct ISO8583Listener: Listening {
    /// Answers one message. Nil sends no answer.
    public typealias Answer = @Sendable (ISO8583Message) async -> ISO8583Message?

    /// The listener's purpose, such as `network`.
    public let purpose: String
    public let address: ListenerAddress
    private let limits: ISO8583Limits
    private let logger: Logger
    private let answer: Answer

    public init(
        _ purpose: String, at address: ListenerAddress, limits: ISO8583Limits = ISO8583Limits(), logger: Logger,
        answer: @escaping Answer
    ) {
        self.purpose = purpose
        self.address = address
        self.limits = limits
        self.logger = logger
        self.answer = answer
    }

    public func open() async throws -> any OpenListener {
        let (messages, queue) = AsyncStream.makeStream(of: ArrivedMessage.self)
        let connections = OpenConnections { queue.finish() }
        let slots = ConnectionSlots(total: limits.connections, perAddress: limits.connections)
        let sockets = try await ListeningSockets(
            for: purpose, at: address, backlog: limits.connections, logger: logger
        ) { [address, limits, logger] channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                if let security = address.security { try pipeline.addHandlers(security.handlers(logger: logger)) }
                try pipeline.addHandler(
                    ISO8583Connection(limits, connections, slots, logger: logger) { message in queue.yield(message) })
            }
        }
        return OpenISO8583Listener(sockets: sockets, connections: connections, messages: messages, answer: answer)
    }
}

private struct OpenISO8583Listener: OpenListener {
    let sockets: ListeningSockets
    let connections: OpenConnections
    let messages: AsyncStream<ArrivedMessage>
    let answer: ISO8583Listener.Answer

    var port: Int { sockets.port }

    func serve() async {
        sockets.accept()
        await withTaskCancellationHandler {
            await answerAll()
        } onCancel: {
            connections.close()
        }
    }

    /// The number of messages at a time is that of the connections, multiplied by that of their messages in flight.
    private func answerAll() async {
        await withDiscardingTaskGroup { group in
            for await arrived in messages {
                group.addTask { arrived.reply(await answer(arrived.message)) }
            }
        }
    }

    /// ISO 8583 has no message that asks a network to connect again. The network may go on until the listener closes.
    func drain() {}

    func close() {
        sockets.close().whenComplete { _ in connections.shutDown() }
    }
}

/// A message, and where its answer goes.
struct ArrivedMessage: Sendable {
    let message: ISO8583Message
    let reply: @Sendable (ISO8583Message?) -> Void
}
