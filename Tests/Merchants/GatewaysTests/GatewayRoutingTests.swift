import HTTPService
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Payments
import Postgres
import Testing

@testable import Gateways

@Suite("Routing of a request to its gateway")
struct GatewayRoutingTests {
    private static let routing = GatewayRouting([
        gateway("cardpointe", "*.cardconnect.com", "fts-uat"),
        gateway("stitch", "api.stitch.money", "secure.stitch.money"),
    ]) { _ in [] }

    @Test("A gateway is found by host name or by the first segment of the path, and sees its own path", arguments: [
        ("fts-uat.cardconnect.com", "/cardconnect/rest/auth", "cardpointe /cardconnect/rest/auth"),
        ("fts-uat:6443", "/cardconnect/rest/auth", "cardpointe /cardconnect/rest/auth"),
        ("FTS.CardConnect.com:6443", "/cardconnect/rest/", "cardpointe /cardconnect/rest/"),
        ("api.stitch.money", "/graphql?x=1", "stitch /graphql?x=1"),
        ("secure.stitch.money.", "/stitch/graphql", "stitch /stitch/graphql"),
        ("127.0.0.1:8082", "/stitch/graphql?x=/cardpointe", "stitch /graphql?x=/cardpointe below /stitch"),
        ("localhost", "/cardpointe/cardsecure/api/v1/echo", "cardpointe /cardsecure/api/v1/echo below /cardpointe"),
        ("localhost", "/cardpointe", "cardpointe / below /cardpointe"),
        ("localhost", "/stitch?x", "stitch /?x below /stitch"),
    ])
    func found(host: String, path: String, expected: String) async throws {
        let response = try await Self.respond(host, path)
        #expect(String(buffer: response.body) == expected)
    }

    @Test("Other hosts and paths find no gateway", arguments: [
        ("cardconnect.com", "/cardconnect/rest/auth"), ("a.b.cardconnect.com", "/"), (".cardconnect.com", "/"),
        ("evilcardconnect.com", "/"), ("www.stitch.money", "/graphql"), ("localhost", "/"), ("localhost", "/Stitch/x"),
        ("localhost", "/stitchx/graphql"), ("localhost", "/x/stitch"), ("localhost", "/graphql"),
    ])
    func unknown(host: String, path: String) async throws {
        await #expect(throws: UnknownGateway.self) { _ = try await Self.respond(host, path) }
    }

    private static func respond(_ host: String, _ path: String) async throws -> Response {
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
        let base = RequestContext(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        return try await routing.respond(
            to: Request(head: head, body: .whole(ByteBuffer())), context: base)
    }

    private static func gateway(_ name: StaticString, _ hosts: String...) -> GatewayService {
        Described(gateway: Gateway(name), hosts: hosts.map(HostPattern.init)).mirrored()
    }
}

/// A gateway that answers with its name and the path that it gets.
private struct Described: GatewayDefinition {
    let title = "Described"
    let tables = SchemaPart("")
    let distribution = Distribution()
    let gateway: Gateway
    let hosts: [HostPattern]
    let wallets: [AcceptedWallet] = []
    let example = ChosenCredential(name: "shop", secret: "secret")

    func service(with means: GatewayMeans) -> GatewayService { mirrored() }

    func mirrored() -> GatewayService {
        GatewayService(
            self, operations: [],
            messages: GatewayMessages(codes: [], codesIn: { _ in [] }, outage: { Response(status: $0) }),
            answering: { [gateway] _ in Mirror(name: gateway.name) },
            enrolling: { _, _, _ in GatewayEnrolment([], storedBy: []) })
    }
}

/// Answers with the gateway's name and the path that it got.
private struct Mirror: Responder {
    let name: String

    func respond(to request: Request, context: RequestContext) async throws -> Response {
        let path = request.head.path ?? ""
        let prefix = context.pathPrefix
        return Response(
            status: .ok, body: ByteBuffer(string: "\(name) \(path)" + (prefix.isEmpty ? "" : " below \(prefix)")))
    }
}
