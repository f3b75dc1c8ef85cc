import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// A standby that answers lists in the primary's place, as long as nobody can notice.
///
/// Each list asks the primary how far its log is, and then the standby, which must have applied as much. So it shows
/// every write that was acknowledged before the list was asked for, whichever server of whichever client has made it.
/// Nothing is remembered about a write. Whenever the standby is behind, away, slow or no standby any more, the primary
/// answers, and it answers all lists until the next examination.
final class Standby: Sendable {
    /// The pause between two examinations.
    private static let interval = Duration.seconds(1)

    private let positions: Lane<PositionRequest>
    private let lists: Lane<StandbyRequest>
    private let crews: [Crew]
    private let metrics: StandbyMetrics
    private let logger: Logger
    /// Whether lists go to it: neither the last examination nor a list since has met a lasting obstacle.
    private let isTrusted = Atomic(false)
    /// The obstacle that the last examination has found; nil if there was none.
    private let found = Mutex<StandbyObstacle?>(.untrusted)

    /// Starts two threads; they connect when there is something to do.
    init(
        _ standby: DatabaseConfiguration, of primary: DatabaseConfiguration, logger: Logger,
        metrics factory: any MetricsFactory
    ) {
        let standby = standby.hurried(like: primary)
        let primary = primary.hurried(like: primary)
        let asking = Crew(primary, logger: logger, metrics: factory)
        let listing = Crew(standby, logger: logger, metrics: factory)
        positions = asking.lane(.position, workers: 1, batch: primary.queueLimit, Serving.positions)
        lists = listing.lane(.standby, workers: standby.readers, batch: Serving.readBatch, Serving.lists)
        asking.keepTime(of: [positions, lists])
        crews = [asking, listing]
        metrics = StandbyMetrics(factory)
        self.logger = logger
    }

    /// The rows of a list; nil if the primary must be asked for them.
    func answer(to query: AnyQuery) async -> ResultSet? {
        guard isTrusted.load(ordering: .relaxed) else {
            metrics.count(.untrusted)
            return nil
        }
        do throws(StandbyObstacle) {
            let position = try await self.position()
            let rows = try await self.rows(of: query, needing: position)
            metrics.countAnswer()
            return rows
        } catch {
            if error.isLasting { isTrusted.store(false, ordering: .relaxed) }
            // One whose caller is gone is not counted.
            metrics.count(error)
            return nil
        }
    }

    // MARK: Examinations

    /// Examines the standby again and again, until the service group's graceful shutdown.
    func watch() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.examine()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Decides whether lists go to the standby, and logs it if that changes.
    func examine() async {
        let obstacle = await self.obstacle()
        guard obstacle != .cancelled else { return }
        isTrusted.store(obstacle == nil, ordering: .relaxed)
        let before = found.withLock { found in
            defer { found = obstacle }
            return found
        }
        guard obstacle != before else { return }
        if let obstacle {
            logger.warning(
                "lists are read from the primary, not from the standby",
                metadata: ["obstacle": .string(obstacle.rawValue)])
        } else {
            logger.notice("lists are read from the standby")
        }
    }

    /// The reason why the standby could not answer a list now; nil if it could.
    private func obstacle() async -> StandbyObstacle? {
        let query = StandbyState.statement().erased
        do throws(StandbyObstacle) {
            let position = try await self.position()
            let anywhere = LogPosition(system: position.system, timeline: position.timeline, byte: 0)
            let rows = try await self.rows(of: query, needing: anywhere)
            guard let state = Answer.rows(rows).row(of: StandbyState.statement) else { return .away }
            let lag = position.byte - state.applied.byte
            metrics.record(lag: max(0, lag))
            if lag > 0 { _ = try await self.rows(of: query, needing: position) }
            return nil
        } catch {
            return error
        }
    }

    // MARK: The two servers

    private func position() async throws(StandbyObstacle) -> LogPosition {
        let request = PositionRequest()
        return try await positions.answer(to: request, request.reply) { [positions] in
            _ = positions.withdraw(request)
            request.reply.settle(.failure(.cancelled))
        }.get()
    }

    private func rows(
        of query: AnyQuery, needing position: LogPosition
    ) async throws(StandbyObstacle) -> ResultSet {
        let request = StandbyRequest(query, needing: position)
        return try await lists.answer(to: request, request.reply) { [lists] in
            _ = lists.withdraw(request)
            request.reply.settle(.failure(.cancelled))
        }.get()
    }

    // MARK: The end

    func close() {
        positions.close()
        lists.close()
    }

    /// Returns when all sessions are closed.
    func leave() async {
        for crew in crews { await crew.leave() }
    }
}

extension DatabaseConfiguration {
    /// The same connection with the schemas of the primary's. It waits for a short time only, because the primary still
    /// has to answer after that.
    fileprivate func hurried(like primary: DatabaseConfiguration) -> DatabaseConfiguration {
        var hurried = self
        (hurried.schemas, hurried.sessionSettings) = (primary.schemas, primary.sessionSettings)
        hurried.jitterSeed = primary.jitterSeed
        hurried.waitingLimit = min(primary.waitingLimit, .milliseconds(250))
        hurried.statementTimeout = min(primary.statementTimeout, .seconds(1))
        hurried.answerGrace = .milliseconds(250)
        hurried.connectTimeout = min(primary.connectTimeout, .seconds(2))
        return hurried
    }
}
