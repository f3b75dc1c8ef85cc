import HTTPService
import ServiceLifecycle
import UnixSignals

extension Installation {
    /// Runs all parts until a signal arrives or one of them fails. Either way the others end in order, the last one
    /// first: listeners stop before the workers that they need, and Postgres stops last.
    ///
    /// - Parameters:
    ///   - parts: the parts of every service that the program runs.
    ///   - drainTime: how long the listeners accept after the signal.
    package func run(_ parts: ServiceParts..., draining drainTime: Duration) async throws {
        DescriptorLimit.raise(for: parts.flatMap(\.listeners).map(\.address.limits), logger: logger)
        var services: [ServiceParts.Worker] = embedded.map { [("embedded Postgres", $0)] } ?? []
        services += parts.flatMap(\.workers)
        let listeners: [any Listening] = parts.flatMap { $0.listeners + $0.otherListeners }
        services.append(("listeners", ListenerGroup(listeners) { try? await Task.sleep(for: drainTime) }))
        var configuration = ServiceGroupConfiguration(
            services: services.map { name, service in
                .init(service: service, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: name)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // Kubernetes kills a container 30 s after it asked it to end. So parts that have not ended 20 s after the drain
        // time are cancelled.
        configuration.maximumGracefulShutdownDuration = drainTime + .seconds(20)
        try await ServiceGroup(configuration: configuration).run()
    }
}
