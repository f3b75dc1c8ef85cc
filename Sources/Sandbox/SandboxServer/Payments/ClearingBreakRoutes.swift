import Administration
import AdministrationServer
import Authorizing
import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox

/// Lists the breaks of clearing files, resolves them, and shows what schemes are owed.
struct ClearingBreakRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listClearingBreaks, list), (SandboxOperations.getClearingBreak, show),
            (SandboxOperations.resolveClearingBreak, resolve),
            (SandboxOperations.listClearingPositions, positions),
        ]
    }

    private var desk: ClearingDesk { ClearingDesk(sandbox.administration) }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try BreakListQuery.read(request.target.query)
        let breaks = try await answers(about: desk.breaks(query))
        return Response(status: .ok, json: LocatedBreakListAnswer(breaks: breaks))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await sandbox.administration.clearingBreak(context.parameters.breakID())
        guard let answer = try await answers(about: [found]).first else { throw ClearingFailure.noBreak }
        return Response(status: .ok, json: answer)
    }

    private func answers(about breaks: [ClearingBreak]) async throws -> [LocatedBreakAnswer] {
        let now = sandbox.clock.now()
        return try await sandbox.located(breaks).map { LocatedBreakAnswer(located: $0, now: now) }
    }

    @Sendable private func resolve(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await desk.resolve(request, context.parameters.breakID())
    }

    @Sendable private func positions(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PositionQuery.read(request.target.query)
        let day = query.date.map { ClearingDay(named: $0) } ?? ClearingDay(containing: sandbox.clock.now())
        guard let day else { throw Problem(fieldErrors: [ClearingDay.fieldError]) }
        return try await desk.positions(from: day.begin, to: day.begin)
    }
}
