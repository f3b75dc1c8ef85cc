import HTTPTypes
import Logging
import NIOCore

/// Accepts connections at an address and answers their requests.
public struct Listener: Listening {
    /// Answers one request, and renders its own errors.
    package typealias Answer = @Sendable (Request, any Channel) async throws -> Response

    /// The listener's purpose, such as `public`.
    public let purpose: String
    public let address: ListenerAddress
    package var answer: Answer
    private let draining = Draining()
    private let logger: Logger

    package init<Context: ServiceRequestContext>(
        _ purpose: String, at address: ListenerAddress, _ door: Door<Context>, logger: Logger
    ) {
        self.purpose = purpose
        self.address = address
        self.logger = logger
        let logsRequests = address.logsRequests && logger.logLevel <= .info
        let (secretLimit, proxies) = (address.secretLimit, address.trustedProxies)
        answer = { [draining] request, channel in
            let context = RequestContext(
                channel: channel, logger: logger, isDraining: draining.hasBegun,
                record: logsRequests ? RequestRecord() : nil, limitingSecretsBy: secretLimit,
                forwardedFor: proxies.client(of: channel, request.headers))
            return try await door.respond(to: request, context: Context(context))
        }
    }

    public func open() async throws -> any OpenListener {
        let slots = ConnectionSlots(address.limits)
        let connections = HTTPConnections(address.limits, slots, draining, security: address.security) {
            [answer, logger] request, channel in
            await Self.response(to: request, on: channel, by: answer, logger)
        }
        let (arrivals, arrived) = AsyncStream.makeStream(of: HTTPConnections.Value.self)
        let sockets = try await ListeningSockets(for: purpose, at: address, logger: logger) { [logger] channel in
            connections.setup(channel: channel, logger: logger).flatMapThrowing { connection in
                // A connection that was accepted at the moment of the shutdown would get no answer, so it is closed.
                guard case .enqueued = arrived.yield(connection) else { throw ChannelError.ioOnClosedChannel }
            }
        }
        return OpenHTTPListener(
            sockets: sockets, slots: slots, draining: draining, connections: connections, arrivals: arrivals,
            arrived: arrived)
    }

    /// An error that gets here is a mistake in the program, because the answer renders its own.
    private static func response(
        to request: Request, on channel: any Channel, by answer: Answer, _ logger: Logger
    ) async -> Response {
        do {
            return try await answer(request, channel)
        } catch {
            logger.error("request failed", metadata: ["failure": "\(error)"])
            return Response(status: .internalServerError)
        }
    }
}

private struct OpenHTTPListener: OpenListener {
    let sockets: ListeningSockets
    let slots: ConnectionSlots
    let draining: Draining
    let connections: HTTPConnections
    let arrivals: AsyncStream<HTTPConnections.Value>
    let arrived: AsyncStream<HTTPConnections.Value>.Continuation

    var port: Int { sockets.port }

    func serve() async {
        sockets.accept()
        await withDiscardingTaskGroup { group in
            for await connection in arrivals { group.addTask { await connections.handle(connection) } }
        }
    }

    func drain() { draining.begin() }

    func close() {
        sockets.close().whenComplete { _ in
            arrived.finish()
            slots.close()
        }
    }
}
