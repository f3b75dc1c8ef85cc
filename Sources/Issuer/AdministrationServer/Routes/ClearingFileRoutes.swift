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
        let text = try await request.text(for: AdministrationOperations.loadClearingFile)
        let load = try await administration.loadClearing(
            LineSource(bytes: Array(text.utf8)), as: context.fileReference())
        return Response(status: .ok, json: ClearingLoadAnswer(load: load))
    }

    @Sendable private func breaks(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let query = try BreakListQuery.read(request.target.query)
        let last = try await Self.last(query.after, administration)
        let breaks = try await administration.clearingBreaks(
            of: query.kind.flatMap(ClearingBreak.Kind.init(rawValue:)), after: last)
        return Response(
            status: .ok, json: BreakListAnswer(breaks: breaks, now: administration.issuing.clock.now()))
    }

    /// The last break of the page before. It may have been resolved meanwhile.
    private static func last(
        _ id: String?, _ administration: Administration
    ) async throws -> ClearingBreak? {
        guard let id = id.flatMap({ ClearingBreakID($0) }) else { return nil }
        do {
            return try await administration.clearingBreak(id)
        } catch {
            guard case .noBreak = error else { throw error }
            throw Problem(fieldErrors: [FieldError("after", "must be the `next` of the page before")])
        }
    }

    @Sendable private func resolve(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let id = try context.breakID()
        let body = try await request.json(BreakResolutionBody.self)
        let (reason, scheme) = try body.accepted { $0.resolution() }
        let resolved = try await administration.resolve(id, because: reason, losingTo: scheme)
        return Response(
            status: .ok, json: ClearingBreakAnswer(found: resolved, now: administration.issuing.clock.now()))
    }

    @Sendable private func positions(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (first, last) = (try context.day("firstDay"), try context.day("lastDay"))
        let positions = try await administration.clearingPositions(from: first, to: last)
        return Response(status: .ok, json: PositionListAnswer(positions: positions))
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

extension BreakResolutionBody {
    /// The reason, and the scheme to which the amount is lost, with all errors; nil if there are any.
    fileprivate func resolution() -> Draft<(reason: String, lossTo: Scheme?)?> {
        guard let reason else { return Draft(nil) }
        var violations = Violations()
        violations.check("reason", ClearingBreak.violation(inReason: reason))
        let scheme = lossTo.flatMap(Scheme.init(rawValue:))
        return Draft((reason: reason, lossTo: scheme), errors: violations.list)
    }
}
