import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Payments
import Synchronization
import Testing

@testable import MoneyHash

extension HTTPField.Name {
    static let apiKey = HTTPField.Name("X-Api-Key")!
    static let idempotencyName = HTTPField.Name("X-Idempotency-Key")!
}

/// What a client gets.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: String
    let json: JSONValue?

    init(_ response: Response) {
        let bytes = Array(response.body.readableBytesView)
        (status, headers) = (response.status.code, response.headers)
        body = String(decoding: bytes, as: UTF8.self)
        json = try? JSONValue(parsing: bytes)
    }

    var object: JSONObject? { if case .object(let object)? = json { object } else { nil } }
    var data: JSONObject? { object?.object("data") }
    var state: String? { data?.text("state") }

    /// The status, and every member that is wrong, with what is wrong.
    var words: String {
        guard case .array(let errors)? = object?.object("status")?["errors"] else { return "\(status)" }
        let problems = errors.flatMap { error -> [String] in
            guard case .object(let object) = error else { return [] }
            return object.names.map { "\($0): \(object.text($0) ?? "")" }
        }
        return ([String(status)] + problems).joined(separator: " | ")
    }

    /// The state, and the code and the issuer's word of the newest operation.
    var outcome: String {
        guard case .array(let operations)? = data?.object("transaction")?["operations"],
            case .object(let last)? = operations.last, let status = last.object("latest_status")
        else { return state ?? words }
        return [state, status.text("code"), status.text("provider_error_code")].compactMap(\.self)
            .joined(separator: " ")
    }
}

/// What the operation of a request declares. Every answer of every test is compared with it.
struct DeclaredAnswer {
    private let operation: HTTPContract.Operation

    /// Nil if no operation has this method and this path.
    init?(to method: HTTPRequest.Method, _ target: String) {
        let path = target.prefix { $0 != "?" }.split(separator: "/")
        let found = MoneyHashOperations.forPrograms.first { $0.method == method && $0.matches(path) }
        guard let found else { return nil }
        operation = found
    }

    func check(_ answer: Answer) {
        let declared = operation.answers.first { $0.status.code == answer.status }
        #expect(declared != nil || answer.status == 500, "\(operation.name) answers \(answer.status)")
        guard let body = declared?.body else { return }
        guard case .object(let object)? = answer.json else {
            Issue.record("\(operation.name) answers \(answer.body)")
            return
        }
        #expect(object.names == ["status", "data", "count", "next", "previous"])
        check(object, body)
    }

    private func check(_ object: JSONObject, _ schema: ObjectSchema) {
        let names = object.names
        let unknown = names.filter { name in !schema.members.contains { $0.name == name } }
        #expect(unknown.isEmpty, "\(operation.name) answers \(unknown), which \(schema.name) does not declare")
        let missing = schema.members.filter { $0.isRequired && !names.contains($0.name) }.map(\.name)
        #expect(missing.isEmpty, "\(operation.name) leaves out \(missing), which \(schema.name) requires")
        for member in schema.members {
            switch (member.kind, object[member.name]) {
            case (.object(let nested), .object(let inner)?): check(inner, nested)
            case (.string, let value?): #expect(value.isText, "\(operation.name): \(member.name)")
            default: break
            }
        }
    }
}

extension JSONValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
}

/// Approves everything, unless a test says something else.
final class ScriptedIssuer: PaymentIssuer {
    private let state = Mutex<(answer: IssuerAnswer?, asked: Int, reversed: Int)>((nil, 0, 0))
    private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

    /// Runs after the issuer was asked and before the answer arrives.
    func beforeAnswering(_ body: @escaping @Sendable () async -> Void) { meanwhile.withLock { $0 = body } }

    func answer(_ answer: IssuerAnswer?) { state.withLock { $0.answer = answer } }

    var asked: Int { state.withLock { $0.asked } }
    var reversed: Int { state.withLock { $0.reversed } }

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        await meanwhile.withLock { $0 }?()
        return state.withLock { state in
            state.asked += 1
            return state.answer ?? .approved(amount: request.amount, code: "A12345")
        }
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer {
        state.withLock { $0.reversed += 1 }
        return .approved(amount: request.amount, code: "A12345")
    }
}

final class MovableClock: Sendable {
    private let time: Mutex<Date>

    init(_ now: Date) { time = Mutex(now) }

    var now: Date { time.withLock { $0 } }

    func move(seconds: Double) { time.withLock { $0 += seconds } }
}
