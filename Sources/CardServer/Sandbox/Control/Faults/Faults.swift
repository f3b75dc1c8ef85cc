import Foundation
import Synchronization
import Webhooks

/// The plan of faults that one service follows, shared by everything that may strike.
final class Faults: Sendable {
    private struct State {
        var plan = FaultPlan.none
        /// Deliveries that were made late, their later tries too; none is made late twice.
        var late: Set<UUID> = []
    }

    private let state = Mutex(State())

    /// Setting it begins anew, with dice that have not been thrown.
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

    /// Seconds for which a delivery that is due is to be held back; nil if it goes out now.
    func lateness(of delivery: UUID) -> Int? {
        state.withLock { state in
            guard !state.late.contains(delivery) else { return nil }
            guard case .webhookLate(let seconds) = state.plan.strikes(.due).first?.fault else { return nil }
            // Deliveries that ended with their subscription would stay here for ever.
            if state.late.count >= Self.lateLimit { state.late.removeAll() }
            state.late.insert(delivery)
            return seconds
        }
    }

    private static let lateLimit = 10_000
}
