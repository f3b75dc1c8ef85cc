import HTTPContract
import HTTPTypes
import Logging
import NIOCore

/// The first step of every request on a listener, before its operation is known. It checks the address of the request,
/// and a gate may check more. A refusal is observed and rendered like every other refusal.
package struct Door<Context: ServiceRequestContext>: Sendable {
    private let inside: any Responder<Context>
    private let gate: @Sendable (Request, Context) async throws -> Void
    private let observation: RequestObservation<Context>
    private let rendering: any Layer<Context>
    private let paths: RequestAddress.PathRule

    /// - Parameters:
    ///   - inside: answers the requests that pass. It renders its own errors; an error that it throws is rendered here.
    ///   - gate: throws to refuse a request.
    ///   - rendering: turns errors into responses.
    ///   - paths: the accepted spellings of a path.
    package init(
        to inside: any Responder<Context>, observation: RequestObservation<Context>, rendering: any Layer<Context>,
        paths: RequestAddress.PathRule = .canonical,
        gate: @escaping @Sendable (Request, Context) async throws -> Void = { _, _ in }
    ) {
        self.inside = inside
        self.gate = gate
        self.observation = observation
        self.rendering = rendering
        self.paths = paths
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        do {
            try RequestAddress.check(request.head, paths)
            try await gate(request, context)
            return Self.completed(try await inside.respond(to: request, context: context), to: request)
        } catch {
            return try await refuse(request, context, error)
        }
    }

    /// A caller learns from `Accept-Encoding` that the coding of its body is not supported. Without the field, a 415 is
    /// about the media type (RFC 9110, section 12.5.3).
    private static func completed(_ response: Response, to request: Request) -> Response {
        guard response.status == .unsupportedMediaType, request.contentCoding != nil else { return response }
        var response = response
        response.headers[.acceptEncoding] = "identity"
        return response
    }

    private func refuse(_ request: Request, _ context: Context, _ error: any Error) async throws -> Response {
        try await observation.handle(request, context: context) { request, context in
            try await rendering.handle(request, context: context) { _, _ in throw error }
        }
    }
}
