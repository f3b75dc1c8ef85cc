extension Serving {
    /// The number of times that a standby is asked for a list until it is far enough, some milliseconds later each
    /// time.
    private static let attemptLimit = 6

    /// All callers who wait share one round trip, which begins after the last of them has asked. So every commit that
    /// was acknowledged before a caller asked is in front of the place that the caller learns.
    static func positions(
        _ session: Session, _ batch: [Lane<PositionRequest>.Entry]
    ) -> Served<PositionRequest> {
        session.roundTrip([LogPosition.ofPrimary().erased], sync: .once) { _, answer in
            let position = answer.row(of: LogPosition.ofPrimary)
            for entry in batch {
                entry.item.reply.settle(position.map { Result.success($0) } ?? .failure(StandbyObstacle.position))
            }
        }
        return Served<PositionRequest>()
    }

    /// The standby first says how far it is. Each list behind that, in the same round trip, has a snapshot of its own,
    /// which is not older.
    static func lists(
        _ session: Session, _ batch: [Lane<StandbyRequest>.Entry]
    ) -> Served<StandbyRequest> {
        var served = Served<StandbyRequest>()
        var state: StandbyState?
        let queries = [StandbyState.statement().erased] + batch.map(\.item.query)
        session.roundTrip(queries, sync: .once) { index, answer in
            guard index > 0 else {
                state = answer.row(of: StandbyState.statement)
                return
            }
            var entry = batch[index - 1]
            entry.attempts += 1
            let outcome = entry.item.outcome(of: answer, in: state)
            if case .failure(.behind) = outcome, entry.attempts < attemptLimit {
                served.again.append(entry)
            } else {
                entry.item.reply.settle(outcome)
            }
        }
        // The session stays on a server that was promoted. The next one may lead to another standby.
        if state?.isStandby == false { session.retire() }
        return served
    }
}

extension Answer {
    /// The first row; nil if there is none, or if it cannot be read.
    func row<Output>(of statement: Statement<Output>) -> Output? {
        guard case .rows(let result) = self else { return nil }
        return try? statement.read(result).first
    }
}
