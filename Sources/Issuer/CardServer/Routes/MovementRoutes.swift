import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Validation

import struct HTTPContract.Operation

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
        businesses.on(Operations.createCustomerWithdrawal) { request, context in
            try await begin(Operations.createCustomerWithdrawal, request, context, Self.withdrawal)
        }
        businesses.on(Operations.updateCustomerWithdrawalStatus) { request, context in
            try await advance(.withdrawal, request, context)
        }
        customers.on(Operations.createTransfer) { request, context in
            try await beginOwn(Operations.createTransfer, .createTransfer, request, context, Self.transfer)
        }
        customers.on(Operations.updateTransferStatus) { request, context in
            try await advanceOwn(.transfer, .createTransfer, request, context)
        }
        customers.on(Operations.createWithdrawal) { request, context in
            try await beginOwn(Operations.createWithdrawal, .createWithdrawal, request, context, Self.withdrawal)
        }
        customers.on(Operations.updateWithdrawalStatus) { request, context in
            try await advanceOwn(.withdrawal, .createWithdrawal, request, context)
        }
    }

    private func begin<Body: RequestBody>(
        _ operation: Operation, _ request: Request, _ context: BusinessContext,
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

    private func beginOwn<Body: RequestBody>(
        _ operation: Operation, _ protected: ProtectedOperation, _ request: Request,
        _ context: CustomerContext, _ order: (Body) -> Draft<MovementOrder?>
    ) async throws -> Response {
        let body = try await request.json(Body.self)
        let order = try body.accepted(order)
        let evidence = try request.evidence(for: protected, card: nil, body: body.bytes, in: context, by: issuing)
        let claim = try claim(of: request, body.bytes, to: operation)
        return Response(try await issuing.beginMovement(order, evidence: evidence, request: claim))
    }

    private func advanceOwn(
        _ kind: Movement.Kind, _ protected: ProtectedOperation, _ request: Request, _ context: CustomerContext
    ) async throws -> Response {
        let id = try context.parameters.movementID(of: kind)
        let body = try await request.json(UpdateMovementStatusBody.self)
        let step = try body.accepted(Self.step)
        let evidence = try request.evidence(for: protected, card: nil, body: body.bytes, in: context, by: issuing)
        let movement = try await issuing.advanceMovement(id, kind, evidence: evidence, to: step)
        return Response(status: .ok, json: MovementBody(movement))
    }

    /// Lets a movement begin once for each key of its caller.
    private func claim(
        of request: Request, _ body: [UInt8], to operation: Operation
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

    private static func withdrawal(_ body: CreateWithdrawalBody) -> Draft<MovementOrder?> {
        MovementOrder.withdrawal(
            amount: body.amount, currencyCode: body.currencyCode, merchantRefNum: body.merchantRefNum,
            option: body.paymentOption, instrumentType: body.paymentInstrumentReference?.instrumentType,
            instrumentID: body.paymentInstrumentReference?.id)
    }
}

extension PathParameters {
    /// The movement that a path names. A malformed id is treated like an unknown one.
    fileprivate func movementID(of kind: Movement.Kind) throws(IssuingFailure) -> MovementID {
        let name =
            switch kind {
            case .deposit: "depositId"
            case .transfer: "transferId"
            case .withdrawal: "withdrawalId"
            }
        guard let id = get(name).flatMap({ MovementID($0) }) else { throw .refused(.movement(.notFound(kind))) }
        return id
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
            paymentOption: movement.instrument?.option,
            paymentInstrumentReference: movement.instrument.map { Instrument(id: $0.id, instrumentType: $0.type) },
            creationTime: Timestamp(movement.createdAt), lastChangeDate: Timestamp(movement.changedAt))
    }
}
