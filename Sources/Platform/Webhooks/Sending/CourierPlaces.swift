/// The places of couriers on this server: some for each subscription, and a limit for all.
///
/// Those with the fewest couriers get a place first. While a subscription waits for its first courier, those with the
/// most give places up, one courier after each attempt. So neither many events nor slow receivers of some subscriptions
/// keep the others waiting for longer than an attempt takes.
struct CourierPlaces {
    private var running: [WebhookSubscriptionID: Int] = [:]
    /// The subscriptions that had events and no courier at the last look. Those that have waited longest come first.
    private var waiting: [WebhookSubscriptionID] = []
    /// How many places were given up since the last look.
    private var givenUp = 0

    /// Takes places for due events.
    ///
    /// - Returns: a subscription for each courier to start.
    mutating func begin(_ due: [Webhooks.Due]) -> [WebhookSubscriptionID] {
        let free = Dictionary(due.map { ($0.subscription, $0.free) }) { first, _ in first }
        let earlier = Set(waiting)
        let order = waiting.filter { free[$0] != nil } + due.map(\.subscription).filter { !earlier.contains($0) }
        var begun: [WebhookSubscriptionID] = []
        for round in 0..<WebhookSettings.attemptsForOne {
            for subscription in order where running[subscription, default: 0] == round {
                let own = begun.count { $0 == subscription }
                guard own < free[subscription, default: 0], count < WebhookSettings.attempts else { continue }
                running[subscription] = round + 1
                begun.append(subscription)
            }
        }
        waiting = order.filter { free[$0, default: 0] > 0 && running[$0] == nil }
        givenUp = 0
        return begun
    }

    /// Decides whether a courier of this subscription ends after its attempt, so that another subscription gets its
    /// place.
    mutating func givesUp(_ subscription: WebhookSubscriptionID) -> Bool {
        guard givenUp < waiting.count, running[subscription] == running.values.max() else { return false }
        givenUp += 1
        return true
    }

    mutating func end(_ subscription: WebhookSubscriptionID) {
        let own = (running[subscription] ?? 1) - 1
        running[subscription] = own == 0 ? nil : own
    }

    private var count: Int { running.values.reduce(0, +) }
}
