/// Decides whether to restart a server that ended without being stopped, and when.
///
/// A server that has worked is restarted without limit, because recovery from an outage must not need an operator. A
/// server that never worked is restarted only while processes of its predecessor still run, as they do for a moment
/// after `kill -9`. Any other failure would repeat, and the user is waiting to read the reason.
struct RestartPolicy: Sendable, Equatable {
    enum Decision: Equatable {
        case startAgain(after: Duration)
        case giveUp
    }

    static let shortestDelay: Duration = .milliseconds(100)
    static let longestDelay: Duration = .seconds(5)
    /// A server that has worked for this long counts as recovered, and the delays start again from the shortest.
    static let healedAfter: Duration = .seconds(10)
    /// The delays of these attempts add up to about 30 seconds.
    static let attemptsBehindPredecessor = 10

    private var hasWorked = false
    private var endings = 0

    /// - Parameters:
    ///   - workedFor: how long the server accepted connections; nil if it never did.
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
