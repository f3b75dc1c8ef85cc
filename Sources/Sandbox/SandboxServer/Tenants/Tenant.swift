import CardServer
import HTTPService
import Logging
import Sandbox
import ServiceLifecycle
import TrafficControl

/// A complete service for one test run: the demo universe on its own database, with its own keys, clock, randomness and
/// addresses.
///
/// Two tenants cannot affect each other, because they share no row, no key and no clock. That is why a tenant is a
/// database and not a column.
struct Tenant: Sendable {
    let database: TenantDatabase
    let sandbox: Sandbox
    let publicSide: any Responder<ServiceContext>
    let sandboxSide: any Responder<ServiceContext>
    /// Nil if the service has no merchants.
    let merchantsSide: (any Responder<RequestContext>)?

    /// The streams of the tenant's events, which end with the tenant.
    private let events: EventStreams
    private let group: ServiceGroup
    private let running: Task<Void, any Error>

    var name: TenantName { database.tenant }

    /// The first part of a tenant's paths on all listeners.
    static func path(_ name: TenantName) -> String { "/tenants/\(name)" }

    /// - Parameter addresses: knows the addresses of the listeners.
    init(_ database: TenantDatabase, _ server: SandboxServer, addresses: Tenants) {
        self.database = database
        sandbox = server.sandbox
        publicSide = server.publicSide
        sandboxSide = server.sandboxSide(addresses: addresses)
        events = server.events
        merchantsSide = server.merchantsSide
        let services = server.tenantWorkers.map { name, service in
            ServiceGroupConfiguration.ServiceConfiguration(service: service, serviceName: name)
        }
        let group = ServiceGroup(configuration: .init(services: services, logger: server.settings.logger))
        self.group = group
        // The task is detached, because a child task would shut down together with the listener whose request opened
        // the tenant.
        running = Task.detached { try await group.run() }
    }

    /// Whether both are the same tenant, instead of two that were created or opened one after the other.
    func isSame(as other: Tenant) -> Bool { group === other.group }

    /// Waits until the work in progress has ended, and closes the connections.
    func close() async {
        events.close()
        await group.triggerGracefulShutdown()
        _ = try? await running.value
    }
}
