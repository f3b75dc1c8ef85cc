import CardServer
import ContractTestSupport
import Foundation
import Gateways
import HTTPService
import Issuing
import Logging
import MerchantsHosting
import NetworkServer
import Payments
import Sandbox
import SandboxServer
import ServiceLifecycle
import Testing
import TestSupport

/// The merchants' listener on a real socket, in front of an issuer with its own database. The clock stands still and no
/// worker runs. Moving the clock does all work that is due.
struct Marketplace: Sendable {
    let fixture: IssuingFixture
    let side: MerchantsServer
    let port: Int
    let log: CapturedLog

    var now: Date { fixture.sandbox.clock.now() }

    func send(_ request: RawRequest) async throws -> RawAnswer {
        try await RawAnswer.to(request.bytes, method: request.method, at: port)
    }

    /// Moves the clock, and settles the days that end.
    func wait(days: Double) async throws {
        let later = now.addingTimeInterval(days * 86_400)
        try await fixture.sandbox.setClock(.frozen(at: later))
        try await side.settleWhatIsDue()
    }

    /// The number of failed requests in the service's log.
    var failures: Int { log.text.split(separator: "\n").count { $0.contains("request failed") } }
}

/// Runs the merchants' listener while `work` talks to it.
///
/// - Parameters:
///   - fixture: nil for a new one.
///   - desk: the network in front of the issuer; nil for the simulated one.
func withMarketplace(
    on fixture: IssuingFixture? = nil, asking desk: (any NetworkDesk)? = nil, limits: ListenerLimits = .init(),
    _ work: (Marketplace) async throws -> Void
) async throws {
    let made = if let fixture { fixture } else { try await IssuingFixture.make() }
    let log = CapturedLog()
    let side = MerchantsServer(
        over: made.issuing, asking: desk ?? SimulatedNetworkDesk(made.sandbox), trusting: try .sandbox(),
        CardServerSettings(logger: log.logger, metrics: PrometheusRegistry()))
    let (ports, tell) = AsyncStream.makeStream(of: Int.self)
    let listener = side.listener(at: ListenerAddress(host: "127.0.0.1", port: 0, limits: limits) { tell.yield($0) })
    let group = ServiceGroup(configuration: .init(services: [.init(service: listener)], logger: log.logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { tell.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else { return try await tasks.waitForAll() }
        let outcome: Result<Void, any Error>
        do {
            try await work(Marketplace(fixture: made, side: side, port: port, log: log))
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        try outcome.get()
    }
}
