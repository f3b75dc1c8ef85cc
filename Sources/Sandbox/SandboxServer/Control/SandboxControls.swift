import Gateways
import Issuing
import NetworkServer
import TrafficControl
import Webhooks

/// The controls of one service's traffic, and its receivers. Each tenant has its own.
struct SandboxControls: Sendable {
    let traffic = ControlledTraffic()
    let receivers = Receivers()
    /// The same for the service and its tenants.
    let console: ConsoleAddress
    /// The card service.
    let card = ControlledService.card()
    /// The gateways of the service's merchants.
    private(set) var gateways: [ControlledService] = []

    init(console: ConsoleAddress) { self.console = console }

    /// Makes what is asked of gateways a part of the traffic.
    mutating func add(_ gateways: [GatewayService]) { self.gateways += gateways.map(ControlledService.init) }

    var events: EventStreams { traffic.events }

    /// Counts and publishes the steps of cards, tokens, authentications and payments.
    func observe(_ occurrence: Occurrence, _ subject: Occurrence.Subject) {
        traffic.coverage.count(step: occurrence.description)
        events.publish(SandboxEvent(occurrence, about: subject))
    }

    /// Lets faults strike webhooks, and publishes their attempts.
    var webhookHooks: WebhookHooks {
        let faults = traffic.faults
        return WebhookHooks(
            delay: faults.lateness, repeatsDelivery: { !faults.strikes(.delivered).isEmpty },
            attempted: { [events] webhook, attempt, status in
                events.publish(SandboxEvent(attempt, of: webhook, status))
            })
    }

    /// All operations of the service: those of the card service, of the network's door and of the gateways.
    private var operations: ControlledOperations {
        ControlledOperations(all: card.operations + NetworkOperations.all + gateways.flatMap(\.operations))
    }

    var routes: [SandboxRoutes.Route] {
        FaultRoutes(faults: traffic.faults, operations: operations).routes
            + JournalRoutes(
                journal: traffic.journal, operations: operations, gateways: gateways.compactMap(\.gateway)
            ).routes
            + CoverageRoutes(coverage: traffic.coverage, card: card, gateways: gateways).routes
            + EventRoutes(events: events).routes
    }

    /// Removes the faults, the journal and what the receivers have.
    func reset() {
        traffic.reset()
        receivers.forgetAll()
        events.publish(SandboxEvent(.reset))
    }
}
