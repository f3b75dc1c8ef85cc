import Hummingbird
import HummingbirdCore
import Logging

/// An HTTP listener with our limits around each of its connections.
///
/// - Parameters:
///   - port: 0 for any free port.
///   - onRunning: receives the port once connections are accepted.
package func listener<Context: ServiceRequestContext>(
    _ responder: some HTTPResponder<Context>, host: String, port: Int, limits: ListenerLimits, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void
) -> some ApplicationProtocol where Context.Source == ApplicationRequestContextSource {
    let places = ConnectionPlaces(limits)
    return Application(
        responder: responder,
        server: HTTPServerBuilder { WatchedHTTP1Channel(limits, places, responder: $0) },
        configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
        onServerRunning: { channel in
            AcceptPause.add(to: channel, logger: logger)
            await onRunning(channel.localAddress?.port ?? port)
        },
        logger: logger)
}
