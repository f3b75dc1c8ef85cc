import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore

/// A request and its response, as they were sent, but without proofs of identity.
///
/// It does not hold the connection, the stream of the body or the buffer that the body arrived in, which would
/// otherwise stay in memory with the journal.
struct Exchange: Sendable {
    private let method: HTTPRequest.Method
    private let target: String
    private let headers: [RecordedRequest.Field]
    private let bodyLength: Int
    private let call: RecordedCall
    /// Nil if the body was not read.
    private let body: ByteBuffer?
    /// Nil if the response is not JSON.
    private let answer: ByteBuffer?
    private let answerLength: Int
    private let answerStatus: HTTPResponse.Status
    private let explanation: String?
    private let faults: String?
    private let tool: Caller.Tool?
    private let time: Date
    private let duration: Duration

    /// - Parameter body: the body of the request; nil if it was not read.
    init(
        _ request: Request, body: ByteBuffer?, _ response: Response, to call: RecordedCall, at time: Date,
        taking duration: Duration
    ) {
        method = request.method
        target = request.head.path ?? ""
        headers = Self.shownHeaders(of: request, call)
        bodyLength = request.head.bodyLength
        self.call = call
        self.body = body.map { ByteBuffer(bytes: $0.readableBytesView) }
        answer = response.headers[.contentType] == "application/json" ? response.body : nil
        answerLength = response.body.readableBytes
        answerStatus = response.status
        explanation = response.explanation
        faults = response.headers[.fault]
        tool = Caller.currentTool
        self.time = time
        self.duration = duration
    }

    /// Nil if the connection was reset.
    var status: Int? { isAnswered ? answerStatus.code : nil }

    private var isAnswered: Bool { faults?.contains(Fault.Kind.connectionReset.rawValue) != true }

    /// Whether the exchange may contain a secret: errors may repeat a mistyped value, and some operations have members
    /// for secrets. A member's name that is written with escapes counts as one of them.
    var mayHoldSecret: Bool {
        guard answerStatus.code < 400, let operation = call.operation,
            let names = call.service.secretMembers[operation.name]
        else {
            return true
        }
        guard !names.isEmpty, let body else { return false }
        return body.withUnsafeReadableBytes { bytes in
            bytes.contains(UInt8(ascii: "\\")) || names.contains { Self.finds($0, in: bytes) }
        }
    }

    private static func finds(_ name: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = name.first, bytes.count >= name.count else { return false }
        for start in 0...bytes.count - name.count where bytes[start] == first {
            if bytes[start..<start + name.count].elementsEqual(name) { return true }
        }
        return false
    }

    /// The approximate size in memory.
    var sizeBytes: Int {
        let fields = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
        let bodies = (body?.readableBytes ?? 0) + (answer?.readableBytes ?? 0)
        return 1024 + target.utf8.count + fields + bodies
    }

    /// The facts about the exchange that fit in one line, and need no reading of a body.
    struct Outline {
        let method: String
        let path: String
        let operation: String?
        let gateway: String?
        let requestID: String
        let subject: String?
        let time: Date
        let milliseconds: Double
        let faults: String?
        let tool: Caller.Tool?
    }

    var outline: Outline {
        let path = RequestTarget(target).path
        return Outline(
            method: method.rawValue, path: call.masked(path: path), operation: call.operation?.name,
            gateway: call.service.gateway, requestID: call.requestID, subject: subject(in: path), time: time,
            milliseconds: duration / Duration.milliseconds(1), faults: faults, tool: tool)
    }

    /// The subject of the token, or the one in the path.
    private func subject(in path: String) -> String? {
        if let subject = call.subject { return subject }
        let parameters = call.operation?.parameters(in: Masking.path(path)) ?? []
        return parameters.first { $0.name == RecordedRequest.subjectName }?.value
    }

    /// The request and its response without any secret; see `Masking`.
    var recorded: RecordedRequest {
        let (body, answer) = (body.map { Array($0.readableBytesView) }, answer.map { Array($0.readableBytesView) })
        // A response that no operation declares is shown only if it is an error.
        let undeclared = answerStatus.code >= 400 ? Masking.answer : { _ in .hidden }
        let masked = answer.flatMap { call.masked(answer: $0) ?? undeclared($0) }
        let target = RequestTarget(target)
        return RecordedRequest(
            time: time, method: method.rawValue, path: call.masked(path: target.path), operation: call.operation,
            gateway: call.service.gateway,
            subject: subject(in: target.path),
            query: shownQuery(target.query), headers: headers,
            body: .init(body.flatMap { call.masked(body: $0) }, of: body?.count ?? bodyLength),
            tool: tool, status: status, answer: isAnswered ? .init(masked, of: answerLength) : .nothing,
            codes: codes(in: masked), explanation: explanation, requestID: call.requestID,
            milliseconds: duration / Duration.milliseconds(1), faults: faults)
    }

    /// Codes are no secrets, so masking leaves them as they are.
    private func codes(in answer: JSONValue?) -> [String] {
        answer.map(call.service.codesIn) ?? []
    }

    private func shownQuery(_ query: String?) -> [RecordedRequest.Field] {
        guard let operation = call.operation, let query else { return [] }
        return operation.masked(query: query).map { .init(name: $0.name, value: $0.value) }
    }

    /// The header fields that an operation reads or that identify the client. For a proof, only its presence is
    /// recorded.
    private static func shownHeaders(of request: Request, _ call: RecordedCall) -> [RecordedRequest.Field] {
        var shown: [(place: Int, field: RecordedRequest.Field)] = []
        for field in request.headers {
            guard let place = call.service.shownHeaders.firstIndex(of: field.name) else { continue }
            let value =
                switch field.name {
                case .authorization: kind(ofAuthorization: field.value, call)
                case let name where call.service.proofs.contains(name): "present"
                default: Masking.text(field.value)
                }
            shown.append((place, .init(name: call.service.shownHeaders[place].rawName, value: value)))
        }
        return shown.sorted { $0.place < $1.place }.map(\.field)
    }

    private static func kind(ofAuthorization text: String, _ call: RecordedCall) -> String {
        let end = text.utf8.firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
        return switch text[..<end].lowercased() {
        case "basic": "Basic"
        case "bearer": call.bearer.map { "Bearer \($0)" } ?? "Bearer"
        default: "hidden"
        }
    }
}

extension HTTPRequest {
    /// The length in its `Content-Length`; 0 if there is none.
    var bodyLength: Int { headerFields[.contentLength].flatMap { Int($0) } ?? 0 }
}
