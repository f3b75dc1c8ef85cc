import Foundation
import HTTPContract
import HTTPTypes
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HTTPService

@Suite("The log line of a request")
struct RequestLogTests {
    private static let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    /// The log of one request to a page, whose handler names the caller.
    private static func log(
        of path: String, _ headers: HTTPFields = [:], record: RequestRecord?,
        _ handler: @escaping @Sendable (RequestContext) -> Void = { _ in }
    ) async throws -> String {
        let written = Lines()
        let logger = Logger(label: "test") { label in
            JSONLogHandler(label: label, now: { Date(timeIntervalSince1970: 0) }, write: written.add)
        }
        let router = Router<RequestContext>()
        router.get("/customers/{customerId}") { _, context in
            handler(context)
            return Response(status: .ok)
        }
        let observation = RequestObservation<RequestContext>(metrics: NOOPMetricsHandler.instance, makeID: { "r1" })
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "a", path: path, headerFields: headers),
            body: .whole(ByteBuffer()))
        _ = try await router.responder(behind: [observation, NotFoundRendering()]).respond(
            to: request, context: RequestContext(channel: EmbeddedChannel(), logger: logger, record: record))
        return written.text
    }

    @Test("It has the ids of the request, the trace and the client, and the route instead of the path")
    func line() async throws {
        let text = try await Self.log(
            of: "/customers/10000001?name=Ivana", [.traceParent: Self.trace], record: RequestRecord()
        ) { $0.record?.identify(client: "app", brand: "demo") }
        let expected =
            #"{"timestamp":"1970-01-01T00:00:00.000Z","level":"info","label":"test","message":"request","#
            + #""brand":"demo","clientId":"app","method":"GET","milliseconds":0,"requestId":"r1","#
            + #""route":"/customers/{customerId}","status":200,"traceId":"0af7651916cd43dd8448eb211c80319c"}"#
        #expect(text.replacing(/"milliseconds":[0-9.]+/, with: #""milliseconds":0"#) == expected + "\n")
    }

    @Test("A request without a route, a caller and a valid trace says so, and shows its path without the query")
    func unknown() async throws {
        let headers: HTTPFields = [.traceParent: Self.trace.uppercased()]
        let text = try await Self.log(of: "/customer/10000001?name=Ivana", headers, record: RequestRecord())
        #expect(text.contains(#""path":"/customer/10000001","requestId":"r1","route":"none","status":404}"#))
        for absent in ["Ivana", "traceId", "clientId", "brand"] { #expect(!text.contains(absent)) }
    }

    @Test("A path that may hold a secret, or that is too long, is not shown", arguments: [
        "/cards/4761732583296743", "/cards/4761-7325-8329-6743/x", "/4761/7325/8329/6743", "/%34761732583296743",
        "/cards/4761739012345678", "/views/\(String(repeating: "Zm9v", count: 11))",
        String(repeating: "/cards", count: 43),
    ])
    func secretive(path: String) async throws {
        let text = try await Self.log(of: path, record: RequestRecord())
        #expect(text.contains(#""route":"none","status":404}"#))
        #expect(!text.contains(#""path""#), "\(text)")
    }

    @Test("It is not written if requests are not logged, but other lines have the trace")
    func unlogged() async throws {
        #expect(try await Self.log(of: "/customers/1", record: nil).isEmpty)
        let text = try await Self.log(of: "/customers/1", [.traceParent: Self.trace], record: nil) { context in
            context.logger.notice("something happened")
            #expect(TraceParent.current?.text == Self.trace, "calls that belong to the request pass it on")
        }
        #expect(text.hasSuffix(
            #""message":"something happened","requestId":"r1","traceId":"0af7651916cd43dd8448eb211c80319c"}"# + "\n"))
        #expect(TraceParent.current == nil)
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[[UInt8]]>([])

        var text: String { lines.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined() }

        @Sendable func add(_ line: [UInt8]) { lines.withLock { $0.append(line) } }
    }

    private struct NotFoundRendering: Layer {
        func handle(
            _ request: Request, context: RequestContext,
            next: @Sendable (Request, RequestContext) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch is NoRoute {
                return Response(status: .notFound)
            }
        }
    }
}
