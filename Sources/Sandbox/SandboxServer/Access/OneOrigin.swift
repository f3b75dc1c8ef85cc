import CardServer
import HTTPService
import HTTPTypes

/// Passes the requests of the sandbox's listener to the sandbox, to the card service or to the gateways.
///
/// A web page can only call the origin that it came from, and the console calls all three. A request to the card
/// service or a gateway goes through the same responders as on the other listeners, so it is recorded, counted and
/// struck by faults as there.
struct OneOrigin: Responder {
    /// The sandbox's operations and the console.
    let sandbox: any Responder<ServiceContext>
    let card: any Responder<ServiceContext>
    /// Nil for a service without merchants.
    let merchants: (any Responder<RequestContext>)?
    /// The first segments of the gateways' paths.
    let gateways: Set<String>

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let first = request.target.path.dropFirst().prefix { $0 != "/" }
        if let merchants, gateways.contains(String(first)) {
            return try await merchants.respond(to: Self.withoutToken(request), context: context.base)
        }
        // Only gateways have documented paths with empty segments.
        try RequestAddress.check(request.head, .canonical)
        if Self.cardPaths.contains(first) {
            return try await card.respond(to: Self.withoutToken(request), context: context)
        }
        return try await sandbox.respond(to: request, context: context)
    }

    /// The first segments of the card service's paths that a page needs. Those of the probes and the reference are not
    /// among them, so a caller with the wrong port notices it.
    private static let cardPaths: Set<Substring> = ["digitalwallets", "secure-views"]

    /// The request without the token, which was for the sandbox.
    private static func withoutToken(_ request: Request) -> Request {
        var head = request.head
        head.headerFields[.sandboxToken] = nil
        return Request(head: head, body: request.body)
    }
}
