import Audit
import Authorizing
import CardAPI
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Validation

import struct HTTPContract.Operation

/// Disputes of customers, and of businesses for them.
struct DisputeRoutes {
    let issuing: Issuing

    func register(on businesses: RouterGroup<BusinessContext>, _ customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.createDispute, openOwn)
        customers.on(Operations.listDisputes, listOwn)
        customers.on(Operations.getDispute, getOwn)
        customers.on(Operations.withdrawDispute, withdrawOwn)
        customers.on(Operations.addDisputeEvidence, addOwn)
        customers.on(Operations.getDisputeEvidence, showOwn)
        businesses.on(Operations.createCustomerDispute, open)
        businesses.on(Operations.listCustomerDisputes, list)
        businesses.on(Operations.getCustomerDispute, get)
        businesses.on(Operations.withdrawCustomerDispute, withdraw)
        businesses.on(Operations.addCustomerDisputeEvidence, add)
        businesses.on(Operations.getCustomerDisputeEvidence, show)
    }

    // MARK: Customers

    @Sendable private func openOwn(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let body = try await request.json(CreateDisputeBody.self)
        let claim = try body.accepted(Self.claim)
        let evidence = try request.evidence(for: .disputePayment, card: nil, body: body.bytes, in: context, by: issuing)
        let idempotent = try idempotent(request, body.bytes, Operations.createDispute) { DisputeBody($0 as Dispute) }
        return Response(
            try await issuing.called(by: caller).openDispute(claim, evidence: evidence, request: idempotent))
    }

    @Sendable private func listOwn(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try DisputeListQuery.read(request.target.query)
        let page = try await issuing.disputes(
            of: context.customer, about: query.payment, in: query.disputeStatus, limit: query.limit,
            offset: query.offset)
        return Response(status: .ok, json: DisputeListBody(page, answering: query))
    }

    @Sendable private func getOwn(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.disputeID()
        return Response(status: .ok, json: DisputeBody(try await issuing.dispute(id, of: context.customer)))
    }

    @Sendable private func withdrawOwn(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let bytes = try await request.noBody()
        let id = try context.parameters.disputeID()
        let evidence = try request.evidence(for: .disputePayment, card: nil, body: bytes, in: context, by: issuing)
        let dispute = try await issuing.called(by: caller).withdrawDispute(id, evidence: evidence)
        return Response(status: .ok, json: DisputeBody(dispute))
    }

    @Sendable private func addOwn(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let operation = Operations.addDisputeEvidence
        let id = try context.parameters.disputeID()
        let body = try await request.json(AddEvidenceBody.self, upTo: operation.bodyLimitBytes)
        let file = try body.accepted(Self.file)
        let evidence = try request.evidence(for: .disputePayment, card: nil, body: body.bytes, in: context, by: issuing)
        let idempotent = try idempotent(request, body.bytes, operation) { EvidenceBody($0 as DisputeEvidence) }
        return Response(
            try await issuing.called(by: caller).addEvidence(file, to: id, evidence: evidence, request: idempotent))
    }

    @Sendable private func showOwn(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let (id, file) = (try context.parameters.disputeID(), try context.parameters.evidenceID())
        let content = try await issuing.called(by: caller).evidence(file, of: id, of: context.customer)
        return answer(content)
    }

    // MARK: Businesses

    @Sendable private func open(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let customer = try context.customer()
        let body = try await request.json(CreateDisputeBody.self)
        let claim = try body.accepted(Self.claim)
        let idempotent = try idempotent(request, body.bytes, Operations.createCustomerDispute) {
            DisputeBody($0 as Dispute)
        }
        return Response(try await issuing.called(by: caller).openDispute(claim, for: customer, request: idempotent))
    }

    @Sendable private func list(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let customer = try context.customer()
        let query = try DisputeListQuery.read(request.target.query)
        let page = try await issuing.disputes(
            of: customer, about: query.payment, in: query.disputeStatus, limit: query.limit, offset: query.offset)
        return Response(status: .ok, json: DisputeListBody(page, answering: query))
    }

    @Sendable private func get(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.disputeID())
        return Response(status: .ok, json: DisputeBody(try await issuing.dispute(id, of: customer)))
    }

    @Sendable private func withdraw(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        _ = try await request.noBody()
        let (customer, id) = (try context.customer(), try context.parameters.disputeID())
        let dispute = try await issuing.called(by: caller).withdrawDispute(id, of: customer)
        return Response(status: .ok, json: DisputeBody(dispute))
    }

    @Sendable private func add(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let operation = Operations.addCustomerDisputeEvidence
        let (customer, id) = (try context.customer(), try context.parameters.disputeID())
        let body = try await request.json(AddEvidenceBody.self, upTo: operation.bodyLimitBytes)
        let file = try body.accepted(Self.file)
        let idempotent = try idempotent(request, body.bytes, operation) { EvidenceBody($0 as DisputeEvidence) }
        return Response(
            try await issuing.called(by: caller).addEvidence(file, to: id, of: customer, request: idempotent))
    }

    @Sendable private func show(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.disputeID())
        let file = try context.parameters.evidenceID()
        return answer(try await issuing.called(by: caller).evidence(file, of: id, of: customer))
    }

    // MARK: Both

    private func answer(_ file: EvidenceFile) -> Response {
        Response(status: .ok, json: EvidenceContentBody(file), headers: [.cacheControl: "no-store"])
    }

    /// Lets a request be done once for each key of its caller.
    private func idempotent<Value: Sendable>(
        _ request: Request, _ body: [UInt8], _ operation: Operation,
        _ rendering: @escaping @Sendable (Value) -> some AnswerBody
    ) throws -> IdempotentRequest<Value> {
        try Idempotency(of: request, body: body, to: operation, by: issuing)
            .request { StoredAnswer(operation.successStatus, rendering($0)) }
    }

    private static func claim(_ body: CreateDisputeBody) -> Draft<DisputeClaim?> {
        var errors = DisputeNote.errors(in: body.description, of: "description")
        let payment = body.authorizationId.flatMap { AuthorizationID($0) }
        if body.authorizationId != nil, payment == nil {
            errors.append(FieldError("authorizationId", "must be the id of an authorization: a UUID"))
        }
        let reason = body.reason.flatMap(DisputeReason.init(rawValue:))
        let claim = payment.flatMap { payment in
            reason.map { reason in
                DisputeClaim(
                    authorization: payment, amount: body.amount.map(Int64.init), reason: reason,
                    description: body.description)
            }
        }
        return Draft(claim, errors: errors)
    }

    private static func file(_ body: AddEvidenceBody) -> Draft<EvidenceFile?> {
        EvidenceFile.read(
            name: body.fileName, mediaType: body.mediaType.flatMap(EvidenceFile.MediaType.init(rawValue:)),
            content: body.content)
    }
}

extension DisputeListBody {
    fileprivate init(_ page: Page<Dispute>, answering query: DisputeListQuery) {
        self.init(
            disputes: page.records.map { DisputeBody($0) }, numberOfRecords: page.total, answering: query)
    }
}

extension DisputeListQuery {
    fileprivate var payment: AuthorizationID? { authorizationId.flatMap { AuthorizationID($0) } }
    fileprivate var disputeStatus: DisputeStatus? { status.flatMap(DisputeStatus.init(rawValue:)) }
}
