import CardAPI
import CardServer
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Ledger
import Payments
import Validation

/// The payments of all merchants.
struct MerchantPaymentRoutes {
    let merchants: MerchantsServer

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listMerchantPayments, list), (SandboxOperations.getMerchantPayment, show),
            (SandboxOperations.endPayment, end),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try MerchantPaymentQuery.read(request.target.query)
        let merchant = query.merchantId.flatMap { MerchantID($0) }
        let gateways = merchants.gateways.map(\.gateway)
        let asked = gateways.filter { query.gateway == nil || $0.name == query.gateway }
        var errors: [FieldError] = []
        if query.merchantId != nil, merchant == nil {
            errors.append(FieldError("merchantId", "must be 1 to 32 ASCII letters and digits"))
        }
        if let gateway = query.gateway, asked.isEmpty {
            errors.append(FieldError("gateway", notOneOf: gateways.map(\.name), for: gateway))
        }
        guard errors.isEmpty else { throw Problem(fieldErrors: errors) }
        let page = try await merchants.payments.overview(
            of: merchant, at: asked, limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: MerchantPaymentListAnswer(
                payments: page.payments.map { answer($0.payment, $0.steps) }, meta: .init(of: page.total, query)))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let payment = try await payment(in: context)
        return Response(status: .ok, json: answer(payment, try await merchants.payments.steps(of: payment.id)))
    }

    /// Decides the outcome of a payment at its simulated provider.
    @Sendable private func end(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(PaymentEndBody.self)
        let outcome = try body.accepted { $0.draft }
        let payment = try await payment(in: context)
        let gateway = merchants.gateways.first { $0.gateway == payment.gateway }
        guard let ended = try await gateway?.providers?.tell(payment.id, outcome) else {
            throw Problem(
                .operationNotAllowed,
                "The payment does not wait for a provider: only one without a card does, while it is "
                    + "PENDING_AUTHENTICATION.")
        }
        return Response(status: .ok, json: answer(ended, try await merchants.payments.steps(of: payment.id)))
    }

    private func payment(in context: ServiceContext) async throws -> Payment {
        guard let id = PaymentID(context.parameters.get("paymentId") ?? ""),
            let payment = try await merchants.payments.payment(id)
        else { throw Problem(.entityNotFound, "There is no such payment; GET /sandbox/payments lists them.") }
        return payment
    }

    private func answer(_ payment: Payment, _ steps: [PaymentStep]) -> MerchantPaymentAnswer {
        let gateway = merchants.gateways.first { $0.gateway == payment.gateway }
        return MerchantPaymentAnswer(payment: payment, steps: steps, method: gateway?.providers?.method(payment))
    }
}

struct MerchantPaymentQuery: PagedQuery {
    var merchantId: String?
    var gateway: String?
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<MerchantPaymentQuery>] =
        [
            .text("merchantId", \.merchantId, "Returns only payments of this merchant."),
            .text("gateway", \.gateway, "Returns only payments at this gateway, such as cardpointe."),
        ] + paging()
}

struct MerchantPaymentAnswer: AnswerBody {
    let payment: Payment
    let steps: [PaymentStep]
    /// The gateway's word for the method that pays it without a card.
    let method: String?

    static let members: [AnswerMember<MerchantPaymentAnswer>] = [
        .member(
            "id", \.payment.id.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The payment's id."),
        .member("merchantId", \.payment.merchant.rawValue, example: "496160873888", "The merchant's number."),
        .member("gateway", \.payment.gateway.name, example: "cardpointe", "The gateway."),
        .member("reference", \.payment.reference, example: "000000000017", "Twelve digits: `retref` at CardPointe."),
        .member(
            "externalReference", \.payment.externalReference, example: "order-17",
            "The merchant's own name for it, such as its order; absent if the merchant gave none."),
        .member("amount", { Int($0.payment.amount.minorUnits) }, example: "1234", "What was asked for; minor units."),
        .member("authorized", { Int($0.payment.authorized.minorUnits) }, example: "1234", "What the issuer approved."),
        .member("captured", { Int($0.payment.captured.minorUnits) }, example: "1234", "What the merchant takes of it."),
        .member("refunded", { Int($0.payment.refunded.minorUnits) }, example: "0", "What was given back of that."),
        .member("voided", { Int($0.payment.voided.minorUnits) }, example: "0", "What was given back before."),
        .member("currencyCode", \.payment.amount.currency.code, example: "EUR", "Currency, ISO 4217."),
        .member(
            "status", \.payment.status.rawValue, as: .enumeration(PaymentStatus.allCases.map(\.rawValue)),
            example: "CAPTURED", "The status."),
        .member(
            "declineReason", \.payment.declineReason?.rawValue,
            as: .enumeration(DeclineReason.allCases.map(\.rawValue)), example: "INSUFFICIENT_FUNDS",
            "Why it was declined; absent otherwise."),
        .member(
            "wallet", \.payment.wallet?.rawValue, as: .enumeration(WalletKind.allCases.map(\.rawValue)),
            example: "APPLE", "The wallet that paid; absent for a typed number."),
        .member(
            "method", \.method, example: "CASH_OUTLET",
            "What pays it without a card, in the gateway's word; absent for a card."),
        .member(
            "lastFour", { $0.method == nil ? $0.payment.lastFour : nil }, example: "6743",
            "The last digits of the card's or token's number; absent without a card."),
        .member("createdDate", { Timestamp($0.payment.createdAt) }, example: "2026-11-21T15:43:00Z", "The time."),
        .member("steps", { $0.steps.map(MerchantPaymentStepAnswer.init) }, "Captures, voids, refunds, oldest first."),
    ]
}

struct MerchantPaymentStepAnswer: AnswerBody {
    let step: PaymentStep

    static let members: [AnswerMember<MerchantPaymentStepAnswer>] = [
        .member("number", \.step.number, example: "1", "The step's number, from 1."),
        .member(
            "kind", \.step.kind.rawValue, as: .enumeration(PaymentStep.Kind.allCases.map(\.rawValue)),
            example: "CAPTURE", "What was done."),
        .member("reference", \.step.reference, example: "000000000018", "Twelve digits."),
        .member("amount", { Int($0.step.amount.minorUnits) }, example: "1234", "The amount in minor units."),
        .member("date", { Timestamp($0.step.at) }, example: "2026-11-21T15:43:00Z", "The time."),
        .member(
            "settlesDate", { $0.step.settlesAt.map(Timestamp.init) }, example: "2026-11-22T00:00:00Z",
            "The end of the merchant's day at which it is cleared; absent for a void."),
        .member(
            "settledDate", { $0.step.settledAt.map(Timestamp.init) }, example: "2026-11-22T00:00:05Z",
            "When it was cleared; absent before."),
    ]
}

struct MerchantPaymentListAnswer: AnswerBody {
    let payments: [MerchantPaymentAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<MerchantPaymentListAnswer>] = [
        .member("payments", \.payments, "The payments, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

/// The outcome of a payment at its simulated provider.
struct PaymentEndBody: RequestBody {
    var outcome: String?

    static let members: [BodyMember<PaymentEndBody>] = [
        .enumeration(
            "outcome", \.outcome, of: ProviderOutcome.ends.map(\.rawValue), isRequired: true, example: "SUCCESS",
            "SUCCESS if the customer pays, REFUSED if the provider refuses, EXPIRED if nobody pays in time.")
    ]

    var draft: Draft<ProviderOutcome?> { Draft(outcome.flatMap { ProviderOutcome(rawValue: $0) }) }
}

extension SandboxOperations {
    static let endPayment = Operation.sandbox(
        "endPayment", "Say how a payment ends at its provider",
        """
        Ends a payment that needs no card and waits for its customer, such as one of MoneyHash's method CASH_OUTLET. \
        The gateway's webhooks follow. A payment that does not wait, or that a card pays, is refused.
        """, .merchants, .post, "/payments/{paymentId}/outcome", answer: MerchantPaymentAnswer.schema,
        payload: PaymentEndBody.schema, errors: [.entityNotFound])

    static let getMerchantPayment = Operation.sandbox(
        "getMerchantPayment", "Get a merchant's payment",
        """
        Returns one payment with its captures, voids and refunds, as the list of payments has it.
        """, .merchants, .get, "/payments/{paymentId}", answer: MerchantPaymentAnswer.schema,
        errors: [.entityNotFound])

    static let listMerchantPayments = Operation.sandbox(
        "listMerchantPayments", "List merchants' payments",
        """
        Returns the payments of all merchants at all gateways with their captures, voids and refunds, newest first. \
        `numberOfRecords` counts at most 500 of each merchant at each gateway.
        """, .merchants, .get, "/payments", answer: MerchantPaymentListAnswer.schema,
        query: MerchantPaymentQuery.schema)
}
