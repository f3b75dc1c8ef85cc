import Synchronization
import Webhooks

/// The fault plan of one service, shared by all parts that cause faults.
package final class Faults: Sendable {
    private struct State {
        var plan = FaultPlan.none
        /// Deliveries that were delayed. No delivery is delayed twice, even if it has several attempts.
        var late: Set<WebhookDeliveryID> = []
    }

    private let state = Mutex(State())

    /// A new plan starts with new dice and counts.
    package var plan: FaultPlan {
        get { state.withLock { $0.plan } }
        set { state.withLock { $0 = State(plan: newValue) } }
    }

    /// Whether any fault is planned.
    var isPlanned: Bool { state.withLock { !$0.plan.lines.isEmpty } }

    /// Whether a rule asks what a message is about.
    package var needsSubjects: Bool { state.withLock { $0.plan.needsSubjects } }

    /// The faults that strike this occasion of the present task.
    package func strikes(_ occasion: FaultPlan.Occasion) -> [FaultPlan.Strike] {
        let isOfTool = Caller.currentTool != nil
        return state.withLock { isOfTool && !$0.plan.strikesTools ? [] : $0.plan.strikes(occasion) }
    }

    /// The delay of a due delivery in seconds; nil if it is sent now.
    package func lateness(of delivery: WebhookDeliveryID) -> Int? {
        state.withLock { state in
            guard !state.late.contains(delivery) else { return nil }
            guard case .webhookLate(let seconds) = state.plan.strikes(.due).first?.fault else { return nil }
            // The set is cleared at its limit; otherwise deliveries that ended with their subscription would stay
            // forever.
            if state.late.count >= Self.lateLimit { state.late.removeAll() }
            state.late.insert(delivery)
            return seconds
        }
    }

    private static let lateLimit = 10_000
}
