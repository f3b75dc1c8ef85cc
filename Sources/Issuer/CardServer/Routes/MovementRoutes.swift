import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Ledger
import Validation

/// Deposits, and transfers between customers.
struct MovementRoutes {
    let issuing: Issuing

    func register(on businesses: RouterGroup<BusinessContext>, _ customers: RouterGroup<CustomerContext>) {
        businesses.on(Operations.createDeposit) { request, context in
            try await begin(Operations.createDeposit, request, context, Self.deposit)
        }
        businesses.on(Operations.updateDepositStatus) { request, context in
            try await advance(.deposit, request, context)
        }
        businesses.on(Operations.createCustomerTransfer) { request, context in
            try await begin(Operations.createCustomerTransfer, request, context, Self.transfer)
        }
        businesses.on(Operations.updateCustomerTransferStatus) { request, context in
            try await advance(.transfer, request, context)
        }
        customers.on(Operations.createTransfer, beginOwnTransfer)
        customers.on(Operations.updateTransferStatus, advanceOwnTransfer)
    }

    private func begin<Body: RequestBody>(
        _ operation: HTTPContract.Operation, _ request: Request, _ context: BusinessContext,
        _ order: (Body) -> Draft<MovementOrder?>
    ) async throws -> Response {
        let customer = try context.customer()
        let body = try await request.json(Body.self)
        let order = try body.accepted(order)
        let claim = try claim(of: request, body.bytes, to: operation)
        return Response(try await issuing.beginMovement(order, for: customer, request: claim))
    }

    private func advance(
        _ kind: Movement.Kind, _ request: Request, _ context: BusinessContext
    ) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.movementID(of: kind))
        let step = try await request.json(UpdateMovementStatusBody.self).accepted(Self.step)
        let movement = try await issuing.advanceMovement(id, kind, of: customer, to: step)
        return Response(status: .ok, json: MovementBody(movement))
    }

    @Sendable private func beginOwnTransfer(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let body = try await request.json(CreateTransferBody.self)
        let order = try body.accepted(Self.transfer)
        let evidence = try evidence(for: request, body.bytes, context)
        let claim = try claim(of: request, body.bytes, to: Operations.createTransfer)
        return Response(try await issuing.beginMovement(order, evidence: evidence, request: claim))
    }

    @Sendable private func advanceOwnTransfer(
        _ request: Request, _ context: CustomerContext
    ) async throws -> Response {
        let id = try context.parameters.movementID(of: .transfer)
        let body = try await request.json(UpdateMovementStatusBody.self)
        let step = try body.accepted(Self.step)
        let evidence = try evidence(for: request, body.bytes, context)
        let transfer = try await issuing.advanceMovement(id, .transfer, evidence: evidence, to: step)
        return Response(status: .ok, json: MovementBody(transfer))
    }

    private func evidence(
        for request: Request, _ body: [UInt8], _ context: CustomerContext
    ) throws -> AuthenticationEvidence {
        try request.evidence(for: .createTransfer, card: nil, body: body, in: context, by: issuing)
    }

    /// Lets a movement begin once for each key of its caller.
    private func claim(
        of request: Request, _ body: [UInt8], to operation: HTTPContract.Operation
    ) throws -> IdempotentRequest<Movement> {
        try Idempotency(of: request, body: body, to: operation, by: issuing)
            .request { StoredAnswer(operation.successStatus, MovementBody($0)) }
    }

    private static func step(_ body: UpdateMovementStatusBody) -> Draft<Movement.Step?> {
        Draft(body.status.flatMap(Movement.Step.init(rawValue:)))
    }

    private static func deposit(_ body: CreateDepositBody) -> Draft<MovementOrder?> {
        MovementOrder.deposit(
            amount: body.amount, currencyCode: body.currencyCode, merchantRefNum: body.merchantRefNum)
    }

    private static func transfer(_ body: CreateTransferBody) -> Draft<MovementOrder?> {
        MovementOrder.transfer(
            amount: body.amount, currencyCode: body.currencyCode, merchantRefNum: body.merchantRefNum,
            recipient: body.recipient?.customerId, reason: body.transferDetails?.reason,
            description: body.transferDetails?.description)
    }
}

extension PathParameters {
    /// The deposit or the transfer that a path names. A malformed id is treated like an unknown one.
    fileprivate func movementID(of kind: Movement.Kind) throws(IssuingFailure) -> MovementID {
        let name =
            switch kind {
            case .deposit: "depositId"
            case .transfer: "transferId"
            }
        guard let id = get(name).flatMap({ UUID(spelled: $0) }) else { throw .refused(.movement(.notFound(kind))) }
        return MovementID(rawValue: id)
    }
}

extension MovementBody {
    package init(_ movement: Movement) {
        self.init(
            id: movement.id.description, status: movement.status.rawValue,
            statusReason: movement.statusReason?.rawValue, amount: Int(movement.amount.minorUnits),
            currencyCode: movement.amount.currency.code, customerId: movement.holder.description,
            accountId: movement.account?.description, transactionId: movement.transaction?.description,
            slipId: movement.slip?.description, merchantRefNum: movement.merchantRefNum,
            recipient: movement.recipient.map { Recipient(customerId: $0.description) },
            transferDetails: movement.reason.map { Details(reason: $0, description: movement.description) },
            creationTime: Timestamp(movement.createdAt), lastChangeDate: Timestamp(movement.changedAt))
    }
}
