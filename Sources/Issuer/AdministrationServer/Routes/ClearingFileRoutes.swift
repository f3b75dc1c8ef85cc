import Administration
import Authorizing
import CardAPI
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Validation

/// Clearing files, their breaks and positions, and interchange.
struct ClearingFileRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.loadClearingFile, load), (AdministrationOperations.listClearingBreaks, breaks),
            (AdministrationOperations.resolveClearingBreak, resolve),
            (AdministrationOperations.listClearingPositions, positions),
            (AdministrationOperations.settleClearingPosition, settle),
            (AdministrationOperations.listInterchange, rates),
        ]
    }

    @Sendable private func load(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try await ClearingDesk(administration).load(
            request, for: AdministrationOperations.loadClearingFile, as: context.fileReference())
    }

    @Sendable private func breaks(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let query = try BreakListQuery.read(request.target.query)
        let breaks = try await ClearingDesk(administration).breaks(query)
        return Response(status: .ok, json: BreakListAnswer(breaks: breaks, now: administration.now))
    }

    @Sendable private func resolve(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try await ClearingDesk(administration).resolve(request, context.parameters.breakID())
    }

    @Sendable private func positions(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (first, last) = (try context.day("firstDay"), try context.day("lastDay"))
        return try await ClearingDesk(administration).positions(from: first, to: last)
    }

    @Sendable private func settle(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let day = try context.day("day")
        guard let scheme = context.scheme, let currency = context.currency else { throw ClearingFailure.noPosition }
        let position = try await administration.settle(day, with: scheme, in: currency)
        return Response(status: .ok, json: PositionAnswer(position: position))
    }

    @Sendable private func rates(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: InterchangeListAnswer(rates: try await administration.interchangeRates()))
    }
}
