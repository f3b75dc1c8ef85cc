import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments

/// A gateway's answers to errors, in its own form.
///
/// The order in which an error is matched is the same for all gateways; a gateway gives the answer in each case.
package protocol GatewayErrors: Sendable {
    var messages: GatewayMessages { get }

    /// Nil if the error is not one of the gateway's own.
    func answer(to error: any Error) -> Response?
    func answer(to refusal: PaymentRefusal) -> Response
    /// For a request that cannot be read.
    func answer(to error: RequestError) -> Response
    /// For a request whose bytes end early.
    func answerToBrokenBody() -> Response
    /// For a path that does not exist, or not with the request's method.
    func answer(to route: NoRoute, of request: Request) -> Response
    /// For a failure of the service. The log explains it, but the answer does not.
    func answer(toFailure error: any Error, _ logger: Logger) -> Response
}

extension GatewayErrors {
    package func answer(toFailure error: any Error, _ logger: Logger) -> Response { messages.failed(error, logger) }

    package static var brokenBody: String { "The request body ends early, or its HTTP framing is invalid." }

    /// The answer of the body, or the answer to the error that it throws.
    package func answered(_ context: RequestContext, _ body: () async throws -> Response) async -> Response {
        do {
            return try await body()
        } catch PaymentFailure.refused(let refusal) {
            return answer(to: refusal)
        } catch let error as RequestError {
            return answer(to: error)
        } catch is BrokenBody {
            return answerToBrokenBody()
        } catch let paused as TooManyWrongSecrets {
            return messages.refused(paused)
        } catch {
            return answer(to: error) ?? answer(toFailure: error, context.logger)
        }
    }
}

extension RequestError {
    /// The status that says most about the cause.
    package var usualStatus: HTTPResponse.Status {
        switch cause {
        case .bodyTooLarge: .contentTooLarge
        case .mediaTypeNotSupported, .contentCodingNotSupported: .unsupportedMediaType
        case .noSuchOperation: .notFound
        case .methodNotAllowed: .methodNotAllowed
        default: .badRequest
        }
    }
}

extension NoRoute {
    /// The value of `Allow`.
    package var methods: String { allowed.map(\.rawValue).sorted().joined(separator: ", ") }
}
