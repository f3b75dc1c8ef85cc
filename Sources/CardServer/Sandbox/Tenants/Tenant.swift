import HTTPService
import Hummingbird
import Logging
import Sandbox
import ServiceLifecycle

/// A whole service of a test run's own: the demo universe on a database of its own, with keys, a clock and randomness
/// of its own, at addresses of its own.
///
/// What two tenants do cannot meet, because they share no row, no key and no clock. That is why a tenant is a database
/// and not a column.
struct Tenant: Sendable {
    let database: TenantDatabase
    let sandbox: Sandbox
    let publicSide: any HTTPResponder<ServiceContext>
    let sandboxSide: any HTTPResponder<ServiceContext>
    /// One of its two sides.
    typealias Side = any KeyPath<Tenant, any HTTPResponder<ServiceContext>> & Sendable

    private let group: ServiceGroup
    private let running: Task<Void, any Error>

    var name: TenantName { database.tenant }

    /// What its addresses begin with, on both listeners.
    static func path(_ name: TenantName) -> String { "/tenants/\(name)" }

    init(_ database: TenantDatabase, _ sandbox: SandboxSettings, _ server: CardServer) {
        self.database = database
        self.sandbox = sandbox.sandbox
        publicSide = server.publicSide
        sandboxSide = server.sandboxSide(of: sandbox)
        let services = server.backgroundServices().map { name, service in
            ServiceGroupConfiguration.ServiceConfiguration(service: service, serviceName: name)
        }
        let group = ServiceGroup(configuration: .init(services: services, logger: server.logger))
        self.group = group
        // Detached, for a task would end gracefully together with the listener whose request happened to open it.
        running = Task.detached { try await group.run() }
    }

    /// Whether it is this one, and none that was made or opened after it.
    func isSame(as other: Tenant) -> Bool { group === other.group }

    /// Lets what is under way come to its end and closes the connections.
    func close() async {
        await group.triggerGracefulShutdown()
        _ = try? await running.value
    }
}
