import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1.1 connection, with our limits around it.
struct WatchedHTTP1Channel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let limits: ListenerLimits
    private let slots: ConnectionSlots

    init(_ limits: ListenerLimits, _ slots: ConnectionSlots, responder: @escaping HTTPChannelHandler.Responder) {
        self.limits = limits
        self.slots = slots
        http = HTTP1Channel(responder: responder)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let watch = ConnectionWatch(limits, slots, logger: logger)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestFraming(watch), position: .after(decoder))
            try pipeline.addHandler(watch, position: .first)
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
