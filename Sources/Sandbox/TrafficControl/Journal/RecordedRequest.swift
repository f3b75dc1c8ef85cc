import Foundation
import HTTPContract
import HTTPService
import HTTPTypes

import struct HTTPContract.Operation

/// A request in the journal, without any secret; see `Masking`.
package struct RecordedRequest: Sendable {
    /// The request's number, counted from 1 since the journal began.
    var number = 0
    /// The time by the service's clock.
    let time: Date
    let method: String
    let path: String
    /// Nil if the request is for no operation.
    let operation: Operation?
    /// The name of the gateway; nil for a request to the service that the gateways stand beside.
    let gateway: String?
    /// The subject of the token, or the one in the path.
    let subject: String?
    let query: [Field]
    let headers: [Field]
    let body: Content
    /// The tool that has sent it; nil if a client has.
    let tool: Caller.Tool?
    /// Nil if the connection was reset.
    let status: Int?
    let answer: Content
    /// The error code of the response, or the codes in the answer of a gateway.
    let codes: [String]
    /// Why a proof of authentication was not accepted, which the response does not say.
    let explanation: String?
    let requestID: String
    let milliseconds: Double
    /// The names of the faults in the response's header.
    let faults: String?

    struct Field: Sendable {
        let name: String
        let value: String
    }

    /// The part of a body that is kept.
    enum Content: Sendable {
        case nothing
        case json([UInt8])
        /// The body could not be read, or is too long to keep.
        case length(Int)

        static let limitBytes = 64 * 1024

        init(_ value: JSONValue?, of byteCount: Int) {
            let bytes = byteCount == 0 ? nil : value?.jsonBytes
            self = bytes.map { $0.count <= Self.limitBytes ? .json($0) : .length(byteCount) } ?? .length(byteCount)
            if byteCount == 0 { self = .nothing }
        }

        var value: JSONValue? {
            if case .json(let bytes) = self { try? JSONValue(parsing: bytes) } else { nil }
        }

        fileprivate var sizeBytes: Int {
            if case .json(let bytes) = self { bytes.count } else { 0 }
        }
    }

    /// The first code in the response.
    var code: String? { codes.first }

    /// The approximate size in memory.
    var sizeBytes: Int {
        let fields = (query + headers).map { $0.name.utf8.count + $0.value.utf8.count + 32 }
        return 512 + path.utf8.count + fields.reduce(0, +) + body.sizeBytes + answer.sizeBytes
    }
}

extension RecordedRequest: JSONWritable, AnswerValue {
    package static var kind: ObjectSchema.Kind { .anything }

    package func write(to json: inout JSONWriter) { JSONValue.object(tree).write(to: &json) }

    /// The request as one object, for listing and for comparison by `verify`.
    var tree: JSONObject {
        var members: [(String, JSONValue?)] = [
            ("number", .number(String(number))),
            ("time", .string(Timestamp(time).description)),
            ("gateway", gateway.map { .string($0) }),
            ("operation", operation.map { .string($0.name) }),
            ("method", .string(method)),
            ("path", .string(path)),
            ("pathParameters", parameters.isEmpty ? nil : .object(JSONObject(parameters))),
            ("query", query.isEmpty ? nil : Self.object(query)),
            ("headers", Self.object(headers)),
            (Self.subjectName, subject.map { .string($0) }),
            ("tool", tool.map { .string($0.rawValue) }),
        ]
        members += Self.members(of: body, named: "body")
        members += [
            ("status", status.map { .number(String($0)) }), ("code", code.map { .string($0) }),
            ("explanation", explanation.map { .string($0) }),
        ]
        members += Self.members(of: answer, named: "answer")
        members += [
            ("requestId", .string(requestID)),
            ("milliseconds", .number(String((milliseconds * 100).rounded() / 100))),
            ("fault", faults.map { .string($0) }),
        ]
        return JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// The name of its member with the subject, and of the path's parameter that names one.
    static let subjectName = "customerId"

    /// The names of its members.
    static let memberNames = [
        "number", "time", "gateway", "operation", "method", "path", "pathParameters", "query", "headers", subjectName,
        "tool", "body", "bodyBytes", "status", "code", "explanation", "answer", "answerBytes", "requestId",
        "milliseconds", "fault",
    ]

    private var parameters: [(String, JSONValue)] {
        operation?.parameters(in: path).map { ($0.name, .string($0.value)) } ?? []
    }

    /// A field that was sent several times appears once, with commas between the values.
    private static func object(_ fields: [Field]) -> JSONValue {
        var values: [(name: String, value: String)] = []
        for field in fields {
            if let index = values.firstIndex(where: { $0.name == field.name }) {
                values[index].value += ",\(field.value)"
            } else {
                values.append((field.name, field.value))
            }
        }
        return .object(JSONObject(values.map { ($0.name, .string($0.value)) }))
    }

    private static func members(of content: Content, named name: String) -> [(String, JSONValue?)] {
        switch content {
        case .nothing: []
        case .json: [(name, content.value)]
        case .length(let count): [("\(name)Bytes", .number(String(count)))]
        }
    }
}
