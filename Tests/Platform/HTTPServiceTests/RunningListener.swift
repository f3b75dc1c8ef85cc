import Foundation
import HTTPTypes
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Synchronization
import TestSupport

@testable import HTTPService

/// A listener on a real socket, which answers every request with 200 and no body.
final class RunningListener: Sendable {
    private final class Record: Sendable {
        let channels = Mutex<[any Channel]>([])
    }

    private let record = Record()
    private let group: ServiceGroup
    private let running: Task<Void, any Error>
    private let port: Int
    private let drained: AsyncStream<Void>.Continuation

    /// - Parameter drains: whether the listener still accepts and answers between ``beginEnd()`` and ``end()``.
    init(drains: Bool = false) async throws {
        let (ports, tell) = AsyncStream.makeStream(of: Int.self)
        let (drainTime, drained) = AsyncStream.makeStream(of: Void.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let door = Door(
            to: Router<RequestContext>().responder(),
            observation: RequestObservation<RequestContext>(metrics: NOOPMetricsHandler.instance, makeID: { "1" }),
            rendering: ErrorsAsTheyAre())
        let address = ListenerAddress(host: "127.0.0.1", port: 0) { tell.yield($0) }
        var listener = Listener("test", at: address, door, logger: logger)
        listener.answer = { [record] _, channel in
            record.channels.withLock { $0.append(channel) }
            return Response(status: .ok)
        }
        let listeners = ListenerGroup([listener]) { if drains { for await _ in drainTime {} } }
        let group = ServiceGroup(configuration: .init(services: [.init(service: listeners)], logger: logger))
        self.group = group
        self.drained = drained
        running = Task { try await group.run() }
        port = await ports.first { _ in true } ?? 0
    }

    /// The number of requests that were answered.
    var answered: Int { record.channels.withLock(\.count) }
    /// The number of connections that sent a request.
    var connections: Int { record.channels.withLock { Set($0.map { ObjectIdentifier($0) }).count } }
    /// The connection of the latest request.
    var channel: (any Channel)? { record.channels.withLock(\.last) }

    func client() throws -> SocketClient { try SocketClient(port: port) }

    func beginEnd() async { await group.triggerGracefulShutdown() }

    func end() async throws {
        await beginEnd()
        drained.finish()
        try await running.value
    }

    private struct ErrorsAsTheyAre: Layer {
        func handle(
            _ request: Request, context: RequestContext,
            next: @Sendable (Request, RequestContext) async throws -> Response
        ) async throws -> Response { try await next(request, context) }
    }
}

/// A client that keeps its connection.
struct SocketClient: Sendable {
    private let socket: CInt

    init(port: Int) throws { socket = try ClientSocket.connect(to: port) }

    func send(_ path: String) {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        _ = Foundation.send(socket, request, request.count, CInt(MSG_NOSIGNAL))
    }

    /// The head of the next response; empty if the listener has closed its side, and nil after a reset.
    func answer() async -> String? { await ClientSocket.inThread { read() } }

    /// Sends one request after another, and closes the connection after the listener. Returns all responses, and the
    /// end as ``answer()`` does.
    func converse() async -> [String?] {
        await ClientSocket.inThread {
            var answers: [String?] = []
            var answer: String?
            repeat {
                send("/")
                answer = read()
                answers.append(answer)
            } while answer?.isEmpty == false
            close()
            return answers
        }
    }

    func close() { _ = Foundation.close(socket) }

    private func read() -> String? {
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(socket, &part, part.count, 0)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            text += part.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
