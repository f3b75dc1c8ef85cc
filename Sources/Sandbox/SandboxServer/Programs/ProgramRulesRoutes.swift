import Administration
import AdministrationServer
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Sandbox

/// Lists the programs of all brands, and tries drafts of their controls, as operators do.
struct ProgramRulesRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listAllPrograms, list),
            (SandboxOperations.showRules, rules { rules, _, _ in try await rules.show() }),
            (SandboxOperations.draftRules, rules { rules, request, _ in try await rules.draft(request) }),
            (SandboxOperations.shadowRules, changing { rules, _ in try await rules.setShadow(true) }),
            (SandboxOperations.unshadowRules, changing { rules, _ in try await rules.setShadow(false) }),
            (
                SandboxOperations.listRuleDifferences,
                rules { rules, request, _ in try await rules.differences(request) }
            ),
            (SandboxOperations.backtestRules, rules { rules, request, _ in try await rules.backtest(request) }),
            (SandboxOperations.dropRules, changing { rules, _ in try await rules.drop() }),
            (
                SandboxOperations.promoteRules,
                changing { rules, context in
                    try await rules.promote(version: context.parameters.get("version") ?? "")
                }
            ),
        ]
    }

    private func rules(
        _ answer: @escaping @Sendable (ProgramRules, Request, ServiceContext) async throws -> Response
    ) -> SandboxRoutes.Handler {
        { request, context in
            let rules = try ProgramRules(sandbox.administration, of: context.programName())
            return try await answer(rules, request, context)
        }
    }

    /// A change that takes no body.
    private func changing(
        _ answer: @escaping @Sendable (ProgramRules, ServiceContext) async throws -> Response
    ) -> SandboxRoutes.Handler {
        rules { rules, request, context in
            _ = try await request.noBody()
            return try await answer(rules, context)
        }
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try AllProgramsQuery.read(request.target.query)
        let page = try await sandbox.programs(matching: query.search, limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: AllProgramsAnswer(
                programs: page.programs.map(ListedProgramAnswer.init), meta: .init(of: page.total, query)))
    }
}
