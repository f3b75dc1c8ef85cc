import NIOCore

/// The times that a listener waits for its clients, and the number of clients that it accepts.
///
/// Time counts only while the service waits for the client. A slow response of the service never costs a client its
/// connection.
public struct ListenerLimits: Sendable {
    /// The number of open connections.
    public var connections = 8192
    /// The number of open connections from one address. Behind a proxy, all clients have one address.
    public var connectionsPerAddress = 4096
    /// The time until the whole head of a request has arrived, from the opening of the connection or the last response.
    public var headTime = TimeAmount.seconds(60)
    /// The maximum bytes of a head as they arrive, before the parser, which itself accepts 80 KiB of header fields.
    public var headBytes = 96 << 10
    /// The time after which a request's body or a response must keep to the minimum rate.
    public var startTime = TimeAmount.seconds(20)
    /// The minimum bytes that a client sends or reads per second, averaged over one message.
    public var leastBytesPerSecond = 4096
    /// The time within which a request's body must have arrived, and the client must have read a response.
    public var messageTime = TimeAmount.seconds(300)
    /// The time within which the client must have closed its side, or sent the rest of a request that is already
    /// answered.
    public var lingerTime = TimeAmount.seconds(5)
    /// The time that open requests have to end when the service shuts down.
    public var shutdownTime = TimeAmount.seconds(10)
    /// The time that idle clients have to close their side when the service shuts down. If one of them sends a request
    /// at this moment, the service does not read it, and the client sees the end of the connection instead of a reset.
    public var farewellTime = TimeAmount.seconds(1)
    /// The time between two checks of a connection. A limit may take effect this much late.
    public var checkInterval = TimeAmount.seconds(5)

    public init() {}
}
