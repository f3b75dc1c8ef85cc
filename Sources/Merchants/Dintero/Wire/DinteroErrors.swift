import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// `{"error": {"code": …, "message": …, "errors": […]}}`.
struct DinteroErrors: GatewayErrors {
    var messages: GatewayMessages { .dintero }

    func answer(to error: any Error) -> Response? { (error as? DinteroError)?.response }

    func answer(to refusal: PaymentRefusal) -> Response { DinteroError(refusal).response }

    func answer(to error: RequestError) -> Response {
        let made = switch error.cause {
        case .bodyTooLarge: DinteroError(.tooLarge, error.message)
        case .mediaTypeNotSupported, .contentCodingNotSupported: DinteroError(.mediaType, error.message)
        case .noSuchOperation: DinteroError(.notFound, error.message)
        case .methodNotAllowed: DinteroError(.methodNotAllowed, error.message)
        default: error.fieldErrors.isEmpty ? DinteroError(.invalid, error.message) : .invalid(error.fieldErrors)
        }
        return made.response
    }

    func answerToBrokenBody() -> Response { DinteroError(.invalid, Self.brokenBody).response }

    func answer(to route: NoRoute, of request: Request) -> Response {
        guard !route.allowed.isEmpty else {
            let hint = route.nearest.map { "; did you mean \($0)?" } ?? "."
            return DinteroError(.notFound, "There is no such path\(hint)").response
        }
        var error = DinteroError(
            .methodNotAllowed, "\(request.method.rawValue) is not supported here; use \(route.methods).")
        error.headers[.allow] = route.methods
        return error.response
    }
}
