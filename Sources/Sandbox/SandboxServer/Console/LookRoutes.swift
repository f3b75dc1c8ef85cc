import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Sandbox
import Validation

/// Lists customers and phones, and finds a card's owner, in all brands.
struct LookRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listCustomers, customers),
            (SandboxOperations.findCards, cards),
            (SandboxOperations.locateCard, card),
            (SandboxOperations.listCardHistory, history),
            (SandboxOperations.listPhones, phones),
            (SandboxOperations.getAuthenticationEvent, authentication),
        ]
    }

    @Sendable private func customers(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try CustomerSearchQuery.read(request.target.query)
        let page = try await sandbox.customers(
            matching: query.search, of: query.brand, limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: CustomerListAnswer(
                customers: page.customers.map(ListedCustomerAnswer.init), meta: .init(of: page.total, query)))
    }

    @Sendable private func cards(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let lastFour = try CardSearchQuery.read(request.target.query).lastFour ?? ""
        guard lastFour.utf8.count == 4, lastFour.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw Problem(fieldErrors: [FieldError("lastFour", "must be four digits")])
        }
        let cards = try await sandbox.cards(endingIn: lastFour)
        return Response(status: .ok, json: FoundCardsAnswer(cards: cards.map(FoundCardAnswer.init)))
    }

    @Sendable private func authentication(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let id = context.parameters.get("eventId").flatMap({ AuthenticationEventID($0) }) else {
            throw IssuingFailure.refused(.authentication(.eventNotFound))
        }
        return Response(status: .ok, json: SeenAuthenticationAnswer(event: try await sandbox.authentication(id)))
    }

    @Sendable private func card(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(
            status: .ok, json: LocatedCardAnswer(card: try await sandbox.locatedCard(context.parameters.cardID())))
    }

    @Sendable private func history(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PageQuery.read(request.target.query)
        let page = try await sandbox.history(
            of: context.parameters.cardID(), limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: CardHistoryAnswer(
                history: page.changes.map(CardChangeAnswer.init), meta: .init(of: page.total, query)))
    }

    @Sendable private func phones(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PhoneListQuery.read(request.target.query)
        let page = try await sandbox.phones(
            of: query.customerId.flatMap { CustomerID($0) }, limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: PhoneListAnswer(
                phones: page.phones.map(ListedPhoneAnswer.init), meta: .init(of: page.total, query)))
    }
}
