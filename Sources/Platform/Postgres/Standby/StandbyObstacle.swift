/// Why the primary answers a list, although there is a standby. The names are labels of metrics.
package enum StandbyObstacle: String, Error, Sendable, CaseIterable {
    /// The last examination found an obstacle, or a list has found one since.
    case untrusted
    /// The primary did not say in time how far its log is.
    case position
    /// The standby has not yet applied everything that the primary had acknowledged.
    case behind
    /// No session leads to a standby, or it broke off.
    case away
    /// The standby did not answer in time.
    case slow
    /// It accepts writes, so it is a primary itself.
    case promoted
    /// It is a copy of another cluster.
    case cluster
    /// It does not follow the primary, because one of them is on the other side of a promotion.
    case timeline
    /// It rejected the statement, for example because the statement prevented the log from being applied.
    case refused
    /// The caller is gone.
    case cancelled

    /// Whether the next list would probably meet it, too.
    var isLasting: Bool {
        switch self {
        case .untrusted, .refused, .cancelled: false
        case .position, .behind, .away, .slow, .promoted, .cluster, .timeline: true
        }
    }
}
