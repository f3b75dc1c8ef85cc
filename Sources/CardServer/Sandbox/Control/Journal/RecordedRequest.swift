import CardAPI
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes

/// A request as the journal keeps it: without any secret, see `Masking`.
struct RecordedRequest: Sendable {
    /// Counted from 1, since the journal began.
    var number = 0
    /// By the service's clock.
    let time: Date
    let method: String
    let path: String
    /// Nil where it is none.
    let operation: HTTPContract.Operation?
    /// Whose token came along, or whose number the path has.
    let customer: String?
    let query: [Field]
    let headers: [Field]
    let body: Content
    /// Nil where the connection was reset instead.
    let status: Int?
    let answer: Content
    /// Of an error.
    let code: String?
    let requestID: String
    let milliseconds: Double
    /// As the answer's header names them.
    let faults: String?

    struct Field: Sendable {
        let name: String
        let value: String
    }

    /// What is kept of a body.
    enum Content: Sendable {
        case nothing
        case json([UInt8])
        /// It could not be read, or is too long to keep.
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

    /// What it takes up in memory, about.
    var sizeBytes: Int {
        let fields = (query + headers).map { $0.name.utf8.count + $0.value.utf8.count + 32 }
        return 512 + path.utf8.count + fields.reduce(0, +) + body.sizeBytes + answer.sizeBytes
    }
}

extension RecordedRequest: JSONWritable, AnswerValue {
    static var kind: ObjectSchema.Kind { .anything }

    func write(to json: inout JSONWriter) { JSONValue.object(tree).write(to: &json) }

    /// All of it as one object: what is shown, and what `verify` compares with.
    var tree: JSONObject {
        var members: [(String, JSONValue?)] = [
            ("number", .number(String(number))),
            ("time", .string(Timestamp(time).description)),
            ("operation", operation.map { .string($0.name) }),
            ("method", .string(method)),
            ("path", .string(path)),
            ("pathParameters", parameters.isEmpty ? nil : .object(JSONObject(parameters))),
            ("query", query.isEmpty ? nil : Self.object(query)),
            ("headers", Self.object(headers)),
            ("customerId", customer.map { .string($0) }),
        ]
        members += Self.members(of: body, named: "body")
        members += [
            ("status", status.map { .number(String($0)) }), ("code", code.map { .string($0) }),
        ]
        members += Self.members(of: answer, named: "answer")
        members += [
            ("requestId", .string(requestID)),
            ("milliseconds", .number(String((milliseconds * 100).rounded() / 100))),
            ("fault", faults.map { .string($0) }),
        ]
        return JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// The members that it can have.
    static let memberNames = [
        "number", "time", "operation", "method", "path", "pathParameters", "query", "headers", "customerId", "body",
        "bodyBytes", "status", "code", "answer", "answerBytes", "requestId", "milliseconds", "fault",
    ]

    private var parameters: [(String, JSONValue)] {
        operation?.parameters(in: path).map { ($0.name, .string($0.value)) } ?? []
    }

    /// What was sent more than once stands there once, with commas between.
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
