import Administration
import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import NIOCore

/// Customers and their data.
struct CustomerRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.enrolCustomer, enrol), (AdministrationOperations.showCustomer, show),
            (AdministrationOperations.exportCustomer, export),
        ]
    }

    @Sendable private func enrol(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let body = try await request.json(NewCustomerBody.self)
        let person = try body.accepted { body in
            CustomerEnrolment.read(
                country: body.country, firstName: body.firstName, lastName: body.lastName, mobile: body.mobile,
                email: body.email, address: nil)
        }
        let customer = try await administration.enrol(person, in: context.brand)
        return Response(status: .created, json: EnrolledCustomerAnswer(customer: customer.id))
    }

    @Sendable private func show(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try await rows(of: context.customerID(), isWhole: false, administration)
    }

    @Sendable private func export(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try await rows(of: context.customerID(), isWhole: true, administration)
    }

    private func rows(
        of customer: CustomerID, isWhole: Bool, _ administration: Administration
    ) async throws -> Response {
        var rows = CustomerRows()
        guard try await administration.export(customer, isWhole: isWhole, to: { rows.add($0) }) else {
            throw IssuingFailure.refused(.customer(.notFound))
        }
        guard !rows.isTooLong else {
            throw Problem(
                .operationNotAllowed,
                "The rows are longer than \(CustomerRows.limitBytes >> 20) MiB; use tessera-core admin customer "
                    + "export.")
        }
        return Response(
            status: .ok, headers: [.contentType: CustomerRows.mediaType, .cacheControl: "no-store"],
            body: ByteBuffer(string: rows.text))
    }
}
