import Administration
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

/// Orders of plastic from a bureau, and its reports. Only the command orders: a file has the data of all its cards.
struct PlasticRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.listPlasticOrders, list),
            (AdministrationOperations.loadPlasticReports, load),
        ]
    }

    @Sendable private func list(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: BureauFileListAnswer(files: try await administration.bureauFiles()))
    }

    @Sendable private func load(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let text = try await request.text(for: AdministrationOperations.loadPlasticReports)
        let load = try await administration.loadBureauReports(
            LineSource(bytes: Array(text.utf8)), as: context.fileReference())
        return Response(status: .ok, json: BureauLoadAnswer(load: load))
    }
}
