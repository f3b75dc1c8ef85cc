import NIOCore

/// The times that a listener waits for its peers, and the numbers of connections and messages that it accepts. Time
/// counts only while it waits for the peer.
public struct ISO8583Limits: Sendable {
    /// The number of open connections. A further one takes the place of one that has no open message; if each has one,
    /// it is closed.
    public var connections = 256
    /// The messages of one connection that are answered at the same time. Further ones wait in the socket.
    public var messagesInFlight = 16
    /// The time from the first byte of a message to its last one.
    public var messageTime = TimeAmount.seconds(10)
    /// The time after which a connection ends without a message and without a sign that its peer is alive.
    public var idleTime = TimeAmount.minutes(10)
    /// The time that messages have to be answered when the peer has closed its side, the connection ends for another
    /// reason, or the service shuts down.
    public var shutdownTime = TimeAmount.seconds(10)
    /// The time within which the peer must have closed its side, after the listener has closed its own.
    public var lingerTime = TimeAmount.seconds(5)

    public init() {}
}
