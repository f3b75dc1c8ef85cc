import Foundation
import Synchronization
import Webhooks

/// The plan of faults that one service follows, shared by everything that may strike.
final class Faults: Sendable {
    private struct State {
        var plan = FaultPlan.none
        /// Deliveries that were delayed, including their later attempts; none is delayed twice.
        var late: Set<UUID> = []
    }

    private let state = Mutex(State())

    /// Setting a plan starts again, with fresh dice.
    var plan: FaultPlan {
        get { state.withLock { $0.plan } }
        set { state.withLock { $0 = State(plan: newValue) } }
    }

    func strikes(_ occasion: FaultPlan.Occasion) -> [FaultPlan.Strike] {
        state.withLock { $0.plan.strikes(occasion) }
    }

    var webhookHooks: WebhookHooks {
        WebhookHooks(delay: lateness, repeatsDelivery: { [self] in !strikes(.delivered).isEmpty })
    }

    /// The delay of a due delivery in seconds; nil if it is sent now.
    func lateness(of delivery: UUID) -> Int? {
        state.withLock { state in
            guard !state.late.contains(delivery) else { return nil }
            guard case .webhookLate(let seconds) = state.plan.strikes(.due).first?.fault else { return nil }
            // Deliveries that ended with their subscription would stay here forever.
            if state.late.count >= Self.lateLimit { state.late.removeAll() }
            state.late.insert(delivery)
            return seconds
        }
    }

    private static let lateLimit = 10_000
}
