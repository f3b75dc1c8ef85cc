import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments
import Validation

/// An ``Envelope`` without data.
struct MoneyHashErrors: GatewayErrors {
    var messages: GatewayMessages { .moneyHash }

    func answer(to error: any Error) -> Response? { (error as? MoneyHashError)?.response }

    func answer(to refusal: PaymentRefusal) -> Response { MoneyHashError(refusal).response }

    func answer(to error: RequestError) -> Response {
        guard !error.fieldErrors.isEmpty else { return MoneyHashError(error.usualStatus, error.message).response }
        return MoneyHashError(error.usualStatus, error.fieldErrors.map { FieldProblem($0.field, $0.error) }).response
    }

    func answerToBrokenBody() -> Response { MoneyHashError(.badRequest, Self.brokenBody).response }

    func answer(to route: NoRoute, of request: Request) -> Response {
        guard !route.allowed.isEmpty else { return MoneyHashError.notFound.response }
        var error = MoneyHashError(.methodNotAllowed, "Method \"\(request.method.rawValue.prefix(20))\" not allowed.")
        error.headers[.allow] = route.methods
        return error.response
    }
}
