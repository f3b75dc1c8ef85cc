import Administration
import CardSecrets
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Orders of plastic from a bureau, and its reports.
struct PlasticRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.orderPlastic, order), (AdministrationOperations.writePlasticOrder, write),
            (AdministrationOperations.listPlasticOrders, list),
            (AdministrationOperations.loadPlasticReports, load),
        ]
    }

    @Sendable private func order(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let body = try await request.json(PlasticOrderBody.self)
        let limit = body.value.limit ?? PlasticOrderBody.limits.upperBound
        let key = try body.accepted { Self.key($0.publicKey) }
        guard let file = try await administration.nextBureauFile(atMost: limit) else {
            return Response(status: .ok, json: PlasticOrderAnswer(file: nil, content: nil))
        }
        return try await written(file.number, to: key, by: administration)
    }

    @Sendable private func write(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let body = try await request.json(PlasticWritingBody.self)
        let key = try body.accepted { Self.key($0.publicKey) }
        return try await written(context.bureauFileNumber(), to: key, by: administration)
    }

    private func written(
        _ number: Int, to key: DevicePublicKey, by administration: Administration
    ) async throws -> Response {
        let (file, bytes) = try await administration.writeBureauFile(number, to: key)
        return Response(
            status: .ok, json: PlasticOrderAnswer(file: file, content: String(decoding: bytes, as: UTF8.self)))
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

    private static func key(_ pem: String?) -> Draft<DevicePublicKey?> {
        guard let pem else { return Draft(nil, errors: []) }
        guard let key = DevicePublicKey(pem: pem) else {
            return Draft(nil, errors: [FieldError("publicKey", "must be a public key of P-256 in PEM")])
        }
        return Draft(key, errors: [])
    }
}
