import HTTPContract
import HTTPTypes
import Testing

@testable import Dintero

/// What the operation of a request declares. Every answer of every test is compared with it.
struct DeclaredAnswer {
    private let operation: HTTPContract.Operation

    /// Nil if no operation has this method and this path.
    init?(to method: HTTPRequest.Method, _ target: String) {
        let path = target.prefix { $0 != "?" }.split(separator: "/")
        let found = DinteroOperations.all.first { $0.method == method && $0.matches(path) }
        guard let found else { return nil }
        operation = found
    }

    func check(_ answer: Answer) {
        let declared = operation.answers.first { $0.status.code == answer.status }
        #expect(declared != nil || answer.status == 500, "\(operation.name) answers \(answer.status)")
        // What Apple answers is not declared.
        guard let declared, let body = declared.body, !body.members.isEmpty else { return }
        switch answer.json {
        case .object(let object):
            #expect(!declared.isArray || declared.mayBeOne, "\(operation.name) answers no list")
            check(object, body)
        case .array(let elements):
            #expect(declared.isArray, "\(operation.name) answers a list")
            for case .object(let object) in elements { check(object, body) }
        default: Issue.record("\(operation.name) answers \(answer.body)")
        }
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
            case (.objects(let nested, _), .array(let inner)?):
                for case .object(let element) in inner { check(element, nested) }
            case (.string, let value?): #expect(value.isText, "\(operation.name): \(member.name)")
            default: break
            }
        }
    }
}

extension JSONValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
