import Administration
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Scenarios

/// What operators have set, and the keys of the database.
struct SettingRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.readSettings, settings), (AdministrationOperations.planSettings, plan),
            (AdministrationOperations.listKeys, keys),
        ]
    }

    @Sendable private func settings(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let text = try await administration.settings().text
        return Response(
            status: .ok, headers: [.contentType: "application/yaml"], body: ByteBuffer(string: text))
    }

    @Sendable private func plan(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let text = try await request.text(for: AdministrationOperations.planSettings)
        let changes = try await administration.plan(Scenario(ofSettings: text))
        return Response(status: .ok, json: SettingsChangesAnswer(changes: changes))
    }

    @Sendable private func keys(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: KeyListAnswer(keys: try await administration.keys()))
    }
}
