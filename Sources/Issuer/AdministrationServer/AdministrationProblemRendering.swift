import Administration
import Authorizing
import CardAPI
import Cards
import CardServer
import HTTPService
import HTTPTypes
import Issuing
import Ledger
import Logging
import Postgres
import Scenarios
import Validation

/// Turns every failure of a request into the error of the card service, and logs each of the service's own failures
/// once.
struct AdministrationProblemRendering: Layer {
    /// The challenge in the response to a request without a right token.
    static let challenge = #"Bearer realm="administration""#

    func handle(
        _ request: Request, context: AdministrationContext,
        next: @Sendable (Request, AdministrationContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            var (problem, headers) = Self.problem(error, request: request)
            if problem.status.kind == .serverError {
                context.logger.error("request failed", metadata: ["failure": "\(error)"])
            }
            headers[.wwwAuthenticate] = problem.status == .unauthorized ? Self.challenge : nil
            return Response(status: problem.status, json: problem, headers: headers)
        }
    }

    /// The problem for an error, with its headers.
    static func problem(_ error: any Error, request: Request) -> (Problem, HTTPFields) {
        ProblemRendering.problem(cause(of: error), request: request)
    }

    private static func cause(of error: any Error) -> any Error {
        switch error {
        case let failure as BureauFailure: cause(ofBureau: failure)
        case let failure as ClearingFailure: failure.asProblem
        case let failure as ErasureFailure: cause(ofErasure: failure)
        case let failure as IssuingFailure: cause(ofIssuing: failure)
        case let failure as KeyChangeFailure: cause(ofKeyChange: failure)
        case let faults as ScenarioFaults: Problem(faults, in: "file")
        case let failure as RulesFailure: cause(of: failure.cause)
        case let failure as SettingsFailure: cause(ofSettings: failure)
        case let failure as WaitingChangeFailure: cause(ofWaiting: failure)
        default: error
        }
    }

    private static func cause(ofBureau failure: BureauFailure) -> any Error {
        switch failure {
        case .issuing(let failure): cause(ofIssuing: failure)
        case .unreadable: failure
        case .noReports, .lineTooLong, .tooManyLines:
            Problem(fieldErrors: [FieldError("file", "cannot be read: \(failure.description)")])
        case .noFile: Problem(.entityNotFound, failure.description)
        case .busy, .damagedCard: Problem(.operationNotAllowed, failure.description)
        }
    }

    private static func cause(ofErasure failure: ErasureFailure) -> any Error {
        switch failure {
        case .database(let failure): cause(ofIssuing: IssuingFailure(failure))
        case .notFound: IssuingFailure.refused(.customer(.notFound))
        case .stays: Problem(.operationNotAllowed, failure.description)
        case .notWaiting: cause(ofWaiting: .notWaiting)
        }
    }

    private static func cause(ofKeyChange failure: KeyChangeFailure) -> any Error {
        switch failure {
        case .database(let failure): cause(ofIssuing: IssuingFailure(failure))
        case .vault: failure
        case .notWaiting: cause(ofWaiting: .notWaiting)
        case .keys, .waits, .tooEarly, .isNamed, .hasOtherValues, .hasEarlierPrograms, .clocksDiffer:
            Problem(.operationNotAllowed, failure.description)
        }
    }

    private static func cause(ofWaiting failure: WaitingChangeFailure) -> any Error {
        switch failure {
        case .database(let failure): cause(ofIssuing: IssuingFailure(failure))
        case .tooMany: Problem(.operationNotAllowed, failure.description)
        case .notWaiting: Problem(.entityNotFound, failure.description)
        }
    }

    private static func cause(ofSettings failure: SettingsFailure) -> any Error {
        switch failure {
        case .faults(let faults): Problem(faults, in: "file")
        case .failed(let failure): cause(ofIssuing: IssuingFailure(failure))
        case .notWaiting: cause(ofWaiting: .notWaiting)
        }
    }

    /// A role that only serves may not change what operators set (SQLSTATE 42501).
    fileprivate static func cause(ofIssuing failure: IssuingFailure) -> any Error {
        guard failure.postgresFailure?.sqlState == "42501" else { return failure }
        return Problem(
            .operationNotAllowed,
            "The listener's database role may not do this. Name one that may with --admin-database-url-file, or use "
                + "tessera-core admin on the machine of the service.")
    }
}

extension ClearingFailure {
    /// The answer to a caller, at the operators' door and at others. The service's own failures stay as they are.
    package var asProblem: any Error {
        switch self {
        case .issuing(let failure): AdministrationProblemRendering.cause(ofIssuing: failure)
        case .faults(let faults):
            Problem(
                fieldErrors: faults.list.map { fault in
                    FieldError(fault.field, "\(fault.error) (line \(fault.line), column \(fault.column))")
                })
        case .unreadable: self
        case .noBreak, .noPosition: Problem(.entityNotFound, description)
        case .otherScheme(let scheme):
            Problem(fieldErrors: [FieldError("lossTo", "must be \(scheme.rawValue), the scheme of the payment's card")])
        case .noDays: Problem(fieldErrors: [FieldError("lastDay", "must not be before firstDay")])
        case .tooManyPositions(let limit):
            Problem(fieldErrors: [
                FieldError("lastDay", "must be earlier: the days have more than \(limit) positions")
            ])
        case .referenceTaken, .changed, .resolved, .noLoss, .lostBefore, .bookedBefore, .positionIsOpen:
            Problem(.operationNotAllowed, description)
        }
    }
}

extension Problem {
    /// The refusal of an operation that the caller's role does not allow.
    init(roleOf caller: NamedOperator, for operation: String) {
        self.init(
            .customerNotAllowed,
            "\(operation) is for the roles \(Permissions.words(for: operation)); "
                + "\(caller.name) has the role \(caller.role.rawValue).")
    }
}
