import Hummingbird
import HummingbirdCore
import Logging

extension Listener {
    /// An HTTP listener with our limits around each of its connections.
    package init<Context: ServiceRequestContext>(
        _ purpose: String, at address: ListenerAddress, _ responder: some HTTPResponder<Context>, logger: Logger
    ) where Context.Source == ApplicationRequestContextSource {
        let slots = ConnectionSlots(address.limits)
        let application = Application(
            responder: responder,
            server: HTTPServerBuilder { WatchedHTTP1Channel(address.limits, slots, responder: $0) },
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            onServerRunning: { channel in
                AcceptPause.add(to: channel, logger: logger)
                await address.onRunning(channel.localAddress?.port ?? address.port)
            },
            logger: logger)
        self.init(purpose, at: address, application)
    }
}
