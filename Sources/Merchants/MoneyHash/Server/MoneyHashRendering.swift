import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments
import Validation

/// Turns errors into answers in MoneyHash's form.
package struct MoneyHashRendering: Layer {
    package init() {}

    package func handle(
        _ request: Request, context: RequestContext,
        next: @Sendable (Request, RequestContext) async throws -> Response
    ) async throws -> Response {
        await Self.rendered(context) {
            do {
                return try await next(request, context)
            } catch let route as NoRoute {
                throw Self.error(route, request)
            }
        }
    }

    /// The answer of the body, or one that says why there is none.
    static func rendered(_ context: RequestContext, _ body: () async throws -> Response) async -> Response {
        do {
            return try await body()
        } catch let error as MoneyHashError {
            return error.response
        } catch PaymentFailure.refused(let refusal) {
            return MoneyHashError(refusal).response
        } catch let error as RequestError {
            return self.error(error).response
        } catch is BrokenBody {
            return MoneyHashError(.badRequest, "The request body ends early, or its HTTP framing is invalid.").response
        } catch {
            return GatewayMessages.moneyHash.failed(error, context.logger)
        }
    }

    private static func error(_ error: RequestError) -> MoneyHashError {
        let status: HTTPResponse.Status = switch error.cause {
        case .bodyTooLarge: .contentTooLarge
        case .mediaTypeNotSupported, .contentCodingNotSupported: .unsupportedMediaType
        case .noSuchOperation: .notFound
        case .methodNotAllowed: .methodNotAllowed
        default: .badRequest
        }
        guard !error.fieldErrors.isEmpty else { return MoneyHashError(status, error.message) }
        return MoneyHashError(status, error.fieldErrors.map { FieldProblem($0.field, $0.error) })
    }

    private static func error(_ route: NoRoute, _ request: Request) -> MoneyHashError {
        guard !route.allowed.isEmpty else { return .notFound }
        var error = MoneyHashError(.methodNotAllowed, "Method \"\(request.method.rawValue.prefix(20))\" not allowed.")
        error.headers[.allow] = route.allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return error
    }
}
