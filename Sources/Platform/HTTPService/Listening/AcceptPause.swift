import Foundation
import Logging
import NIOCore

/// Stops accepting connections for a second if the process or the machine has no descriptor or memory left for one.
///
/// NIO's own handler delays only reads that have not been requested yet. After a failed accept, the previous read is
/// still pending and the socket stays readable, so the event loop would try again at once, without end.
package final class AcceptPause: ChannelInboundHandler {
    package typealias InboundIn = any Channel
    package typealias InboundOut = any Channel

    static let duration = TimeAmount.seconds(1)
    private static let exhausted: Set<CInt> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private let logger: Logger
    private var end: Scheduled<Void>?

    init(logger: Logger) { self.logger = logger }

    /// - Parameter channel: the socket that listens.
    package static func add(to channel: any Channel, logger: Logger) {
        channel.eventLoop.execute {
            // A closed channel accepts nothing.
            try? channel.pipeline.syncOperations.addHandler(AcceptPause(logger: logger), position: .first)
        }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, Self.exhausted.contains(error.errnoCode), end == nil { pause(context, error) }
        context.fireErrorCaught(error)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }

    private func pause(_ context: ChannelHandlerContext, _ error: IOError) {
        logger.warning("new connections wait for a second", metadata: ["failure": "\(error)"])
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.duration) { [self] in
            end = nil
            try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
