import NIOCore

/// A body that is made while it is sent, such as a stream of events.
///
/// The next part is requested only after the socket has taken the one before. So a client that reads slowly makes its
/// own stream slow, and no parts wait for it in memory. A client that stops reading loses its connection, as with any
/// other response; a stream that has nothing to send may be silent for any time.
package struct BodyStream: Sendable {
    /// Returns the next part; nil at the end. It must return soon after its task is cancelled, which happens when the
    /// client leaves or the service shuts down.
    package let next: @Sendable () async -> ByteBuffer?

    package init(next: @escaping @Sendable () async -> ByteBuffer?) { self.next = next }
}
