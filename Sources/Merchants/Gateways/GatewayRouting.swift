import HTTPService
import HTTPTypes
import Payments

/// Leads a request to the gateway whose host name it is sent to, or whose name is the first segment of its path. The
/// gateway sees its documented path in both cases.
struct GatewayRouting: Responder {
    let gateways: [GatewayService]

    func respond(to request: Request, context: MerchantsContext) async throws -> Response {
        let host = HostName(request.head.authority ?? "")
        if let gateway = gateways.first(where: { $0.hosts.contains { $0.contains(host) } }) {
            return try await gateway.respond(to: request, context.base)
        }
        let (name, rest) = Self.split(request.head.path ?? "")
        guard let gateway = gateways.first(where: { $0.gateway.name == name }) else {
            throw UnknownGateway(gateways: gateways)
        }
        var head = request.head
        head.path = rest
        var base = context.base
        base.pathPrefix += gateway.path
        return try await gateway.respond(to: Request(head: head, body: request.body), base)
    }

    /// `/stitch/graphql?x` is `stitch` and `/graphql?x`.
    private static func split(_ path: String) -> (name: Substring, rest: String) {
        let inside = path.dropFirst()
        let end = inside.firstIndex { $0 == "/" || $0 == "?" } ?? inside.endIndex
        let rest = inside[end...]
        return (inside[..<end], rest.hasPrefix("/") ? String(rest) : "/" + rest)
    }
}

/// A request of the merchants' side before its gateway is known.
package struct MerchantsContext: ServiceRequestContext {
    package var base: RequestContext

    package init(_ base: RequestContext) { self.base = base }
}

/// Neither the host nor the path of a request names a gateway.
struct UnknownGateway: Error {
    let gateways: [GatewayService]
}
