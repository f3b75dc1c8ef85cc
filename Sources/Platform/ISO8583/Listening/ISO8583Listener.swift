import HTTPService
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Accepts TCP connections and answers the ISO 8583 messages that arrive on them. A length of two bytes, the high one
/// first, is in front of each message.
///
/// A connection whose bytes are not messages ends, and so does one that is too slow or one too many. A log line names
/// the peer and the reason. A message whose fields have wrong characters gets an answer with the response code 30.
public struct ISO8583Listener: Service {
    /// Answers one message. Nil sends nothing.
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

    /// Runs until the service shuts down. It then accepts nothing more, and ends after the last answer.
    public func run() async throws {
        let (messages, queue) = AsyncStream.makeStream(of: ArrivedMessage.self)
        let open = OpenConnections(limit: limits.connections) { queue.finish() }
        let channel = try await listen(open) { queue.yield($0) }
        channel.closeFuture.whenComplete { _ in open.shutDown() }
        await address.onRunning(channel.localAddress?.port ?? address.port)
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await answerAll(messages)
            } onGracefulShutdown: {
                channel.close(promise: nil)
            }
        } onCancel: {
            channel.close(promise: nil)
            open.close()
        }
    }

    /// The number of messages at a time is that of the connections, multiplied by that of their messages in flight.
    private func answerAll(_ messages: AsyncStream<ArrivedMessage>) async {
        await withDiscardingTaskGroup { group in
            for await arrived in messages {
                group.addTask { [answer] in arrived.reply(await answer(arrived.message)) }
            }
        }
    }

    private func listen(
        _ open: OpenConnections, _ take: @escaping @Sendable (ArrivedMessage) -> Void
    ) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: CInt(limits.connections))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [address, limits, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let security = address.security { try pipeline.addHandlers(security.handlers(logger: logger)) }
                    try pipeline.addHandler(ISO8583Connection(limits, open, logger: logger, take: take))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: address.host, port: address.port).get()
            AcceptPause.add(to: channel, logger: logger)
            return channel
        } catch {
            throw ListenerFailure(purpose, at: address, error)
        }
    }
}

/// A message, and where its answer goes.
struct ArrivedMessage: Sendable {
    let message: ISO8583Message
    let reply: @Sendable (ISO8583Message?) -> Void
}
