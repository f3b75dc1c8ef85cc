/// The outcome of a batch.
struct Served<Item: Queued> {
    /// The requests to send again, because another request or the session caused their failure.
    var again: [Lane<Item>.Entry] = []
    /// Closures that deliver the answers that have not been delivered yet.
    var replies: [() -> Void] = []
}

/// How the three kinds of request are served over a session.
enum Serving {
    /// The maximum number of reads in one round trip. With more reads, a request waits longer for its neighbours than
    /// it saves.
    static let readBatch = 32
    /// The number of sessions that a read may lose. After that, the read itself may be the cause.
    private static let lossLimit = 5

    /// Reads share one Sync. An error skips the reads behind it, and a lost session loses them all. Reads change
    /// nothing, so they are sent again, each with its own Sync, and a bad statement then fails alone.
    ///
    /// Each read is answered at once, without waiting for those behind it.
    static func reads(_ session: Session, _ batch: [Lane<StatementRequest>.Entry]) -> Served<StatementRequest> {
        var served = Served<StatementRequest>()
        var suspectFound = false
        let isApart = batch.contains { $0.isApart }
        session.roundTrip(batch.map(\.item.query), sync: isApart ? .each : .once) { index, answer in
            var entry = batch[index]
            let reply = entry.item.reply
            switch answer {
            case .rows(let result):
                return reply.settle(.success(result))
            case .rejected(let failure) where failure.mayPass(afterAttempts: entry.attempts + 1):
                entry.attempts += 1
            case .rejected(let failure):
                return reply.settle(.failure(failure))
            case .skipped:
                break
            case .lost:
                // Of the reads that were sent apart, the first one without an answer may have caused the loss. No other
                // was reached.
                if isApart && !suspectFound { entry.attempts += 1 }
                suspectFound = true
                entry.isLost = true
                if entry.attempts >= lossLimit {
                    return reply.settle(.failure(.lost(entry.item.query.statement.name, isSafeToRetry: true)))
                }
            }
            entry.isApart = true
            served.again.append(entry)
        }
        return served
    }

    /// A write is one statement, acknowledged with its own Sync. It is sent again only if a rejection undid it.
    static func writes(_ session: Session, _ batch: [Lane<StatementRequest>.Entry]) -> Served<StatementRequest> {
        var served = Served<StatementRequest>()
        session.roundTrip(batch.map(\.item.query), sync: .each) { index, answer in
            var entry = batch[index]
            let request = entry.item
            switch answer {
            case .rows(let result):
                served.replies.append { request.reply.settle(.success(result)) }
            case .rejected(let failure) where failure.mayPass(afterAttempts: entry.attempts + 1):
                entry.attempts += 1
                served.again.append(entry)
            case .rejected(let failure):
                served.replies.append { request.reply.settle(.failure(failure)) }
            case .skipped, .lost:
                let failure = PostgresFailure.lost(request.query.statement.name, isSafeToRetry: false)
                served.replies.append { request.reply.settle(.failure(failure)) }
            }
        }
        return served
    }

    /// A transaction that lost against another one, or whose session was at fault, runs again from its beginning.
    static func transactions(
        _ session: Session, _ batch: [Lane<TransactionRequest>.Entry]
    ) -> Served<TransactionRequest> {
        var served = Served<TransactionRequest>()
        for var entry in batch {
            entry.attempts += 1
            switch entry.item.run(on: session, attempt: entry.attempts) {
            case .finished(let reply): served.replies.append(reply)
            case .again: served.again.append(entry)
            }
        }
        return served
    }
}
