import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Logging

/// What the gateway answers with a status of HTTP and not with a code of its own.
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

/// Turns errors into answers: `{"message": …, "errorcode": …}`.
package struct CardPointeRendering: Layer {
    package init() {}

    package func handle(
        _ request: Request, context: CardPointeContext,
        next: @Sendable (Request, CardPointeContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CardSecureError {
            return Self.response(error)
        } catch let refused as Refused {
            let answer = AnswerFields(refused)
            var response = Response(status: .ok, json: answer.json)
            response.explanation = answer.explanation
            return response
        } catch let error as GatewayHTTPError {
            var response = Self.response(error.status, error.message, headers: error.headers)
            response.explanation = error.explanation
            return response
        } catch let error as RequestError {
            return Self.response(error)
        } catch is BrokenBody {
            return Self.response(.badRequest, "The request body ends early, or its HTTP framing is invalid.")
        } catch let route as NoRoute {
            return Self.response(route, request)
        } catch {
            return GatewayMessages.cardPointe.failed(error, context.logger)
        }
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

    private static func response(_ error: RequestError) -> Response {
        switch error.cause {
        case .noSuchOperation: response(.notFound, "Not Found")
        case .methodNotAllowed: response(.methodNotAllowed, error.message)
        case .contentCodingNotSupported: response(.unsupportedMediaType, error.message)
        default:
            response(.badRequest, error.message, code: CardSecureError.Code.notJSON.rawValue)
        }
    }

    private static func response(_ route: NoRoute, _ request: Request) -> Response {
        guard !route.allowed.isEmpty else {
            let hint = route.nearest.map { "Not Found; did you mean \($0)?" } ?? "Not Found"
            return response(.notFound, hint)
        }
        let names = route.allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return response(
            .methodNotAllowed, "\(request.method.rawValue) is not supported here; supported: \(names).",
            headers: [.allow: names])
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
