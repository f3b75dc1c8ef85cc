import Administration
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

/// What happens to cards and to money outside the service.
struct RecordRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.recordCardEvent, event), (AdministrationOperations.clearCardTries, clearTries),
            (AdministrationOperations.recordBankReport, report),
        ]
    }

    @Sendable private func event(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(RecordedEventBody.self)
        guard body.violations.isEmpty, let event = body.value.event.flatMap(CardEvent.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(body.violations))
        }
        return Response(status: .ok, json: CardStatusAnswer(card: try await administration.record(event, on: id)))
    }

    @Sendable private func clearTries(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let card = try await administration.record(.clearTries, on: id)
        return Response(status: .ok, json: CardStatusAnswer(card: card))
    }

    @Sendable private func report(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (customer, id) = (try context.customerID(), try context.movementID())
        let body = try await request.json(BankReportBody.self)
        guard body.violations.isEmpty else { throw IssuingFailure.refused(.invalidFields(body.violations)) }
        let report: BankReport = body.value.report == "DONE" ? .done : .refused
        let movement = try await administration.issuing.record(report, about: id, of: customer)
        return Response(status: .ok, json: MovementStatusAnswer(movement: movement))
    }
}
