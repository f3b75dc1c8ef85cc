import Administration
import Authorizing
import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Ledger
import NetworkServer
import Sandbox
import Validation

/// Plays payments, and sets their costs.
struct PaymentRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.playPayment, play),
            (SandboxOperations.sendNetworkMessage, NetworkRoutes(desk: SimulatedNetworkDesk(sandbox)).answer),
            (SandboxOperations.listExchangeRates, rates), (SandboxOperations.setExchangeRate, setRate),
            (SandboxOperations.getPaymentTerms, terms), (SandboxOperations.setPaymentTerms, setTerms),
        ]
    }

    @Sendable private func play(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(PaymentBody.self)
        guard body.violations.isEmpty else { throw IssuingFailure.refused(.invalidFields(body.violations)) }
        let played = try await sandbox.play(body.value.order, with: id)
        return Response(status: .created, json: PlayedPaymentAnswer(played: played))
    }

    @Sendable private func rates(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: ExchangeRatesAnswer(rates: try await sandbox.administration.rates()))
    }

    @Sendable private func setRate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rate = try await request.json(ExchangeRateBody.self).accepted { body in
            let (from, to) = (body.from.flatMap(Currency.init(_:)), body.to.flatMap(Currency.init(_:)))
            let rate = body.rate.flatMap(ExchangeRate.init(decimal:))
            var errors: [FieldError] = []
            for (name, sent, known) in [("from", body.from, from), ("to", body.to, to)]
            where sent != nil && known == nil {
                errors.append(FieldError(name, "must be a currency of ISO 4217, like EUR"))
            }
            if let from, from == to { errors.append(FieldError("to", "must be another currency than from")) }
            if body.rate != nil, rate == nil {
                errors.append(
                    FieldError("rate", "must be a decimal number above 0, with at most nine digits on each side"))
            }
            let stored = from.flatMap { from in
                to.flatMap { to in rate.map { StoredRate(from: from, to: to, rate: $0) } }
            }
            return Draft(stored, errors: errors)
        }
        try await sandbox.administration.set(rate)
        return Response(status: .ok, json: ExchangeRateAnswer(stored: rate))
    }

    @Sendable private func terms(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let terms = try await sandbox.administration.terms(of: context.programName())
        return Response(status: .ok, json: PaymentTermsAnswer(terms: terms))
    }

    @Sendable private func setTerms(
        _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        let body = try await request.json(PaymentTermsBody.self)
        let violations = body.violations.adding(body.value.violations)
        guard violations.isEmpty else { throw IssuingFailure.refused(.invalidFields(violations)) }
        let terms = body.value.terms
        try await sandbox.administration.set(terms, of: context.programName())
        return Response(status: .ok, json: PaymentTermsAnswer(terms: terms))
    }
}
