import NIOCore

/// How long a listener waits for its clients, and how much room it gives them.
///
/// Time counts only while the service waits for the client. A service that takes long to answer never costs the client
/// its connection.
public struct ListenerLimits: Sendable {
    /// Connections that are open at once.
    public var connections = 8192
    /// Connections of one address that are open at once. Behind a proxy, all clients have one address.
    public var connectionsPerAddress = 4096
    /// Time until the whole head of a request has arrived, from the opening of the connection or the last answer.
    public var headTime = TimeAmount.seconds(60)
    /// Bytes of a head as they arrive, whatever the parser makes of them; of its fields it accepts 80 KiB.
    public var headBytes = 96 << 10
    /// Time in which a request's body or an answer must have begun to keep to the least rate.
    public var startTime = TimeAmount.seconds(20)
    /// Bytes that a client sends or takes per second at least, averaged over one message.
    public var leastBytesPerSecond = 4096
    /// Time in which a request's body must have arrived, and in which what waits to be sent must have been taken.
    public var messageTime = TimeAmount.seconds(300)
    /// Time in which the client must have closed its side, or sent the rest of a request that is answered already.
    public var lingerTime = TimeAmount.seconds(5)
    /// Time that requests have to end in when the service is asked to end.
    public var shutdownTime = TimeAmount.seconds(10)
    /// Time between two looks at a connection, which is how late a limit may take effect.
    public var checkInterval = TimeAmount.seconds(5)

    public init() {}
}
