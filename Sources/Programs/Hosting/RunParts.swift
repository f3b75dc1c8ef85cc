import HTTPService
import ServiceLifecycle
import UnixSignals

extension Installation {
    /// Runs all parts until a signal arrives or one of them fails. Either way the others end in order, the last one
    /// first: listeners stop before the workers that they need, and Postgres stops last.
    ///
    /// - Parameter parts: the parts of every service that the program runs.
    package func run(_ parts: ServiceParts...) async throws {
        DescriptorLimit.raise(for: parts.flatMap(\.listeners).map(\.address.limits), logger: logger)
        var services: [ServiceParts.Worker] = embedded.map { [("embedded Postgres", $0)] } ?? []
        services += parts.flatMap(\.workers)
        let listeners: [any Listening] = parts.flatMap { $0.listeners + $0.otherListeners }
        services.append(("listeners", ListenerGroup(listeners)))
        var configuration = ServiceGroupConfiguration(
            services: services.map { name, service in
                .init(service: service, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: name)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A container is killed 30 s after it is asked to end. So parts that have not ended after 20 s are cancelled.
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        try await ServiceGroup(configuration: configuration).run()
    }
}
