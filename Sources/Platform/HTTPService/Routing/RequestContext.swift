import HTTPContract
import Logging
import NIOCore

/// The facts about a request that are not in the request itself.
package struct RequestContext: Sendable {
    /// The connection of the request.
    package let channel: any Channel
    /// Whether the listener is about to shut down.
    let isDraining: Bool
    /// Nil if requests are not logged.
    package let record: RequestRecord?
    /// Limits wrong secrets; nil if any number may be tried.
    let secretLimit: SecretLimit?
    /// The client's address according to a trusted proxy; nil if the connection is not from one.
    private let forwardedAddress: SocketAddress?
    /// The caller's place in a trace; nil if it has sent none.
    package internal(set) var trace: TraceParent?
    /// The id in the response's `X-Request-Id` and in every log line about the request.
    package internal(set) var requestID = ""
    /// Nil until the route is found, and if there is none.
    package internal(set) var route: Route?
    package internal(set) var parameters = PathParameters.none
    /// The prefix that routing has removed from the path, such as `/tenants/blue/stitch`. The service behind it sees
    /// its own path; the address that the caller used begins with this prefix.
    package var pathPrefix = ""
    /// Without the request's id.
    private var serviceLogger: Logger

    package init(
        channel: any Channel, logger: Logger, isDraining: Bool = false, record: RequestRecord? = nil,
        limitingSecretsBy secretLimit: SecretLimit? = nil, forwardedFor forwardedAddress: SocketAddress? = nil
    ) {
        self.channel = channel
        self.isDraining = isDraining
        self.record = record
        self.secretLimit = secretLimit
        self.forwardedAddress = forwardedAddress
        serviceLogger = logger
    }

    /// Logs with the ids of the request and of its trace. It is made when it is used, because most requests write no
    /// log entry.
    package var logger: Logger {
        var logger = serviceLogger
        logger[metadataKey: "requestId"] = .string(requestID)
        if let trace { logger[metadataKey: "traceId"] = .string(trace.traceID) }
        return logger
    }

    /// The address of the client, or of the proxy in front of it that is not trusted.
    var remoteAddress: SocketAddress? { forwardedAddress ?? channel.remoteAddress }

    /// The same for the log.
    package var clientAddress: String { remoteAddress?.ipAddress ?? "unknown" }

    /// Whether messages of this level are logged.
    package func logs(_ level: Logger.Level) -> Bool { level >= serviceLogger.logLevel }

    /// The same request, behind a further part of the path.
    ///
    /// - Parameter part: begins with a slash and has none at its end.
    package func entering(_ part: String) -> RequestContext {
        var context = self
        context.pathPrefix += part
        return context
    }

    /// Adds a value to every log line about the request.
    package mutating func log(_ value: String, as key: String) { serviceLogger[metadataKey: key] = .string(value) }
}

/// The context of a request in one service: the facts of every service, and those that only this one adds.
package protocol ServiceRequestContext: Sendable {
    init(_ base: RequestContext)
    var base: RequestContext { get set }
}

/// A service that adds nothing uses this context itself.
extension RequestContext: ServiceRequestContext {
    package init(_ base: RequestContext) { self = base }

    package var base: RequestContext {
        get { self }
        set { self = newValue }
    }
}

extension ServiceRequestContext {
    package var requestID: String { base.requestID }
    package var parameters: PathParameters { base.parameters }
    package var logger: Logger { base.logger }
    /// The operation that the request is for; nil for a page, a probe or an unknown path.
    package var operation: Operation? { base.route?.operation }
}
