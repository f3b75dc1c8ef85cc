import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// Errors of the token call, in the form of RFC 6749, section 5.2.
struct TokenErrors: GatewayErrors {
    var messages: GatewayMessages { .stitch }

    func answer(to error: any Error) -> Response? {
        (error as? GrantRefusal).map { Self.response($0) }
    }

    /// The token call makes no payment.
    func answer(to refusal: PaymentRefusal) -> Response { StitchErrors().answer(to: refusal) }

    func answer(to error: RequestError) -> Response {
        Self.response(
            GrantRefusal(.invalidRequest, error.message),
            error.cause == .contentCodingNotSupported ? .unsupportedMediaType : .badRequest)
    }

    func answerToBrokenBody() -> Response { Self.response(GrantRefusal(.invalidRequest, Self.brokenBody)) }

    func answer(to route: NoRoute, of request: Request) -> Response { StitchErrors().answer(to: route, of: request) }

    private static func response(_ refusal: GrantRefusal, _ status: HTTPResponse.Status = .badRequest) -> Response {
        Response(status: status, json: refusal, headers: [.cacheControl: "no-store"])
    }
}
