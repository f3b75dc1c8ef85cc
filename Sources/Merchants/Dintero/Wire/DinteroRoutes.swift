import HTTPContract
import HTTPService
import HTTPTypes
import Payments
import Validation

/// Reads requests and renders answers.
struct DinteroRoutes: Sendable {
    let dintero: Dintero

    func register(on router: Router<RequestContext>) {
        router.on(DinteroOperations.token) { request, context in
            let account = context.parameters.get("account_id") ?? ""
            return Response(
                status: .ok, json: try await dintero.accountToken(request, context, account: account),
                headers: Self.uncached)
        }
        registerSessions(on: router)
        registerApp(on: router)
        registerTransactions(on: router)
    }

    // MARK: Sessions

    private func registerSessions(on router: Router<RequestContext>) {
        for operation in [DinteroOperations.createSession, DinteroOperations.createProfileSession] {
            router.on(operation) { request, context in
                let client = try await dintero.caller(request)
                let session = try await dintero.createSession(
                    try await Self.body(of: request), for: client,
                    needsProfile: operation == DinteroOperations.createProfileSession)
                return Response(
                    status: .ok, json: NewSessionAnswer(session: session, base: try context.base(.checkout, request)))
            }
        }
        router.on(DinteroOperations.readSession) { request, context in
            let client = try await dintero.caller(request)
            let found = try await dintero.session(named: context.parameters.get("session_id"), of: client)
            return Response(status: .ok, json: SessionAnswer(found: found))
        }
        router.on(DinteroOperations.updateSession) { request, context in
            let client = try await dintero.caller(request)
            let body: SessionRules.Request<UpdateSessionBody> = try await Self.body(of: request)
            let found = try await dintero.session(named: context.parameters.get("session_id"), of: client)
            return Response(status: .ok, json: SessionAnswer(found: try await dintero.update(found, body)))
        }
        router.on(DinteroOperations.cancelSession) { request, context in
            let client = try await dintero.caller(request)
            _ = try await request.bodyBytes()
            let found = try await dintero.session(named: context.parameters.get("session_id"), of: client)
            return Response(status: .ok, json: SessionAnswer(found: try await dintero.cancel(found)))
        }
    }

    // MARK: The app

    private func registerApp(on router: Router<RequestContext>) {
        router.on(DinteroOperations.viewSession) { _, context in
            let found = try await dintero.session(named: context.parameters.get("session_id"))
            guard let merchant = try await dintero.payments.merchant(found.session.merchant) else {
                throw DinteroError(.notFound, "There is no such session.")
            }
            return Response(status: .ok, json: ViewAnswer(found: found, merchant: merchant))
        }
        router.on(DinteroOperations.returnFromSession) { _, context in
            let found = try await dintero.session(named: context.parameters.get("session_id"))
            guard let payment = found.paid else { throw DinteroError(.notFound, "The session is not paid.") }
            return Response(
                status: .seeOther,
                headers: [.location: found.session.returnURL(for: payment), .cacheControl: "no-store"])
        }
        router.on(DinteroOperations.operations) { request, context in
            // Clients send no body, an empty object, or one without its type.
            _ = try await request.bodyBytes()
            let query = try OperationsQuery.read(request.target.query)
            let found = try await dintero.session(named: context.parameters.get("session_id"))
            let answer = try await dintero.operations(
                of: found, isNew: query.isNew == "true", at: try context.base(.wallet, request))
            return Response(status: .ok, json: answer, headers: Self.uncached)
        }
        router.on(DinteroOperations.submit) { request, context in
            guard request.target.query == nil else {
                throw DinteroError(
                    .invalid, "The address has a query; take the access_token out of it and send it in Authorization.")
            }
            let session = try await session(request, context, token: request.headers[.authorization])
            let body = try await request.json(SubmitBody.self, upTo: DinteroOperations.submitLimitBytes)
            return Response(status: .ok, json: try await dintero.submit(body.value, body.violations, for: session))
        }
        router.on(DinteroOperations.validateMerchant) { request, context in
            let pairs = FormText.decode(request.target.query ?? "")
            let token = request.headers[.authorization] ?? pairs.first { $0.name == "access_token" }?.value
            let session = try await session(request, context, token: token)
            let body = try await request.json(ValidateMerchantBody.self, upTo: DinteroOperations.submitLimitBytes)
            return Response(
                status: .ok, json: try await dintero.validateMerchant(body.value, body.violations, for: session))
        }
        router.on(DinteroOperations.pay) { request, context in
            let found = try await dintero.session(named: context.parameters.get("session_id"))
            let body = try await request.json(PayBody.self)
            if let known = request.headers[.ifUnmodifiedSince] {
                guard let known = Timestamp.milliseconds(known) else {
                    throw DinteroError.invalid([
                        FieldError("If-Unmodified-Since", "must be the session's updated_at, a time of RFC 3339 in UTC")
                    ])
                }
                guard known == found.session.changedAt.dinteroMilliseconds else {
                    throw DinteroError(
                        .preconditionFailed,
                        "The session was changed in the meantime: its updated_at differs from the one that was sent.")
                }
            }
            let base = try context.base(.checkout, request)
            return Response(status: .ok, json: try await dintero.pay(found, body.value, body.violations, at: base))
        }
    }

    private func session(
        _ request: Request, _ context: RequestContext, token: String?
    ) async throws -> CheckoutSession {
        try await dintero.session(
            token: token, account: context.parameters.get("account_id") ?? "",
            payment: context.parameters.get("payment_id") ?? "")
    }

    // MARK: Transactions

    private func registerTransactions(on router: Router<RequestContext>) {
        router.on(DinteroOperations.transactions) { request, _ in
            let client = try await dintero.caller(request)
            let query = try TransactionQuery.read(request.target.query)
            return Response(status: .ok, json: try await dintero.transactions(query, of: client))
        }
        on(DinteroOperations.transaction, router) { payment, _ in payment }
        on(DinteroOperations.capture, router) { payment, request in
            try await dintero.capture(payment, try await Self.body(of: request))
        }
        on(DinteroOperations.refund, router) { payment, request in
            try await dintero.refund(payment, try await Self.body(of: request))
        }
        on(DinteroOperations.void, router) { payment, request in
            // The SDK names a type and sends no body.
            _ = try await request.bodyBytes()
            return try await dintero.void(payment)
        }
    }

    private func on(
        _ operation: Operation, _ router: Router<RequestContext>,
        _ useCase: @escaping @Sendable (Payment, Request) async throws -> Payment
    ) {
        router.on(operation) { request, context in
            let client = try await dintero.caller(request)
            let payment = try await dintero.transaction(named: context.parameters.get("transaction_id"), of: client)
            let changed = try await useCase(payment, request)
            return Response(status: .ok, json: try await dintero.answer(changed))
        }
    }

    // MARK: Shared

    private static let uncached: HTTPFields = [.cacheControl: "no-store"]

    private static func body<Body: RequestBody>(
        of request: Request
    ) async throws -> SessionRules.Request<Body> {
        try request.requireMediaType("application/json")
        let bytes = WholeAmounts.read(try await request.bodyBytes())
        let (value, violations) = try Body.read(bytes)
        return SessionRules.Request(
            value: value, violations: violations, json: (try? JSONValue(parsing: bytes)) ?? .null)
    }
}

/// Dintero's hosts, as a caller reaches them.
enum DinteroHost {
    case checkout, wallet
}

extension RequestContext {
    /// The address of a host: its own for a caller that uses Dintero's host names, and else the address that the caller
    /// uses.
    fileprivate func base(_ host: DinteroHost, _ request: Request) throws(RequestError) -> String {
        guard pathPrefix.isEmpty else { return try PublicURL(of: request).text + pathPrefix }
        return switch host {
        case .checkout: "https://checkout.dintero.com"
        case .wallet: "https://payments.psp.dintero.com"
        }
    }
}
