import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Issuing
import NIOCore
import Synchronization

/// Records requests and responses. Probes are left out.
struct RequestRecording: RouterMiddleware {
    let journal: RequestJournal
    let coverage: CoverageCounter
    let clock: ServiceClock

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard !ProbePaths.contains(request.uri.path) else { return try await next(request, context) }
        let operation = Operations.all.asked(by: request.method, request.uri.path)
        let (readable, body) = try await request.readAhead(for: operation)
        let (time, begun) = (clock.now(), ContinuousClock.now)
        var response = try await next(readable, context)
        let milliseconds = (ContinuousClock.now - begun) / Duration.milliseconds(1)
        let isJSON = response.headers[.contentType] == "application/json"
        let answer = isJSON ? try await response.readBack() : nil
        // A response that no operation declares is shown only if it is an error.
        let undeclared = response.status.code >= 400 ? Masking.answer : { _ in .hidden }
        let masked = answer.flatMap { operation?.masked(answer: $0) ?? undeclared($0) }
        let identity = try? context.authentication?.get()
        let faults = response.headers[.fault]
        let isAnswered = faults?.contains(Fault.Kind.connectionReset.rawValue) != true
        coverage.count(operation, status: isAnswered ? response.status.code : nil, code: masked?.errorCode)
        journal.add(
            RecordedRequest(
                time: time, method: request.method.rawValue, path: Masking.path(request.uri.path),
                operation: operation, customer: identity?.customer ?? operation?.customer(in: request.uri.path),
                query: request.shownQuery(of: operation), headers: request.shownHeaders(identity),
                body: .init(body.flatMap { operation?.masked(body: $0) }, of: body?.count ?? request.bodyLength),
                status: isAnswered ? response.status.code : nil,
                answer: isAnswered ? .init(masked, of: answer?.count ?? response.body.contentLength ?? 0) : .nothing,
                code: masked?.errorCode, requestID: context.requestID, milliseconds: milliseconds, faults: faults))
        return response
    }
}

extension Request {
    /// This request with its body already read, and the body; nil if no operation would read it. If the body is too
    /// long or broken, the operation finds that out when it reads the body.
    fileprivate func readAhead(for operation: HTTPContract.Operation?) async throws -> (Request, [UInt8]?) {
        guard let limit = operation?.bodyLimitBytes, bodyLength <= limit else { return (self, nil) }
        do {
            let buffer = try await body.collect(upTo: limit)
            return (Request(head: head, body: .init(buffer: buffer)), Array(buffer.readableBytesView))
        } catch {
            return (Request(head: head, body: .init(asyncSequence: Unreadable(error: error))), nil)
        }
    }

    /// The length in the request's `Content-Length`; 0 if there is none.
    fileprivate var bodyLength: Int { headers[.contentLength].flatMap { Int($0) } ?? 0 }

    fileprivate func shownQuery(of operation: HTTPContract.Operation?) -> [RecordedRequest.Field] {
        guard let operation, let query = uri.query else { return [] }
        return operation.masked(query: query).map { .init(name: $0.name, value: $0.value) }
    }

    /// The header fields that an operation reads or that identify the client. For a proof, only its presence is
    /// recorded.
    fileprivate func shownHeaders(_ identity: Identity?) -> [RecordedRequest.Field] {
        let shown = Self.shownHeaders.flatMap { name in
            headers[values: name].map { RecordedRequest.Field(name: name.rawName, value: Masking.text($0)) }
        }
        let proofs = [HTTPField.Name.scaAuthorization, .scaDevice].filter(headers.contains)
        let authorization = headers[.authorization].map { text in
            let scheme = text.split(separator: " ").first.map { $0.lowercased() }
            let kind = scheme == "basic" ? "Basic" : scheme == "bearer" ? "Bearer" : "hidden"
            return kind == "Bearer" ? "Bearer \(identity?.subject.name ?? "nobody")" : kind
        }
        return shown + proofs.map { .init(name: $0.rawName, value: "present") }
            + (authorization.map { [.init(name: HTTPField.Name.authorization.rawName, value: $0)] } ?? [])
    }

    private static let shownHeaders: [HTTPField.Name] = [
        .accept, .contentType, .userAgent, .idempotencyKey, .walletVersion, .walletPlatform, .partnerApplicationVersion,
    ]
}

extension Response {
    /// The body of this response, which remains readable afterwards.
    fileprivate mutating func readBack() async throws -> [UInt8] {
        let copy = BodyCopy()
        try await body.write(copy)
        let buffer = copy.buffer
        body = ResponseBody(byteBuffer: buffer)
        return Array(buffer.readableBytesView)
    }
}

/// A body that is too long or broken. Its operation gets the error when it reads the body.
private struct Unreadable: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let error: any Error

    func makeAsyncIterator() -> Unreadable { self }

    mutating func next() async throws -> ByteBuffer? { throw error }
}

private final class BodyCopy: ResponseBodyWriter, Sendable {
    private let copy = Mutex(ByteBuffer())

    var buffer: ByteBuffer { copy.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        copy.withLock { copy in _ = copy.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Identity {
    fileprivate var customer: String? {
        if case .customer(let id) = subject { id.description } else { nil }
    }
}

extension Identity.Subject {
    fileprivate var name: String {
        switch self {
        case .configuration: "client"
        case .business: "business"
        case .customer(let id): "customer \(id)"
        }
    }
}

extension HTTPContract.Operation {
    fileprivate func customer(in path: String) -> String? {
        parameters(in: Masking.path(path)).first { $0.name == "customerId" }?.value
    }
}

extension JSONValue {
    /// The code of a problem, or of an OAuth error.
    fileprivate var errorCode: String? {
        guard case .object(let object) = self else { return nil }
        switch object["error"] {
        case .string(let code): return code
        case .object(let error):
            guard case .string(let code) = error["code"] else { return nil }
            return code
        default: return nil
        }
    }
}
