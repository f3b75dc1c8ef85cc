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
        businesses.on(Operations.createDeposit, createDeposit)
        businesses.on(Operations.updateDepositStatus, updateDeposit)
        businesses.on(Operations.createCustomerTransfer, createTransfer)
        businesses.on(Operations.updateCustomerTransferStatus, updateTransfer)
        customers.on(Operations.createTransfer, createOwnTransfer)
        customers.on(Operations.updateTransferStatus, updateOwnTransfer)
    }

    @Sendable private func createDeposit(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let (customer, operation) = (try context.customer(), Operations.createDeposit)
        let body = try await request.json(CreateDepositBody.self)
        let order = try body.accepted { body in
            MovementOrder.deposit(
                amount: body.amount, currencyCode: body.currencyCode, merchantRefNum: body.merchantRefNum)
        }
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let answered = try await issuing.beginMovement(
            order, for: customer,
            request: idempotency.request { StoredAnswer(operation.successStatus, MovementBody($0)) })
        return Response(answered)
    }

    @Sendable private func updateDeposit(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.movementID(of: .deposit))
        let step = try await request.json(UpdateMovementStatusBody.self).accepted(Self.step)
        let deposit = try await issuing.advanceMovement(id, .deposit, of: customer, to: step)
        return Response(status: .ok, json: MovementBody(deposit))
    }

    @Sendable private func createTransfer(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let (customer, operation) = (try context.customer(), Operations.createCustomerTransfer)
        let body = try await request.json(CreateTransferBody.self)
        let order = try body.accepted(Self.transfer)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let answered = try await issuing.beginMovement(
            order, for: customer,
            request: idempotency.request { StoredAnswer(operation.successStatus, MovementBody($0)) })
        return Response(answered)
    }

    @Sendable private func updateTransfer(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.movementID(of: .transfer))
        let step = try await request.json(UpdateMovementStatusBody.self).accepted(Self.step)
        let transfer = try await issuing.advanceMovement(id, .transfer, of: customer, to: step)
        return Response(status: .ok, json: MovementBody(transfer))
    }

    @Sendable private func createOwnTransfer(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let operation = Operations.createTransfer
        let body = try await request.json(CreateTransferBody.self)
        let order = try body.accepted(Self.transfer)
        let evidence = try request.evidence(
            for: .createTransfer, card: nil, body: body.bytes, in: context, by: issuing)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let answered = try await issuing.beginMovement(
            order, evidence: evidence,
            request: idempotency.request { StoredAnswer(operation.successStatus, MovementBody($0)) })
        return Response(answered)
    }

    @Sendable private func updateOwnTransfer(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.movementID(of: .transfer)
        let body = try await request.json(UpdateMovementStatusBody.self)
        let step = try body.accepted(Self.step)
        let evidence = try request.evidence(
            for: .createTransfer, card: nil, body: body.bytes, in: context, by: issuing)
        let transfer = try await issuing.advanceMovement(id, .transfer, evidence: evidence, to: step)
        return Response(status: .ok, json: MovementBody(transfer))
    }

    private static func step(_ body: UpdateMovementStatusBody) -> Draft<Movement.Step?> {
        Draft(body.status.flatMap(Movement.Step.init(rawValue:)))
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
