import Administration
import AdministrationServer
import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging
import Payments
import Postgres
import Sandbox
import Validation

/// The sandbox's errors: the same codes as on the public side, in the shape of RFC 9457.
struct SandboxProblem: AnswerBody {
    let problem: Problem
    let requestID: String

    static let members: [AnswerMember<SandboxProblem>] = [
        .member(
            "type", { _ in "about:blank" }, example: "about:blank",
            "Always about:blank; the status has the meaning."),
        .member("title", \.problem.status.reasonPhrase, example: "Bad Request", "The reason phrase of the status."),
        .member("status", \.problem.status.code, example: "400", "The HTTP status."),
        .member(
            "code", \.problem.code.rawValue, as: .enumeration(ErrorCode.sandbox.map(\.rawValue)), example: "5068",
            "The error code, as in the Card service."),
        .member(
            "detail", \.problem.message, example: "One field is not acceptable: country.",
            "A message for the developer."),
        .member(
            "errors", { $0.problem.fieldErrors.isEmpty ? nil : $0.problem.fieldErrors }, "All invalid fields."),
        .member(
            "requestId", \.requestID, example: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1",
            "Identifies the request in the log."),
    ]
}

struct SandboxProblemRendering: Layer {
    func handle(
        _ request: Request, context: ServiceContext, next: @Sendable (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let cause: any Error =
                switch error {
                case let failure as any DatabaseError where failure.postgresFailure?.isRefusedByCluster == true:
                    Problem(refusedByCluster: failure.postgresFailure?.statement ?? "")
                case SnapshotFailure.refused(let refusal): Problem(refusal)
                case SnapshotFailure.failed(let failure): failure
                case PhoneFailure.refused(let refusal): Problem(refusal)
                case PhoneFailure.failed(let failure): failure
                case let failure as ClearingFailure: failure.asProblem
                case let failure as PaymentFailure: failure.asProblem ?? failure
                case let failure as MerchantKeyFailure: failure.asProblem ?? failure
                case let failure as RulesFailure: failure.cause
                default: error
                }
            var (problem, headers) = ProblemRendering.problem(cause, request: request)
            if problem.status.kind == .serverError {
                context.logger.error("request failed", metadata: ["failure": "\(error)"])
            }
            headers[.wwwAuthenticate] = problem.status == .unauthorized ? SandboxGate.challenge : nil
            var response = Response(
                status: problem.status, json: SandboxProblem(problem: problem, requestID: context.requestID),
                headers: headers)
            response.headers[.contentType] = "application/problem+json"
            return response
        }
    }
}

extension PostgresFailure {
    /// One Postgres runs every statement of the program, and a cluster does not.
    fileprivate var isRefusedByCluster: Bool { sqlState == "0A000" }
}

extension Problem {
    /// Some lists over all customers join tables in a way that a cluster does not.
    fileprivate init(refusedByCluster statement: String) {
        self.init(
            .operationNotAllowed,
            "The tables of this sandbox are spread over a cluster, which refuses the statement \(statement). Use a "
                + "tenant, whose tables are not spread, or a sandbox on one PostgreSQL.")
    }
}

// The failures of the merchants' side. Nil stands for a failure of the service itself.

extension MerchantsFailure where Refusal: CustomStringConvertible {
    fileprivate var asProblem: (any Error)? {
        switch self {
        case .refused(let refusal as MerchantKeyRefusal): refusal.asError
        case .refused(let refusal): Problem(.operationNotAllowed, refusal.description)
        case .database(let failure): IssuingFailure(failure)
        case .vault, .damaged: nil
        }
    }
}

extension MerchantKeyRefusal {
    fileprivate var asError: any Error {
        switch self {
        case .merchantNotFound: Problem(.entityNotFound, description)
        case .notACertificate(let reason):
            IssuingFailure.refused(.invalidFields([FieldError("certificate", "must be one certificate: \(reason)")]))
        case .kindNotAccepted(_, let accepted):
            IssuingFailure.refused(.invalidFields([
                FieldError("kind", "must be \(accepted.map(\.rawValue).joined(separator: " or ")) for this wallet")
            ]))
        case .tooManyAtOnce: Problem(.tooManyRequests, description)
        case .walletIDMissing, .noKeyOfThisCertificate, .certifiedForAnother, .tooManyKeys:
            Problem(.operationNotAllowed, description)
        }
    }
}
