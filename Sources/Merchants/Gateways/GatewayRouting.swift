import HTTPService
import HTTPTypes
import Payments

/// Passes a request to the gateway whose host name it is sent to, or whose name is the first segment of its path. The
/// gateway sees its documented path in both cases.
struct GatewayRouting: Responder {
    private typealias Side = (gateway: GatewayService, responder: any Responder<RequestContext>)

    private let sides: [Side]

    /// - Parameter layers: the steps between a request to a gateway and its operation, the outermost first.
    init(_ gateways: [GatewayService], behind layers: (GatewayService) -> [any Layer<RequestContext>]) {
        sides = gateways.map { ($0, $0.responder(layers($0))) }
    }

    func respond(to request: Request, context: RequestContext) async throws -> Response {
        let host = HostName(request.head.authority ?? "")
        if let side = sides.first(where: { $0.gateway.hosts.contains { $0.contains(host) } }) {
            return try await side.responder.respond(to: request, context: context)
        }
        let (name, rest) = Self.split(request.head.path ?? "")
        guard let side = sides.first(where: { $0.gateway.gateway.name == name }) else {
            throw UnknownGateway(gateways: sides.map(\.gateway), pathPrefix: context.pathPrefix)
        }
        var head = request.head
        head.path = rest
        return try await side.responder.respond(
            to: Request(head: head, body: request.body), context: context.entering(side.gateway.path))
    }

    /// `/stitch/graphql?x` is `stitch` and `/graphql?x`.
    private static func split(_ path: String) -> (name: Substring, rest: String) {
        let inside = path.dropFirst()
        let end = inside.firstIndex { $0 == "/" || $0 == "?" } ?? inside.endIndex
        let rest = inside[end...]
        return (inside[..<end], rest.hasPrefix("/") ? String(rest) : "/" + rest)
    }
}

/// Neither the host nor the path of a request names a gateway.
struct UnknownGateway: Error {
    let gateways: [GatewayService]
    /// The beginning of the gateways' paths.
    let pathPrefix: String
}
