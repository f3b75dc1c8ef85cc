import HTTPContract
import Validation

/// The reason why an input value does not fit its type. The reason never contains the value, which may be a secret.
struct InputFailure: Error, Hashable {
    let reason: String
}

/// Makes the values that resolvers see from the literals and variables of a request (GraphQL, October 2021, section 3,
/// "Input Coercion"). Absent members get their defaults; a member of an enum is a string.
struct InputCoercion {
    let schema: Schema
    /// The coerced values of the operation's variables; an absent one has no entry.
    var variables: [String: JSONValue] = [:]

    /// Defaults of input objects may contain defaults; a schema in which this never ends is refused.
    private static let maximumDepth = 32

    /// The value of a literal. Nil if it is a variable without a value.
    func value(of node: ValueNode, as type: TypeReference, depth: Int = 0) throws(InputFailure) -> JSONValue? {
        guard depth < Self.maximumDepth else { throw InputFailure(reason: "The value is nested too deeply.") }
        switch (node.content, type) {
        case (.variable(let name), _):
            guard let value = variables[name] else { return nil }
            guard value != .null || !type.isNonNull else {
                throw InputFailure(reason: "The variable $\(name) is null, but \(type) does not accept null.")
            }
            return value
        case (.null, .nonNull): throw InputFailure(reason: "\(type) does not accept null.")
        case (_, .nonNull(let type)): return try value(of: node, as: type, depth: depth)
        case (.null, _): return .null
        case (.list(let nodes), .list(let element)):
            var elements: [JSONValue] = []
            for node in nodes {
                guard let value = try value(of: node, as: element, depth: depth + 1) ?? absent(element) else {
                    throw InputFailure(reason: "A variable in a list of \(element) has no value.")
                }
                elements.append(value)
            }
            return .array(elements)
        case (_, .list(let element)):
            return try value(of: node, as: element, depth: depth + 1).map { .array([$0]) }
        case (_, .named(let name)): return try named(node, name, depth)
        }
    }

    /// A variable without a value is null in a list, if null is accepted there.
    private func absent(_ type: TypeReference) -> JSONValue? { type.isNonNull ? nil : .null }

    private func named(_ node: ValueNode, _ name: String, _ depth: Int) throws(InputFailure) -> JSONValue {
        switch schema.type(name)?.content {
        case .enumeration(let members):
            guard case .enumeration(let word) = node.content, members.contains(where: { $0.name == word }) else {
                throw InputFailure(reason: "\(name) accepts \(members.map(\.name).joined(separator: ", ")).")
            }
            return .string(word)
        case .scalar(let rule):
            return try scalar(try plain(node, as: name, depth), rule)
        case .input(let fields):
            guard case .object(let written) = node.content else {
                throw InputFailure(reason: "\(name) accepts an input object.")
            }
            let values = Dictionary(written.map { ($0.name.text, $0.value) }) { first, _ in first }
            return try object(name, fields, names: written.map(\.name.text), depth) { (field) throws(InputFailure) in
                guard let node = values[field.name] else { return nil }
                return try value(of: node, as: field.type, depth: depth + 1)
            }
        default: throw InputFailure(reason: "\(name) is not an input type.")
        }
    }

    /// The JSON value of a scalar's literal. For a scalar that the schema itself defines, the literal may also be a
    /// list or an object.
    private func plain(_ node: ValueNode, as name: String, _ depth: Int) throws(InputFailure) -> JSONValue {
        guard depth < Self.maximumDepth else { throw InputFailure(reason: "The value is nested too deeply.") }
        switch node.content {
        case .variable(let variable): return variables[variable] ?? .null
        case .int(let digits), .float(let digits): return .number(digits)
        case .string(let text): return .string(text)
        case .boolean(let value): return .boolean(value)
        case .null: return .null
        case .enumeration: throw InputFailure(reason: "\(name) does not accept a word without quotes.")
        case .list(let nodes):
            var elements: [JSONValue] = []
            for node in nodes { elements.append(try plain(node, as: name, depth + 1)) }
            return .array(elements)
        case .object(let fields):
            var members: [(String, JSONValue)] = []
            for field in fields { members.append((field.name.text, try plain(field.value, as: name, depth + 1))) }
            return .object(JSONObject(members))
        }
    }

    private func scalar(_ value: JSONValue, _ rule: ScalarRule) throws(InputFailure) -> JSONValue {
        if let refusal = rule.refusal(value) { throw InputFailure(reason: refusal) }
        return rule.canonical(value)
    }

    /// An input object whose members the closure finds; nil from it is an absent member.
    private func object(
        _ type: String, _ fields: [InputDefinition], names: [String], _ depth: Int,
        _ member: (InputDefinition) throws(InputFailure) -> JSONValue?
    ) throws(InputFailure) -> JSONValue {
        if let unknown = names.first(where: { name in !fields.contains { $0.name == name } }) {
            throw InputFailure(reason: "\(type) has no field \"\(unknown.shortened)\".")
        }
        var members: [(String, JSONValue)] = []
        for field in fields {
            let value = try translating({ InputFailure(reason: "\(type).\(field.name): \($0.reason)") }) {
                () throws(InputFailure) -> JSONValue? in
                if let value = try member(field) { return value }
                return try defaultValue(of: field, depth: depth)
            }
            if let value { members.append((field.name, value)) }
        }
        return .object(JSONObject(members))
    }

    /// Nil if an argument or a field that need not be given has no default.
    func defaultValue(of input: InputDefinition, depth: Int = 0) throws(InputFailure) -> JSONValue? {
        if let node = input.defaultValue { return try value(of: node, as: input.type, depth: depth + 1) }
        if input.type.isNonNull { throw InputFailure(reason: "A value of the type \(input.type) is required.") }
        return nil
    }
}

extension InputCoercion {
    /// A value that was sent as JSON, for a variable.
    func value(of json: JSONValue, as type: TypeReference, depth: Int = 0) throws(InputFailure) -> JSONValue {
        guard depth < Self.maximumDepth else { throw InputFailure(reason: "The value is nested too deeply.") }
        switch (json, type) {
        case (.null, .nonNull): throw InputFailure(reason: "\(type) does not accept null.")
        case (_, .nonNull(let type)): return try value(of: json, as: type, depth: depth)
        case (.null, _): return .null
        case (.array(let values), .list(let element)):
            var elements: [JSONValue] = []
            for json in values { elements.append(try value(of: json, as: element, depth: depth + 1)) }
            return .array(elements)
        case (_, .list(let element)): return .array([try value(of: json, as: element, depth: depth + 1)])
        case (_, .named(let name)): return try named(json, name, depth)
        }
    }

    private func named(_ json: JSONValue, _ name: String, _ depth: Int) throws(InputFailure) -> JSONValue {
        switch schema.type(name)?.content {
        case .enumeration(let members):
            guard case .string(let word) = json, members.contains(where: { $0.name == word }) else {
                throw InputFailure(reason: "\(name) accepts \(members.map(\.name).joined(separator: ", ")).")
            }
            return json
        case .scalar(let rule): return try scalar(json, rule)
        case .input(let fields):
            guard case .object(let sent) = json else { throw InputFailure(reason: "\(name) accepts an object.") }
            return try object(name, fields, names: sent.names, depth) { (field) throws(InputFailure) in
                guard let json = sent[field.name] else { return nil }
                return try value(of: json, as: field.type, depth: depth + 1)
            }
        default: throw InputFailure(reason: "\(name) is not an input type.")
        }
    }
}
