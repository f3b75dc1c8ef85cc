/// A caller who has to know how far the primary's log is.
final class PositionRequest: Queued {
    let reply = Reply<LogPosition, StandbyObstacle>()

    func fail(_ failure: PostgresFailure) {
        reply.settle(.failure(.position))
    }
}

/// One list on its way to a standby.
final class StandbyRequest: Queued {
    let query: AnyQuery
    /// The place in the primary's log that the standby must have reached.
    let needed: LogPosition
    let reply = Reply<ResultSet, StandbyObstacle>()

    init(_ query: AnyQuery, needing needed: LogPosition) {
        self.query = query
        self.needed = needed
    }

    func fail(_ failure: PostgresFailure) {
        reply.settle(.failure(failure.kind == .overloaded ? .slow : .away))
    }

    /// - Parameter state: what the standby said before it answered; nil if it did not.
    func outcome(of answer: Answer, in state: StandbyState?) -> Result<ResultSet, StandbyObstacle> {
        guard let state else { return .failure(.away) }
        if let obstacle = state.obstacle(before: needed) { return .failure(obstacle) }
        switch answer {
        case .rows(let result): return .success(result)
        case .rejected, .skipped: return .failure(.refused)
        case .lost: return .failure(.away)
        }
    }
}
