// Trees as Swift literals: `["type": "string", "maxLength": 40]`.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }
    public init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
    public init(integerLiteral number: Int) { self = .number(String(number)) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Members without a value are left out, as everywhere in this service.
    public init(dictionaryLiteral members: (String, JSONValue?)...) { self = .members(members) }

    /// An object with these members, except those without a value.
    ///
    /// - Precondition: no name occurs twice.
    public static func members(_ members: some Sequence<(String, JSONValue?)>) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members {
            guard let value else { continue }
            precondition(object.insert(value, named: name), "\(name) is twice in one object")
        }
        return .object(object)
    }

    package static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// The JSON that a value writes, as a tree.
    public init(writing value: some JSONWritable) {
        do {
            self = try JSONValue(parsing: value.jsonBytes)
        } catch {
            preconditionFailure("\(type(of: value)) writes what is no JSON: \(error)")
        }
    }
}

extension JSONValue {
    /// JSON for people: each member in its own line, two spaces for each level, and a line feed at the end.
    public var indentedText: String { indented(by: "") + "\n" }

    private func indented(by indentation: String) -> String {
        let inner = indentation + "  "
        let lines: [String]
        let brackets: (String, String)
        switch self {
        case .array(let elements) where !elements.isEmpty:
            lines = elements.map { $0.indented(by: inner) }
            brackets = ("[", "]")
        case .object(let object) where !object.names.isEmpty:
            lines = object.names.map { "\($0.jsonText): \(object[$0]?.indented(by: inner) ?? "")" }
            brackets = ("{", "}")
        default:
            return jsonText
        }
        return "\(brackets.0)\n\(lines.map { inner + $0 }.joined(separator: ",\n"))\n\(indentation)\(brackets.1)"
    }
}

extension JSONWritable {
    /// This value as one JSON text in one line.
    public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension JSONObject {
    /// The text of a member; nil if it is absent or something else.
    package func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

    /// The object of a member; nil if it is absent or something else.
    package func object(_ name: String) -> JSONObject? {
        if case .object(let object)? = self[name] { object } else { nil }
    }
}
