import AsyncHTTPClient
import ContractTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// A proxy between an app and the service. It forwards requests, or behaves like a bad network or a busy service.
final class Front: Sendable {
    enum Reaction: Sendable {
        case handOn
        /// The service handles the request, but its answer never arrives.
        case loseAnswer
        /// The service handles the request, but a proxy before it answers for it.
        case replaceAnswer(Int, [String: String] = [:], String = "")
        /// The head of an answer arrives, but not the body that it announces.
        case stallBody
        /// A body of 100 MB.
        case flood
        case answer(Int, [String: String] = [:], String = "")

        static func problem(_ status: Int, _ code: String, _ headers: [String: String] = [:]) -> Reaction {
            let error = #"{"error":{"code":"\#(code)","message":"A sentence.","details":[],"fieldErrors":[]}}"#
            return .answer(status, headers, error)
        }
    }

    struct Received: Sendable {
        let method: String
        let path: String
        let headers: HTTPFields

        var key: String? { headers[.init("Idempotency-Key")!] }
    }

    private struct Lost: Error {}

    private struct State {
        var reactions: [Reaction]
        var received: [Received] = []
    }

    private let service: String
    private let state: Mutex<State>

    fileprivate init(_ service: LiveService, _ reactions: [Reaction]) {
        self.service = "http://127.0.0.1:\(service.publicPort)"
        state = Mutex(State(reactions: reactions))
    }

    var received: [Received] { state.withLock { $0.received } }

    fileprivate func answer(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1 << 20)
        let reaction = state.withLock { state in
            state.received.append(
                Received(method: request.method.rawValue, path: request.uri.path, headers: request.headers))
            return state.reactions.isEmpty ? .handOn : state.reactions.removeFirst()
        }
        switch reaction {
        case .handOn:
            return try await handOn(request, body)
        case .loseAnswer:
            _ = try await handOn(request, body)
            return Response(status: .ok, body: ResponseBody { _ in throw Lost() })
        case .stallBody:
            return Response(status: .ok, body: ResponseBody(contentLength: 600) { _ in
                // Until the front ends.
                for await _ in AsyncStream.makeStream(of: Void.self).stream {}
                throw Lost()
            })
        case .flood:
            return Response(status: .ok, body: ResponseBody { writer in
                for _ in 0..<100 { try await writer.write(ByteBuffer(repeating: 0x20, count: 1_000_000)) }
                try await writer.finish(nil)
            })
        case .replaceAnswer(let status, let headers, let text):
            _ = try await handOn(request, body)
            return answer(status, headers, text)
        case .answer(let status, let headers, let text):
            return answer(status, headers, text)
        }
    }

    private func answer(_ status: Int, _ headers: [String: String], _ text: String) -> Response {
        let fields = HTTPFields(headers.compactMap { name, value in
            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        })
        return Response(
            status: .init(code: status), headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func handOn(_ request: Request, _ body: ByteBuffer) async throws -> Response {
        var copy = HTTPClientRequest(url: service + request.uri.string)
        copy.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers where field.name != .contentLength {
            copy.headers.add(name: field.name.rawName, value: field.value)
        }
        copy.body = .bytes(body)
        let answer = try await HTTPClient.shared.execute(copy, timeout: .seconds(60))
        var headers = HTTPFields()
        for (name, value) in answer.headers where !["content-length", "transfer-encoding"].contains(name.lowercased()) {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        let bytes = try await answer.body.collect(upTo: 1 << 20)
        return Response(
            status: .init(code: Int(answer.status.code)), headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}

/// Runs a front before the service while `work` uses it.
///
/// - Parameters:
///   - reactions: the reactions to the first requests; later requests are forwarded.
///   - work: receives the port at 127.0.0.1.
func withFront(
    of service: LiveService, _ reactions: [Front.Reaction] = [],
    _ work: (_ front: Front, _ port: Int) async throws -> Void
) async throws {
    let front = Front(service, reactions)
    let (ports, tell) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        responder: CallbackResponder<BasicRequestContext> { request, _ in try await front.answer(request) },
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { tell.yield($0.localAddress?.port ?? 0) },
        logger: Logger(label: "front") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await application.run() }
        defer { tasks.cancelAll() }
        guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
        try await work(front, port)
    }
}
