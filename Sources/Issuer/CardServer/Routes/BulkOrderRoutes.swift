import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Validation

/// Creates bulk orders, and returns their progress.
struct BulkOrderRoutes {
    let issuing: Issuing

    func register(on businesses: RouterGroup<BusinessContext>) {
        businesses.on(Operations.orderCards, order)
        businesses.on(Operations.getBulkOrder, get)
    }

    @Sendable private func order(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let operation = Operations.orderCards
        let body = try await request.json(OrderCardsBody.self, upTo: operation.bodyLimitBytes)
        let entries = body.value.cards ?? []
        let pins = entries.map { $0.application.cardPin.map { SentPIN($0) } }
        let applications = zip(entries, pins).map { BulkApplication.Entry($0, pin: $1?.form) }
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let answered = try await issuing.orderCards(
            Draft(BulkApplication(applications), errors: body.violations), pins: pins.map { $0?.pin },
            for: context.brand,
            request: idempotency.request { StoredAnswer(operation.successStatus, BulkOrderBody($0)) })
        return Response(answered)
    }

    @Sendable private func get(_ request: Request, _ context: BusinessContext) async throws -> Response {
        guard let id = context.parameters.get("orderId").flatMap({ BulkOrderID($0) }) else {
            throw IssuingFailure.refused(.bulkOrder(.notFound))
        }
        let order = try await issuing.bulkOrder(id, of: context.brand)
        return Response(status: .ok, json: BulkOrderBody(order))
    }
}

extension BulkApplication.Entry {
    init(_ body: OrderCardsBody.Entry, pin: PINForm?) {
        self.init(
            customer: body.customerId.flatMap { CustomerID($0) },
            application: CardApplication(body.application, pin: pin))
    }
}

extension BulkOrderBody {
    init(_ order: BulkOrder) {
        let cards = order.cards.map { Issued(customerId: $0.customer.description, cardId: $0.card.description) }
        let fieldErrors = order.failure?.violations ?? []
        self.init(
            orderId: order.id.description, status: order.status.rawValue, numberOfCards: order.numberOfCards,
            numberOfIssued: cards.count, cards: cards.isEmpty ? nil : cards, reason: order.failure?.reason,
            fieldErrors: fieldErrors.isEmpty ? nil : fieldErrors, createdDate: Timestamp(order.createdAt),
            startedDate: order.startedAt.map(Timestamp.init), completedDate: order.completedAt.map(Timestamp.init))
    }
}
