/// What to do when the server has ended although nobody asked it to.
///
/// A server that worked before is started again for ever: an outage that heals must not need a hand. One that never
/// worked is started again only when its predecessor's processes are still about, as they are for a moment after
/// `kill -9`; anything else would fail in the same way again, and somebody is waiting to read why.
struct RestartPolicy: Sendable, Equatable {
    enum Decision: Equatable {
        case startAgain(after: Duration)
        case giveUp
    }

    static let shortestDelay: Duration = .milliseconds(100)
    static let longestDelay: Duration = .seconds(5)
    /// Working for so long counts as healed, and the delays begin anew.
    static let healedAfter: Duration = .seconds(10)
    /// About half a minute of delays.
    static let attemptsBehindPredecessor = 10

    private var hasWorked = false
    private var endings = 0

    /// - Parameters:
    ///   - workedFor: how long it had accepted connections; nil if it never did.
    ///   - predecessorIsPresent: whether it ended because another server's processes still use the cluster.
    mutating func serverEnded(workedFor: Duration?, predecessorIsPresent: Bool) -> Decision {
        if let workedFor {
            hasWorked = true
            if workedFor >= Self.healedAfter { endings = 0 }
        }
        let mayTryAgain = hasWorked || (predecessorIsPresent && endings < Self.attemptsBehindPredecessor)
        guard mayTryAgain else { return .giveUp }
        let delay = min(Self.shortestDelay * (1 << min(endings, 16)), Self.longestDelay)
        endings += 1
        return .startAgain(after: delay)
    }
}
