import CardAPI
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging

/// Turns every failure of a request into a response of the same shape, and logs each of the service's own failures
/// once.
package struct ProblemRendering: Layer {
    package init() {}

    package func handle(
        _ request: Request, context: ServiceContext, next: @Sendable (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as TokenErrorBody {
            return Self.response(to: error)
        } catch {
            let (problem, headers) = Self.problem(error, request: request)
            if problem.status.kind == .serverError {
                context.logger.error("request failed", metadata: ["failure": "\(error)"])
            }
            var response = Response(status: problem.status, json: problem, headers: headers)
            response.explanation = (error as? IssuingFailure)?.explanation
            return response
        }
    }

    /// The problem for an error, with its headers.
    package static func problem(_ error: any Error, request: Request) -> (Problem, HTTPFields) {
        switch error {
        case let problem as Problem:
            return (problem, headers(for: problem))
        case let error as RequestError:
            let problem = Problem(error)
            return (problem, headers(for: problem))
        case is BrokenBody:
            return (Problem(.bodyNotReadable, "The request body ends early, or its HTTP framing is invalid."), [:])
        case let paused as TooManyWrongSecrets:
            return (Problem(.rateLimit, TooManyWrongSecrets.message), paused.headers)
        case let rate as UsedUpRate:
            return (Problem(.rateLimit, rate.message), rate.headers)
        case is MissingToken:
            return (MissingToken.problem, [.wwwAuthenticate: MissingToken.challenge])
        case let failure as IssuingFailure:
            let problem = Problem(failure)
            return (problem, headers(for: failure) ?? headers(for: problem))
        case let route as NoRoute:
            guard !route.allowed.isEmpty else {
                let hint = route.nearest.map { "; did you mean \($0)?" } ?? "."
                return (Problem(.noSuchOperation, "There is no operation at this path\(hint)"), [:])
            }
            let names = route.allowed.map(\.rawValue).sorted().joined(separator: ", ")
            let problem = Problem(
                .methodNotAllowed, "\(request.method.rawValue) is not supported at this path; supported: \(names).")
            return (problem, [.allow: names])
        default:
            return (.failed, [:])
        }
    }

    /// The headers of refusals that say how or when to continue.
    private static func headers(for failure: IssuingFailure) -> HTTPFields? {
        guard case .refused(let refusal) = failure else { return nil }
        switch refusal {
        case .authentication(.required(let required)):
            return [.wwwAuthenticate: required.challenge, .cacheControl: "no-store"]
        case .authentication(.isBlocked(_, let seconds)), .authentication(.challengesUsedUp(let seconds)),
            .authentication(.tooManyChallenges(_, let seconds)), .authentication(.pushAskedForTooOften(let seconds)):
            return [.retryAfter: String(seconds)]
        case .secureView(.tooManyWaiting):
            return [.retryAfter: String(Int(SecureView.lifetimeSeconds))]
        default:
            return nil
        }
    }

    private static func headers(for problem: Problem) -> HTTPFields {
        switch problem.status {
        case .unauthorized: [.wwwAuthenticate: MissingToken.challenge + #", error="invalid_token""#]
        case .serviceUnavailable, .tooManyRequests: [.retryAfter: "1"]
        default: [:]
        }
    }

    private static func response(to error: TokenErrorBody) -> Response {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        if error.status == .unauthorized { headers[.wwwAuthenticate] = #"Basic realm="digitalwallets""# }
        return Response(status: error.status, json: error, headers: headers)
    }
}

extension IssuingFailure {
    /// The detail for the developer that the response leaves out.
    fileprivate var explanation: String? {
        guard case .refused(.authentication(.required(let required))) = self else { return nil }
        return required.obstacle?.message
    }
}
