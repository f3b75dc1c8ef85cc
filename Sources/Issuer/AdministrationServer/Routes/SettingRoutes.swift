import Administration
import CardAPI
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
        let text = try await Self.text(in: request, to: AdministrationOperations.planSettings)
        let changes = try await administration.plan(Scenario(ofSettings: text))
        return Response(status: .ok, json: SettingsChangesAnswer(changes: changes))
    }

    /// The file of settings in a request.
    static func text(in request: Request, to operation: Operation) async throws -> String {
        try request.requireMediaType(operation.mediaTypes)
        let bytes = try await request.bodyBytes(upTo: operation.bodyLimitBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.bodyNotReadable, "The request body is not UTF-8 text.")
        }
        return text
    }

    @Sendable private func keys(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: KeyListAnswer(keys: try await administration.keys()))
    }
}
