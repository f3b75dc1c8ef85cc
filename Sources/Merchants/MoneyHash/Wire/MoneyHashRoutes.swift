import Foundation
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

import struct HTTPContract.Operation

/// Reads requests and renders answers.
struct MoneyHashRoutes: Sendable {
    let moneyHash: MoneyHash

    func register(on router: Router<RequestContext>) {
        registerIntents(on: router)
        registerPayments(on: router)
        registerTransactions(on: router)
        registerCustomers(on: router)
        registerCards(on: router)
    }

    /// A request that was read so far that its caller is known.
    private struct Call: Sendable {
        let request: Request
        let context: RequestContext
        let caller: MoneyHashCaller

        /// Of idempotency.
        var key: MoneyHashIdempotencyKey? { get throws(MoneyHashError) { try IdempotencyName.read(request) } }

        var isOldVersion: Bool { context.parameters.get("version") == MoneyHashOperations.oldVersion }

        /// The body; without one, an empty object.
        ///
        /// - Parameter isNeeded: whether an empty body is an error.
        func members(_ form: RequestForm, upTo limit: Int, isNeeded: Bool = true) async throws -> RequestMembers {
            var bytes: [UInt8] = []
            if isNeeded {
                try request.requireMediaType("application/json")
                bytes = try await request.bodyBytes(upTo: limit)
            } else {
                bytes = try await request.bodyBytes(upTo: limit)
                if bytes.isEmpty { bytes = Array("{}".utf8) } else { try request.requireMediaType("application/json") }
            }
            return try form.read(bytes)
        }
    }

    // MARK: Intents

    private func registerIntents(on router: Router<RequestContext>) {
        on(MoneyHashOperations.create, router) { call in
            let members = try await call.members(IntentForm.form, upTo: MoneyHashOperations.create.bodyLimitBytes)
            let key = try IdempotencyName.read(call.request)
            let answer = try answer(try await moneyHash.createIntent(members, under: key, for: call.caller), call)
            // Only here the guide shows null instead of a count.
            return Response(
                status: .ok,
                json: Envelope.success(call.isOldVersion ? answer.asPrinted : JSONValue(writing: answer), count: nil))
        }
        on(MoneyHashOperations.intent, router) { call in
            Self.success(try answer(try await findIntent(call), call))
        }
        on(MoneyHashOperations.close, router) { call in
            _ = try await call.request.bodyBytes()
            return Self.success(try answer(try await moneyHash.close(try await findIntent(call)), call))
        }
        on(MoneyHashOperations.voidIntent, router) { call in
            _ = try await call.request.bodyBytes()
            return Self.success(
                try answer(try await moneyHash.void(try await findIntent(call), key: try call.key), call))
        }
        for operation in [MoneyHashOperations.details, MoneyHashOperations.detailsOfSample] {
            on(operation, router) { call in try await details(try await findIntent(call), call) }
        }
        for operation in [MoneyHashOperations.updateMethod, MoneyHashOperations.updateDirectMethod] {
            on(operation, router) { call in
                let found = try await findIntent(call)
                let members = try await call.members(
                    MoneyHashOperations.methodForm, upTo: operation.bodyLimitBytes)
                try members.check()
                guard let method = members.text("payment_method").flatMap({ PaymentMethod(rawValue: $0) }) else {
                    throw MoneyHashError.invalid("payment_method", FieldProblem.required)
                }
                return try await details(
                    try await moneyHash.select(method, members.text("card_token"), for: found), call)
            }
        }
        router.on(MoneyHashOperations.signatureKey) { request, context in
            let caller = try await moneyHash.caller(request, context)
            let answer = SignatureKeyAnswer(secret: moneyHash.signatureSecret(of: caller.merchant))
            return Response(
                status: .ok, json: Envelope.success(answer, count: 1), headers: [.cacheControl: "no-store"])
        }
    }

    // MARK: Paying

    private func registerPayments(on router: Router<RequestContext>) {
        on(MoneyHashOperations.receipt, router) { call in
            let found = try await findIntent(call)
            let members = try await call.members(Receipt.form, upTo: Receipt.bodyLimitBytes)
            return try await details(try await moneyHash.submitReceipt(members, for: found), call)
        }
        on(MoneyHashOperations.card, router) { call in
            let found = try await findIntent(call)
            let members = try await call.members(CardForm.form, upTo: MoneyHashOperations.card.bodyLimitBytes)
            return try await details(try await moneyHash.submitCard(members, for: found, isOnPage: false), call)
        }
        on(MoneyHashOperations.code, router) { call in
            let found = try await findIntent(call)
            let members = try await call.members(SecurityCode.form, upTo: MoneyHashOperations.code.bodyLimitBytes)
            return try await details(try await moneyHash.submitCode(members, for: found, isOnPage: false), call)
        }
        on(MoneyHashOperations.billing, router) { call in
            let found = try await findIntent(call)
            let members = try await call.members(BillingForm.form, upTo: MoneyHashOperations.billing.bodyLimitBytes)
            return try await details(try await moneyHash.submitBilling(members, for: found, isOnPage: false), call)
        }
        on(MoneyHashOperations.plan, router) { call in
            let found = try await findIntent(call)
            let members = try await call.members(PlanForm.form, upTo: MoneyHashOperations.plan.bodyLimitBytes)
            return try await details(try await moneyHash.submitPlan(members, for: found), call)
        }
    }

    // MARK: Transactions

    private func registerTransactions(on router: Router<RequestContext>) {
        on(MoneyHashOperations.capture, router) { call in
            let payment = try await transaction(call)
            return Self.success(try await moneyHash.capture(payment, try await Self.change(call), key: try call.key))
        }
        on(MoneyHashOperations.refund, router) { call in
            let payment = try await transaction(call)
            return Self.success(try await moneyHash.refund(payment, try await Self.change(call), key: try call.key))
        }
        on(MoneyHashOperations.void, router) { call in
            _ = try await call.request.bodyBytes()
            return Self.success(try await moneyHash.void(try await transaction(call), key: try call.key))
        }
    }

    private static func change(_ call: Call) async throws -> RequestMembers {
        try await call.members(ChangeForm.form, upTo: MoneyHashOperations.capture.bodyLimitBytes, isNeeded: false)
    }

    private func transaction(_ call: Call) async throws -> Payment {
        try await moneyHash.transaction(call.context.parameters.get("transaction_id"), of: call.caller)
    }

    // MARK: Customers and saved cards

    private func registerCustomers(on router: Router<RequestContext>) {
        on(MoneyHashOperations.createCustomer, router) { call in
            let limit = MoneyHashOperations.createCustomer.bodyLimitBytes
            let members = try await call.members(MoneyHashCustomer.form, upTo: limit)
            return Self.success(CustomerRecord(customer: try await moneyHash.createCustomer(members, for: call.caller)))
        }
        on(MoneyHashOperations.customer, router) { call in
            let id = call.context.parameters.get("customer_id")
            return Self.success(CustomerRecord(customer: try await moneyHash.customer(id, of: call.caller)))
        }
    }

    private func registerCards(on router: Router<RequestContext>) {
        on(MoneyHashOperations.listCards, router) { call in
            guard let customer = try CardsQuery.read(call.request.target.query).customer else {
                throw MoneyHashError.invalid("customer", FieldProblem.required)
            }
            let cards = try await moneyHash.cards(of: customer, at: call.caller).map(SavedCardAnswer.init)
            return Response(status: .ok, json: Envelope.success(cards, count: cards.count))
        }
        on(MoneyHashOperations.savedCard, router) { call in
            Self.success(SavedCardAnswer(try await findCard(call)))
        }
        on(MoneyHashOperations.deleteCard, router) { call in
            _ = try await call.request.bodyBytes()
            let card = try await findCard(call)
            try await moneyHash.delete(card)
            return Self.success(SavedCardAnswer(card))
        }
    }

    private func findCard(_ call: Call) async throws -> SavedCard {
        let found = try await moneyHash.card(call.context.parameters.get("card_token_id"), of: call.caller)
        guard let found else { throw MoneyHashError.notFound }
        return found
    }

    // MARK: Shared

    /// Registers an operation of a merchant's server. A request that changes something can have an idempotency key,
    /// with which its answer is repeated.
    private func on(
        _ operation: Operation, _ router: Router<RequestContext>,
        _ useCase: @escaping @Sendable (Call) async throws -> Response
    ) {
        router.on(operation) { request, context in
            guard MoneyHashOperations.versions.contains(context.parameters.get("version") ?? "") else {
                throw MoneyHashError.notFound
            }
            let call = Call(
                request: request, context: context, caller: try await moneyHash.caller(request, context))
            guard operation.method != .get else { return try await useCase(call) }
            return try await moneyHash.once(request, of: call.caller) {
                await MoneyHashErrors().answered(context) { try await useCase(call) }
            }
        }
    }

    private func findIntent(_ call: Call) async throws -> FoundIntent {
        try await moneyHash.intent(call.context.parameters.get("intent_id"), of: call.caller)
    }

    private func answer(_ found: FoundIntent, _ call: Call) throws -> IntentAnswer {
        let now = moneyHash.clock.now()
        return IntentAnswer(
            found: found, status: found.status(at: now), account: moneyHash.account(of: call.caller.merchant),
            embedURL: try call.context.pages(for: call.request).embed(found.intent), state: found.state(at: now))
    }

    private func details(_ found: FoundIntent, _ call: Call) async throws -> Response {
        let now = moneyHash.clock.now()
        let state = found.state(at: now)
        let pages = try call.context.pages(for: call.request)
        let answer = DetailsAnswer(
            found: found, status: found.status(at: now), state: state,
            details: try await moneyHash.details(of: found, in: state, pages, isOldVersion: call.isOldVersion),
            isOldVersion: call.isOldVersion)
        return Response(status: .ok, json: Envelope.success(answer.inPrintedOrder, count: 1))
    }

    private static func success(_ answer: some AnswerBody) -> Response {
        Response(status: .ok, json: Envelope.success(answer, count: 1))
    }
}

extension RequestContext {
    fileprivate func pages(for request: Request) throws(RequestError) -> PageURLs {
        PageURLs(
            base: pathPrefix.isEmpty ? "https://web.moneyhash.io" : try PublicURL(of: request).text + pathPrefix)
    }
}
