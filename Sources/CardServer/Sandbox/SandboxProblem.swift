import CardAPI
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The sandbox's errors: the same causes as on the public side, in the shape of RFC 9457.
struct SandboxProblem: AnswerBody {
    let problem: Problem
    let requestID: String

    static let members: [AnswerMember<SandboxProblem>] = [
        .member("type", { _ in "about:blank" }, example: "about:blank", "No page says more than this."),
        .member("title", \.problem.status.reasonPhrase, example: "Bad Request", "The status in words."),
        .member("status", \.problem.status.code, example: "400", "The status."),
        .member(
            "code", \.problem.code.rawValue, as: .enumeration(ErrorCode.allCases.map(\.rawValue)), example: "5068",
            "What it is called on the public side."),
        .member("detail", \.problem.message, example: "One field is not acceptable: country.", "A sentence."),
        .member(
            "errors", { $0.problem.fieldErrors.isEmpty ? nil : $0.problem.fieldErrors }, "Every field that is wrong."),
        .member("requestId", \.requestID, example: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1", "Finds it in the log."),
    ]
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

/// Keeps web pages out: a browser on this machine could be made to ask here.
///
/// When it posts, it says where the page is from. When it reads it need not, if the page's own name was made to lead to
/// this machine (DNS rebinding); then that name is the `Host`. Over loopback there is nobody who has to use one.
struct NoWebPages: RouterMiddleware {
    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.origin] == nil else {
            throw Problem(.operationNotAllowed, "The sandbox answers no web page; send the request without Origin.")
        }
        let host = Host(request.head.authority ?? "")
        guard context.channel.localAddress?.isLoopback != true || host.isLocal else {
            throw Problem(
                .operationNotAllowed,
                "On this machine the sandbox is called localhost or goes by its address, and not '\(host.name)'.")
        }
        return try await next(request, context)
    }

    private struct Host {
        let name: String
        private static let nobodys = [".localhost", ".test", ".example", ".invalid"]

        /// Without the port.
        init(_ authority: String) {
            let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
            name = String(authority[..<(end ?? authority.endIndex)]).lowercased()
        }

        /// Names without a dot, and those that are set apart for it (RFC 6761, section 6), are nobody's to register.
        var isLocal: Bool {
            let address = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
            return !name.contains(".") || Self.nobodys.contains { name.hasSuffix($0) }
                || (try? SocketAddress(ipAddress: address, port: 0)) != nil
        }
    }
}

extension SocketAddress {
    fileprivate var isLoopback: Bool {
        switch ipAddress {
        case .some(let address): address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
        case .none: false
        }
    }
}
