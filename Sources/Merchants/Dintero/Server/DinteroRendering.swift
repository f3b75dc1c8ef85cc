import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments

/// Turns errors into answers: `{"error": {"code": …, "message": …, "errors": […]}}`.
package struct DinteroRendering: Layer {
    package init() {}

    package func handle(
        _ request: Request, context: RequestContext,
        next: @Sendable (Request, RequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as DinteroError {
            return error.response
        } catch PaymentFailure.refused(let refusal) {
            return DinteroError(refusal).response
        } catch let error as RequestError {
            return Self.error(error).response
        } catch is BrokenBody {
            return DinteroError(.invalid, "The request body ends early, or its HTTP framing is invalid.").response
        } catch let route as NoRoute {
            return Self.error(route, request).response
        } catch {
            return GatewayMessages.dintero.failed(error, context.logger)
        }
    }

    private static func error(_ error: RequestError) -> DinteroError {
        switch error.cause {
        case .bodyTooLarge: DinteroError(.tooLarge, error.message)
        case .mediaTypeNotSupported, .contentCodingNotSupported: DinteroError(.mediaType, error.message)
        case .noSuchOperation: DinteroError(.notFound, error.message)
        case .methodNotAllowed: DinteroError(.methodNotAllowed, error.message)
        default: error.fieldErrors.isEmpty ? DinteroError(.invalid, error.message) : .invalid(error.fieldErrors)
        }
    }

    private static func error(_ route: NoRoute, _ request: Request) -> DinteroError {
        guard !route.allowed.isEmpty else {
            let hint = route.nearest.map { "; did you mean \($0)?" } ?? "."
            return DinteroError(.notFound, "There is no such path\(hint)")
        }
        let names = route.allowed.map(\.rawValue).sorted().joined(separator: ", ")
        var error = DinteroError(.methodNotAllowed, "\(request.method.rawValue) is not supported here; use \(names).")
        error.headers[.allow] = names
        return error
    }
}
