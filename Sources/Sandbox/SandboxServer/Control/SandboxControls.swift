import CardAPI
import Cards
import Dispatch
import Gateways
import HTTPContract
import Issuing
import Payments
import Validation
import Webhooks

/// The faults, the journal, the coverage, the events and the receivers of one service. Each tenant has its own.
struct SandboxControls: Sendable {
    let faults = Faults()
    let journal = RequestJournal()
    let coverage = CoverageCounter()
    let events: EventStreams
    let receivers = Receivers()
    /// The same for the service and its tenants.
    let console: ConsoleAddress
    /// The gateways of the service's merchants.
    var gateways: [GatewayService] = []

    init(console: ConsoleAddress) {
        self.console = console
        // The number grows from one start of the service to the next, as events of a run take more than a millisecond.
        let uptime = DispatchTime.now().uptimeNanoseconds / 1_000_000
        events = EventStreams(RecentEvents(after: Int(uptime)))
    }

    /// Counts and publishes what happens to cards, tokens, authentications and payments.
    func observe(_ occurrence: Occurrence, _ subject: Occurrence.Subject) {
        coverage.count(occurrence)
        events.publish(SandboxEvent(occurrence, about: subject))
    }

    /// Lets faults strike webhooks, and publishes their attempts.
    var webhookHooks: WebhookHooks {
        WebhookHooks(
            delay: faults.lateness, repeatsDelivery: { [faults] in !faults.strikes(.delivered).isEmpty },
            attempted: { [events] webhook, attempt, status in
                events.publish(SandboxEvent(attempt, of: webhook, status))
            })
    }

    /// What can be asked of the service: the operations of the card service, then those of the gateways.
    private var operations: ControlledOperations {
        ControlledOperations(all: Operations.all + gateways.flatMap(\.operations))
    }

    var routes: [SandboxRoutes.Route] {
        FaultRoutes(faults: faults, operations: operations).routes
            + JournalRoutes(journal: journal, operations: operations, gateways: gateways.map(\.gateway.name)).routes
            + CoverageRoutes(coverage: coverage, gateways: gateways).routes
            + EventRoutes(events: events).routes
    }

    /// Removes the faults, the journal and what the receivers have. The coverage stays, because a test run resets often
    /// and its coverage is that of the whole run.
    func reset() {
        faults.plan = .none
        journal.forgetAll()
        receivers.forgetAll()
        events.publish(SandboxEvent(.reset))
    }
}

/// The operations that are recorded, counted and struck by faults.
struct ControlledOperations: Sendable {
    let all: [HTTPContract.Operation]

    /// The operation with a name; nil if no name is given.
    ///
    /// - Parameter violations: gets an error about a name that no operation has.
    func named(
        _ name: String?, at field: String, _ violations: inout [FieldError]
    ) -> HTTPContract.Operation? {
        guard let name else { return nil }
        let found = all.first { $0.name == name }
        if found == nil { violations.append(FieldError(field, notOneOf: all.map(\.name), for: name)) }
        return found
    }
}
