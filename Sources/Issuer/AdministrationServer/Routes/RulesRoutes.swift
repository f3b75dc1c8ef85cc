import Administration
import CardServer
import HTTPService
import HTTPTypes

/// Drafts of programs' controls. ``ChangeRoutes`` has their promotion.
struct RulesRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.listRules, list),
            (AdministrationOperations.showRules, rules { rules, _ in try await rules.show() }),
            (AdministrationOperations.draftRules, rules { try await $0.draft($1) }),
            (AdministrationOperations.shadowRules, rules { rules, _ in try await rules.setShadow(true) }),
            (AdministrationOperations.unshadowRules, rules { rules, _ in try await rules.setShadow(false) }),
            (AdministrationOperations.listRuleDifferences, rules { try await $0.differences($1) }),
            (AdministrationOperations.backtestRules, rules { try await $0.backtest($1) }),
            (AdministrationOperations.dropRules, rules { rules, _ in try await rules.drop() }),
        ]
    }

    private func rules(
        _ answer: @escaping @Sendable (ProgramRules, Request) async throws -> Response
    ) -> AdministrationRoutes.Handler {
        { request, context, administration in
            try await answer(ProgramRules(administration, of: context.program), request)
        }
    }

    @Sendable private func list(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: RulesListAnswer(drafts: try await administration.rulesDrafts()))
    }
}
