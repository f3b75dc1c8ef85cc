import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Lists and returns cards, issues them, and changes their status or PIN.
struct CardRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.listCards, list)
        customers.on(Operations.getCard, get)
        customers.on(Operations.createCard, create)
        customers.on(Operations.updateCard, update)
    }

    @Sendable private func list(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try CardListQuery.read(request.target.query)
        let page = try await issuing.cards(of: context.customer, matching: CardFilter(query))
        let tokenizations = try await issuing.tokenizations(of: page.cards, ifAmong: query.inclusions)
        return Response(status: .ok, json: CardListBody(page, tokenizations, answering: query))
    }

    @Sendable private func get(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try CardQuery.read(request.target.query)
        let card = try await issuing.card(context.parameters.cardID(), of: context.customer)
        let tokenizations = try await issuing.tokenizations(of: [card], ifAmong: query.inclusions)
        return Response(
            status: .ok,
            json: CardBody(card, including: query.inclusions, tokenizations: tokenizations[card.id] ?? []))
    }

    @Sendable private func create(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let body = try await request.json(CreateCardBody.self)
        let evidence = try request.evidence(for: .createCard, card: nil, body: body.bytes, in: context, by: issuing)
        let idempotency = try Idempotency(
            of: request, body: body.bytes, to: Operations.createCard, by: issuing)
        let pin = body.value.cardPin.map { SentPIN($0) }
        let answered = try await issuing.called(by: caller).createCard(
            body.draft { CardApplication($0, pin: pin?.form).draft }, pin: pin?.pin, evidence: evidence,
            request: idempotency.request { StoredAnswer(Operations.createCard.successStatus, CardBody($0)) })
        return Response(answered)
    }

    @Sendable private func update(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(UpdateCardBody.self)
        let update = try body.accepted { body, wrong in
            CardUpdate.read(
                status: body.status, reason: body.statusReason, pin: body.pin.map { SentPIN<PIN>($0) },
                userAgent: body.userAgent, besides: wrong)
        }
        let evidence = try request.evidence(for: .updateCard, card: id, body: body.bytes, in: context, by: issuing)
        let card =
            switch update {
            case .status(let status, let reason):
                try await issuing.changeStatus(of: id, to: status, reason: reason, evidence: evidence)
            case .pin(let pin):
                try await issuing.called(by: caller).setPIN(pin, of: id, by: .update, evidence: evidence)
            }
        return Response(status: .ok, json: CardBody(card))
    }
}

extension CardFilter {
    init(_ query: CardListQuery) {
        self.init(
            statuses: query.statuses.isEmpty ? nil : query.statuses.compactMap(CardStatus.init(rawValue:)),
            cardType: query.cardType.flatMap(Program.CardType.init(rawValue:)), limit: query.limit,
            offset: query.offset)
    }
}

extension CardListBody {
    init(_ page: CardPage, _ tokenizations: [CardID: [Tokenization]], answering query: CardListQuery) {
        self.init(
            cards: page.cards.map {
                CardBody($0, including: query.inclusions, tokenizations: tokenizations[$0.id] ?? [])
            }, numberOfRecords: page.total, answering: query)
    }
}

extension CardApplication {
    init(_ body: CreateCardBody, pin: PINForm?) {
        self.init(
            programName: body.programName, currency: body.currency, mobile: body.mobile, pin: pin,
            externalID: body.externalId, userAgent: body.userAgent,
            deliveryAddress: body.deliveryAddress.map(DeliveryAddress.Draft.init),
            termsAndConditionsAccepted: body.termsAndConditionsAccepted,
            eDisclosureAccepted: body.eDisclosureAccepted)
    }
}
