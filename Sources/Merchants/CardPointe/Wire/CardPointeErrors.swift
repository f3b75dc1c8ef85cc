import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// An error that the gateway answers with an HTTP status instead of a code of its own.
struct GatewayHTTPError: Error {
    let status: HTTPResponse.Status
    let message: String
    var headers: HTTPFields = [:]
    var explanation: String?

    static let undecided = GatewayHTTPError(
        status: .serviceUnavailable, message: "The issuer is still being asked; inquire again.",
        headers: [.retryAfter: "1"])

    static func unauthorized(_ explanation: String) -> GatewayHTTPError {
        GatewayHTTPError(
            status: .unauthorized, message: "Unauthorized",
            headers: [.wwwAuthenticate: #"Basic realm="CardConnect REST Servlet""#], explanation: explanation)
    }
}

/// `{"message": …, "errorcode": …}`.
struct CardPointeErrors: GatewayErrors {
    var messages: GatewayMessages { .cardPointe }

    func answer(to error: any Error) -> Response? {
        switch error {
        case let error as CardSecureError: return Self.response(error)
        case let refused as Refused: return Self.response(refused)
        case let error as GatewayHTTPError:
            var response = Self.response(error.status, error.message, headers: error.headers)
            response.explanation = error.explanation
            return response
        default: return nil
        }
    }

    func answer(to refusal: PaymentRefusal) -> Response { Self.response(Refused(refusal)) }

    func answer(to error: RequestError) -> Response {
        switch error.cause {
        case .noSuchOperation: Self.response(.notFound, "Not Found")
        case .methodNotAllowed: Self.response(.methodNotAllowed, error.message)
        case .contentCodingNotSupported: Self.response(.unsupportedMediaType, error.message)
        default: Self.response(.badRequest, error.message, code: CardSecureError.Code.notJSON.rawValue)
        }
    }

    func answerToBrokenBody() -> Response { Self.response(.badRequest, Self.brokenBody) }

    func answer(to route: NoRoute, of request: Request) -> Response {
        guard !route.allowed.isEmpty else {
            let hint = route.nearest.map { "Not Found; did you mean \($0)?" } ?? "Not Found"
            return Self.response(.notFound, hint)
        }
        return Self.response(
            .methodNotAllowed, "\(request.method.rawValue) is not supported here; supported: \(route.methods).",
            headers: [.allow: route.methods])
    }

    static var failed: Response {
        let failed = CardSecureError(.serverFailed)
        return response(.internalServerError, failed.message, code: failed.code.rawValue)
    }

    /// CardSecure answers its errors with 200, except those two for which its reference names another status.
    private static func response(_ error: CardSecureError) -> Response {
        let status: HTTPResponse.Status = switch error.code {
        case .notFound, .notJSON: .badRequest
        case .wrongProcessor: .notFound
        default: .ok
        }
        return response(status, error.message, code: error.code.rawValue)
    }

    private static func response(_ refused: Refused) -> Response {
        let answer = AnswerFields(refused)
        var response = Response(status: .ok, json: answer.json)
        response.explanation = answer.explanation
        return response
    }

    /// - Parameter code: that of CardSecure; if there is none, the status stands for it.
    static func response(
        _ status: HTTPResponse.Status, _ message: String, code: Int? = nil, headers: HTTPFields = [:]
    ) -> Response {
        let body: JSONValue = [
            "message": .string(message), "errorcode": .number(String(code ?? Int(status.code))),
        ]
        return Response(status: status, json: body, headers: headers)
    }
}
