import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOSSL
import ServiceLifecycle
import Synchronization

/// A webhook endpoint on a real socket. It records every request byte for byte and gives the answers that the test
/// chooses.
public final class WebhookReceiver: Sendable {
    public struct Received: Sendable {
        public let head: HTTPRequest
        public let body: [UInt8]

        public var text: String { String(decoding: body, as: UTF8.self) }

        public subscript(name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }

        public func member(_ name: String) -> String? {
            let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            return object?[name] as? String
        }
    }

    public enum Reaction: Sendable {
        case status(Int)
        /// Answers with 200 and this body.
        case answer(String)
        /// Does not answer until the test is over.
        case hang
        /// Answers with a redirect.
        case redirect(to: String)
        /// Answers with success, then sends a body until the test is over.
        case babble
    }

    private struct State {
        var reactions: [Reaction]
        var received: [Received] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    /// - Parameter reactions: the answers to the first requests; later requests get 204.
    fileprivate init(_ reactions: [Reaction]) {
        state = Mutex(State(reactions: reactions))
    }

    public var received: [Received] { state.withLock { $0.received } }

    /// Waits until this many requests have arrived, and returns all requests so far.
    public func received(_ count: Int) async -> [Received] {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.received.count < count else { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
        return received
    }

    fileprivate func answer(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1 << 20)
        let (reaction, waiting) = state.withLock { state in
            state.received.append(Received(head: request.head, body: Array(body.readableBytesView)))
            let count = state.received.count
            let ready = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return (state.reactions.isEmpty ? .status(204) : state.reactions.removeFirst(), ready)
        }
        for (_, continuation) in waiting { continuation.resume() }
        switch reaction {
        case .status(let code):
            return Response(status: .init(code: code))
        case .answer(let text):
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        case .redirect(let location):
            return Response(status: .temporaryRedirect, headers: [.location: location])
        case .hang:
            await Self.untilTheEnd()
            return Response(status: .ok)
        case .babble:
            // Each write is larger than the connection accepts at once, so it waits until the event loop has checked
            // its sockets. Small writes would keep the loop so busy that it never notices that the client has
            // disconnected.
            let words = ByteBuffer(repeating: UInt8(ascii: "a"), count: 1 << 20)
            return Response(status: .ok, body: ResponseBody { writer in
                while !Task.isCancelled { try await writer.write(words) }
            })
        }
    }

    /// Waits on a stream without elements. The stream ends when the task is cancelled.
    private static func untilTheEnd() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
    }
}

/// Runs a receiver while `work` makes the service send to it.
///
/// - Parameters:
///   - isEncrypted: whether it uses TLS, as the host ``TestCertificate/host``.
///   - work: receives the port at 127.0.0.1.
public func withWebhookReceiver<Result: Sendable>(
    _ reactions: [WebhookReceiver.Reaction] = [], isEncrypted: Bool = false,
    _ work: (_ receiver: WebhookReceiver, _ port: Int) async throws -> Result
) async throws -> Result {
    let receiver = WebhookReceiver(reactions)
    let responder = CallbackResponder<BasicRequestContext> { request, _ in try await receiver.answer(request) }
    let (ports, tell) = AsyncStream.makeStream(of: Int.self)
    let server: HTTPServerBuilder =
        isEncrypted ? try .tls(.http1(), tlsConfiguration: TestCertificate.server()) : .http1()
    let application = Application(
        responder: responder, server: server, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { tell.yield($0.localAddress?.port ?? 0) },
        logger: Logger(label: "receiver") { _ in SwiftLogNoOpLogHandler() })
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await application.run() }
        defer { tasks.cancelAll() }
        guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
        return try await work(receiver, port)
    }
}

/// A self-signed certificate for tests, valid for a hundred years.
public enum TestCertificate {
    public static let host = "hooks.test"

    public static func authority() throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem)
    }

    static func server() throws -> TLSConfiguration {
        let key = try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem)
        return .makeServerConfiguration(
            certificateChain: [.certificate(try authority())], privateKey: .privateKey(key))
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBRTCB66ADAgECAgEHMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCmhvb2tzLnRl
        c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBUxEzARBgNVBAMM
        Cmhvb2tzLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATT6QLPVm0yMBeR
        sA0GS7exHIo/uAj/Y7D7NXnvmYzUjBP35PmgBOxw0v1/L+f1jOhc9jFHE03PLlLR
        jep1rQfSoyowKDAVBgNVHREEDjAMggpob29rcy50ZXN0MA8GA1UdEwEB/wQFMAMB
        Af8wCgYIKoZIzj0EAwIDSQAwRgIhAKRha8o0O+ZPLUuWijHWswZFi8h+HK7WAOOM
        RWN3cmE/AiEA01ekKNltC3nrk5y/e2jQbK2YyRF0JK77YlpFNv3XF3I=
        -----END CERTIFICATE-----
        """

    private static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1EEi/DZbDoxsGEPR
        MLR/XSYAClxeihTZeFu5uFMXuNOhRANCAATT6QLPVm0yMBeRsA0GS7exHIo/uAj/
        Y7D7NXnvmYzUjBP35PmgBOxw0v1/L+f1jOhc9jFHE03PLlLRjep1rQfS
        -----END PRIVATE KEY-----
        """
}
