import Audit
import CardAPI
import HTTPContract
import HTTPService
import Issuing
import Logging

/// Finds the operator of a request, refuses what the operator's role does not allow, and tells the audit trail of each
/// call before it is done. So nothing happens that the trail cannot name an operator for.
struct OperatorAuthentication: Layer {
    let operators: Operators
    let issuing: Issuing

    func handle(
        _ request: Request, context: AdministrationContext,
        next: @Sendable (Request, AdministrationContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = try await caller(of: request, context)
        if let operation = context.operation { try await admit(context, to: operation, request) }
        return try await next(request, context)
    }

    private func caller(of request: Request, _ context: AdministrationContext) async throws -> NamedOperator {
        guard let token = request.credentials("bearer") else {
            throw Problem(.unauthorized, "The administration asks for an operator's token: Authorization: Bearer ….")
        }
        if let found = try await context.base.proving(nil, { operators.holder(of: token) }) { return found }
        context.logger.notice(
            "credentials were refused",
            metadata: ["credentials": "operator's token", "address": .string(context.base.clientAddress)])
        // Guesses are limited, so the trail does not grow with them.
        try await issuing.called(by: context.auditCaller).recordRefusal(of: "operator's token", statedBy: nil)
        throw Problem(.unauthorized, "No operator has this token.")
    }

    private func admit(
        _ context: AdministrationContext, to operation: Operation, _ request: Request
    ) async throws {
        guard let caller = context.caller else { return }
        let isAllowed = Permissions.admit(caller.role, to: operation.name)
        try await issuing.called(by: context.auditCaller).recordOperatorCall(
            isAllowed ? .done : .refused, at: Masking.loggable(path: request.target.path))
        guard isAllowed else { throw Problem(roleOf: caller, for: operation.name) }
    }
}
