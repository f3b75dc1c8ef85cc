import Logging

/// One thread with one session: takes requests out of a lane and serves them over it.
///
/// libpq blocks, even for DNS and TLS. That does no harm on a thread of its own: no event loop and no thread of Swift's
/// cooperative pool waits for Postgres.
struct Worker<Item: Queued>: Sendable {
    typealias Serve = @Sendable (Session, [Lane<Item>.Entry]) -> Served<Item>

    let index: Int
    let lane: Lane<Item>
    let role: SessionRole
    let configuration: DatabaseConfiguration
    let batchLimit: Int
    let logger: Logger
    let serve: Serve

    /// Returns when the lane is closed and empty.
    func run() {
        let seed = configuration.jitterSeed &+ UInt64(index) &* 0x9E37_79B9 &+ UInt64(role.rawValue.utf8.count)
        let meter = StatementMeter(lane.metrics)
        var reconnecting = Backoff(from: .milliseconds(20), upTo: configuration.longestBackoff, seed: seed)
        var retrying = Backoff(from: .milliseconds(2), upTo: .milliseconds(100), seed: ~seed)
        var session: Session?
        var replies: [() -> Void] = []
        while lane.awaitWork(index, delivering: replies) {
            replies = []
            if session?.isUsable != true {
                session = nil
                session = connect(meter, &reconnecting)
            }
            guard let serving = session else { continue }
            let batch = lane.take(upTo: batchLimit)
            guard let oldest = batch.first else { continue }
            lane.metrics.record(wait: .now - oldest.arrival)
            lane.metrics.record(busy: 1)
            let served = serve(serving, batch)
            lane.metrics.record(busy: -1)
            replies = served.replies
            // The next request may come much later, and until the socket is closed, Postgres keeps the session's locks.
            if serving.isSpent { session = nil }
            if served.again.isEmpty {
                retrying.reset()
            } else if let pause = role.pause(&retrying) {
                lane.pause(pause)
            }
            lane.giveBack(served.again)
        }
    }

    /// Opens a session. Returns `nil` only after a pause, so that a caller that retries at once has a chance.
    private func connect(_ meter: StatementMeter, _ backoff: inout Backoff) -> Session? {
        do {
            let session = try Session(configuration, role: role, meter: meter)
            lane.metrics.countConnect(succeeded: true)
            backoff.reset()
            if lane.becameReachable() {
                logger.notice("Postgres is reachable again", metadata: ["lane": "\(role.rawValue)"])
            }
            return session
        } catch {
            lane.metrics.countConnect(succeeded: false)
            if lane.becameUnreachable() {
                logger.warning(
                    "Postgres cannot be reached; retrying",
                    metadata: ["lane": "\(role.rawValue)", "reason": "\(error.reason)"]
                )
            }
            lane.pause(backoff.next())
            return nil
        }
    }
}
