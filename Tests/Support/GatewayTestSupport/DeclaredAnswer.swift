import HTTPContract
import HTTPTypes
import Testing

/// The declaration of a gateway's answer to one request. A fixture compares each answer of each test with it.
package struct DeclaredAnswer {
    private let operation: Operation

    /// Nil if none of the operations has this method and this path.
    package init?(to method: HTTPRequest.Method, _ target: String, among operations: [Operation]) {
        let path = target.prefix { $0 != "?" }.split(separator: "/")
        let found = operations.first { $0.method == method && $0.matches(path) }
        guard let found else { return nil }
        operation = found
    }

    /// - Parameter ignored: the prefix of members that are not declared because they have no meaning.
    package func check(status: Int, body text: String, json: JSONValue?, ignoring ignored: String? = nil) {
        let declared = operation.answers.first { $0.status.code == status }
        // Every operation may fail, or be called while the database is unreachable.
        #expect(declared != nil || [500, 503].contains(status), "\(operation.name) answers \(status)")
        // A schema without members, such as that of Apple's answer, declares nothing.
        guard let declared, let body = declared.body, !body.members.isEmpty else { return }
        switch json {
        case .object(let object):
            #expect(!declared.isArray || declared.mayBeOne, "\(operation.name) answers no list")
            check(object, body, ignoring: ignored)
        case .array(let elements):
            #expect(declared.isArray, "\(operation.name) answers a list")
            for case .object(let object) in elements { check(object, body, ignoring: ignored) }
        default: #expect(text == declared.text?.example, "\(operation.name)")
        }
    }

    private func check(_ object: JSONObject, _ schema: ObjectSchema, ignoring ignored: String?) {
        let names = object.names.filter { name in !(ignored.map(name.hasPrefix) ?? false) }
        let unknown = names.filter { name in !schema.members.contains { $0.name == name } }
        #expect(unknown.isEmpty, "\(operation.name) answers \(unknown), which \(schema.name) does not declare")
        let missing = schema.members.filter { $0.isRequired && !names.contains($0.name) }.map(\.name)
        #expect(missing.isEmpty, "\(operation.name) leaves out \(missing), which \(schema.name) requires")
        for member in schema.members {
            switch (member.kind, object[member.name]) {
            case (.object(let nested), .object(let inner)?): check(inner, nested, ignoring: ignored)
            case (.objects(let nested, _), .array(let inner)?):
                for case .object(let element) in inner { check(element, nested, ignoring: ignored) }
            case (.string, let value?): #expect(value.isText, "\(operation.name): \(member.name)")
            default: break
            }
        }
    }
}

extension JSONValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
