import NIOCore

/// The body of a request, which has arrived as a whole or arrives while it is read. It must be read only once.
package enum IncomingBody: Sendable {
    case whole(ByteBuffer)
    case arriving(ArrivingBody)
    /// It cannot be read, for this reason.
    case unreadable(any Error)

    /// - Throws: `NIOTooManyBytesError` if the body is longer than the limit. ``BrokenBody`` if it is not complete.
    package func collect(upTo limitBytes: Int) async throws -> ByteBuffer {
        switch self {
        case .whole(let buffer):
            guard buffer.readableBytes <= limitBytes else { throw NIOTooManyBytesError(maxBytes: limitBytes) }
            return buffer
        case .arriving(let parts): return try await parts.collect(upTo: limitBytes)
        case .unreadable(let error): throw error
        }
    }
}

/// The parts of a body that had not arrived as a whole when its request was passed on. The connection is not read while
/// some parts wait here.
package typealias ArrivingBody = NIOThrowingAsyncSequenceProducer<
    ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, BodyDemand
>

/// Tells a connection when the reader of a request needs more of the body, and when it needs no more.
package final class BodyDemand: NIOAsyncSequenceProducerDelegate {
    private let wantsMore: @Sendable () -> Void
    private let wantsNothing: @Sendable () -> Void

    init(wantsMore: @escaping @Sendable () -> Void, wantsNothing: @escaping @Sendable () -> Void) {
        self.wantsMore = wantsMore
        self.wantsNothing = wantsNothing
    }

    package func produceMore() { wantsMore() }
    package func didTerminate() { wantsNothing() }
}
