import ServiceLifecycle

/// The parts that a service adds to a program: its listeners and its workers. A program runs the parts of all its
/// services, and tests run the same parts.
public struct ServiceParts: Sendable {
    /// Anything that runs until the program ends, under the name that logs use.
    public typealias Worker = (name: String, service: any Service)

    /// In the order in which they start; they end in the reverse order.
    public var workers: [Worker]
    public var listeners: [Listener]
    /// For other protocols than HTTP.
    public var otherListeners: [any Listening] = []

    public init(workers: [Worker], listeners: [Listener]) {
        self.workers = workers
        self.listeners = listeners
    }
}

/// Where a listener listens, how it is secured, its limits, and what it logs.
public struct ListenerAddress: Sendable {
    /// A name or an address, without the brackets of an IPv6 address in a URL.
    public let host: String
    /// 0 for any free port.
    public var port: Int
    /// Of a listener for HTTP. A listener for another protocol has its own limits.
    public var limits: ListenerLimits
    /// Nil for a listener without TLS.
    public var security: TransportSecurity?
    /// Whether each request gets a line in the log, at the level `info`.
    public var logsRequests = false
    /// Limits wrong secrets at this and other listeners; nil if any number may be tried.
    public var secretLimit: SecretLimit?
    /// The proxies in front of the listener.
    public var trustedProxies = TrustedProxies.none
    /// The options that set host and port, for an error message.
    public var options: String
    /// Receives the port once connections are accepted.
    public var onRunning: @Sendable (Int) async -> Void

    public init(
        host: String, port: Int, limits: ListenerLimits = .init(), options: String = "its address",
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.host = host.wholeMatch(of: /\[(.*)\]/).map { String($0.output.1) } ?? host
        self.port = port
        self.limits = limits
        self.options = options
        self.onRunning = onRunning
    }

    /// The hosts to listen at. `localhost` always stands for both addresses of this machine (RFC 6761, section 6.3),
    /// because a client may try either of them.
    var hosts: [String] { host.lowercased() == "localhost" ? ["127.0.0.1", "::1"] : [host] }
}
