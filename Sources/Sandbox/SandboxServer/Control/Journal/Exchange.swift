import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import HummingbirdCore
import NIOCore

/// A request and its response, as they were sent. It contains secrets; ``recorded`` does not.
///
/// It keeps neither the connection nor the stream of the body, which would outlive the request in the journal.
struct Exchange: Sendable {
    private let head: HTTPRequest
    private let operation: HTTPContract.Operation?
    private let identity: Identity?
    private let requestID: String
    /// Nil if the body was not read.
    private let body: ByteBuffer?
    private let answer: ByteBuffer?
    private let answerLength: Int
    private let answerStatus: HTTPResponse.Status
    private let faults: String?
    private let time: Date
    private let duration: Duration

    /// - Parameter answer: the body of the response; nil if it is not JSON.
    init(
        _ request: Request, body: ByteBuffer?, _ response: Response, answer: ByteBuffer?, in context: ServiceContext,
        at time: Date, taking duration: Duration
    ) {
        head = request.head
        operation = context.operation
        identity = try? context.authentication?.get()
        requestID = context.requestID
        self.body = body
        self.answer = answer
        answerLength = answer?.readableBytes ?? response.body.contentLength ?? 0
        answerStatus = response.status
        faults = response.headers[.fault]
        self.time = time
        self.duration = duration
    }

    /// Nil if the connection was reset.
    var status: Int? { isAnswered ? answerStatus.code : nil }

    private var isAnswered: Bool { faults?.contains(Fault.Kind.connectionReset.rawValue) != true }

    /// The approximate size in memory.
    var sizeBytes: Int {
        let fields = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32 }
        let bodies = (body?.readableBytes ?? 0) + (answer?.readableBytes ?? 0)
        return 1024 + (head.path?.utf8.count ?? 0) + fields + bodies
    }

    /// The request and its response without any secret; see `Masking`.
    var recorded: RecordedRequest {
        let (body, answer) = (body.map { Array($0.readableBytesView) }, answer.map { Array($0.readableBytesView) })
        // A response that no operation declares is shown only if it is an error.
        let undeclared = answerStatus.code >= 400 ? Masking.answer : { _ in .hidden }
        let masked = answer.flatMap { operation?.masked(answer: $0) ?? undeclared($0) }
        let target = URI(head.path ?? "")
        return RecordedRequest(
            time: time, method: head.method.rawValue, path: Masking.path(target.path), operation: operation,
            customer: identity?.customer ?? operation?.customer(in: target.path), query: shownQuery(target.query),
            headers: shownHeaders,
            body: .init(body.flatMap { operation?.masked(body: $0) }, of: body?.count ?? head.bodyLength),
            status: status, answer: isAnswered ? .init(masked, of: answerLength) : .nothing, code: masked?.errorCode,
            requestID: requestID, milliseconds: duration / Duration.milliseconds(1), faults: faults)
    }

    private func shownQuery(_ query: String?) -> [RecordedRequest.Field] {
        guard let operation, let query else { return [] }
        return operation.masked(query: query).map { .init(name: $0.name, value: $0.value) }
    }

    /// The header fields that an operation reads or that identify the client. For a proof, only its presence is
    /// recorded.
    private var shownHeaders: [RecordedRequest.Field] {
        let headers = head.headerFields
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

extension HTTPRequest {
    /// The length in its `Content-Length`; 0 if there is none.
    var bodyLength: Int { headerFields[.contentLength].flatMap { Int($0) } ?? 0 }
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
