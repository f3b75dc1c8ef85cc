import Administration
import Authorizing
import CardAPI
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Drafts of programs' controls. ``ChangeRoutes`` has their promotion.
struct RulesRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.listRules, list), (AdministrationOperations.showRules, show),
            (AdministrationOperations.draftRules, draft),
            (AdministrationOperations.shadowRules, { try await setShadow(true, $1, $2) }),
            (AdministrationOperations.unshadowRules, { try await setShadow(false, $1, $2) }),
            (AdministrationOperations.listRuleDifferences, differences),
            (AdministrationOperations.backtestRules, backtest), (AdministrationOperations.dropRules, drop),
        ]
    }

    @Sendable private func list(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: RulesListAnswer(drafts: try await administration.rulesDrafts()))
    }

    @Sendable private func show(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: RulesDraftAnswer(draft: try await administration.rulesDraft(of: context.program)))
    }

    @Sendable private func draft(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let body = try await request.json(SetCardControlsBody.self)
        let controls = try body.accepted { ControlsDraft($0).read(besides: $1) }
        let draft = try await administration.draft(controls, forProgram: context.program)
        return Response(status: .ok, json: RulesDraftAnswer(draft: draft))
    }

    @Sendable private func setShadow(
        _ isOn: Bool, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let draft = try await administration.setShadow(isOn, forProgram: context.program)
        return Response(status: .ok, json: RulesDraftAnswer(draft: draft))
    }

    @Sendable private func differences(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let after = try RuleDifferencesQuery.read(request.target.query).after
        let place = after.flatMap { DifferencePlace($0) }
        if after != nil, place == nil {
            throw Problem(fieldErrors: [FieldError("after", "must be the `next` of the page before")])
        }
        let (found, next) = try await administration.shadowDifferences(ofProgram: context.program, at: place)
        return Response(status: .ok, json: RuleDifferencesAnswer(differences: found, next: next))
    }

    @Sendable private func backtest(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let body = try await request.json(BacktestBody.self)
        let period = try body.accepted { $0.period() }
        let draft = try await administration.rulesDraft(of: context.program)
        let page = try await administration.backtest(draft, from: period.start, to: period.end, at: period.place)
        return Response(status: .ok, json: BacktestAnswer(page: page))
    }

    @Sendable private func drop(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try await administration.dropRules(ofProgram: context.program)
        return Response(status: .noContent)
    }
}

private struct Period {
    let start: Date
    /// Does not belong to it.
    let end: Date
    let place: BacktestPlace?
}

extension BacktestBody {
    /// The period with all its errors; nil if it has any.
    fileprivate func period() -> Draft<Period?> {
        var errors: [FieldError] = []
        func day(_ text: String?, _ field: String) -> Date? {
            guard let text else { return nil }
            let begin = text.utf8.count == 10 ? Timestamp("\(text)T00:00:00Z") : nil
            if begin == nil { errors.append(FieldError(field, "must be a day like 2026-11-30")) }
            return begin.map { Date($0) }
        }
        let (first, last) = (day(firstDay, "firstDay"), day(lastDay, "lastDay"))
        let place = next.flatMap { BacktestPlace($0) }
        if next != nil, place == nil { errors.append(FieldError("next", "must be that of an answer")) }
        guard errors.isEmpty, let first, let last else { return Draft(nil, errors: errors) }
        return Draft(Period(start: first, end: last + 86_400, place: place), errors: [])
    }
}
