import CardAPI
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The sandbox's errors: the same causes as on the public side, in the shape of RFC 9457.
struct SandboxProblem: JSONWritable {
    let problem: Problem
    let requestID: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", "about:blank")
            json.member("title", problem.status.reasonPhrase)
            json.member("status", problem.status.code)
            json.member("code", problem.code.rawValue)
            json.member("detail", problem.message)
            if !problem.fieldErrors.isEmpty { json.member("errors", problem.fieldErrors) }
            json.member("requestId", requestID)
        }
    }
}

struct SandboxProblemRendering: RouterMiddleware {
    let allowed: @Sendable (String) -> [HTTPRequest.Method]

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            var (problem, headers) = ProblemRendering.problem(error, request: request, allowed: allowed)
            if problem.status.kind == .serverError {
                context.logger.error("request failed", metadata: ["failure": "\(error)"])
            }
            headers[.wwwAuthenticate] = nil
            var response = Response(
                status: problem.status, json: SandboxProblem(problem: problem, requestID: context.requestID),
                headers: headers)
            response.headers[.contentType] = "application/problem+json"
            return response
        }
    }
}

/// Keeps web pages out: a browser on this machine could be made to post here, and it always says where from.
struct NoWebPages: RouterMiddleware {
    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.origin] == nil else {
            throw Problem(.operationNotAllowed, "The sandbox answers no web page; send the request without Origin.")
        }
        return try await next(request, context)
    }
}
