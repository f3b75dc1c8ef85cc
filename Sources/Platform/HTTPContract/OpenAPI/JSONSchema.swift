// An object's schema in JSON Schema (2020-12), the language of OpenAPI 3.1.

extension ObjectSchema {
    /// The schema itself; nested objects are referenced by name.
    ///
    /// The accepted combinations of members are the condition of `if`, and nothing matches `else`. Validators hold
    /// bodies against it. A generator of clients ignores it and makes one type of all members; from `anyOf` it would
    /// make a type for each combination, which it cannot name.
    public var jsonSchema: JSONValue {
        let required = members.filter(\.isRequired).map(\.name)
        return [
            "type": "object",
            "description": rules.map { .string($0) },
            "properties": .members(members.map { ($0.name, $0.jsonSchema(in: self)) }),
            "required": required.isEmpty ? nil : .strings(required),
            "additionalProperties": isClosed ? false : nil,
            "if": shapes.isEmpty ? nil : ["anyOf": .array(shapes.map(\.jsonSchema))],
            "else": shapes.isEmpty ? nil : ["not": [:]],
            "examples": .array(allExamples.map(\.value)),
        ]
    }

    /// The accepted combinations of members in words, for readers of generated clients; nil if every one is accepted.
    private var rules: String? {
        let accepted = shapes.map { $0.words(in: self) }.joined(separator: "; or ")
        return switch shapes.count {
        case 0: nil
        case 1: "Accepted only \(accepted)."
        default: "Only these combinations of members are accepted: \(accepted)."
        }
    }

    /// A reference to it.
    package var reference: JSONValue { ["$ref": "#/components/schemas/\(name)"] }

    /// This schema and all nested ones.
    package var all: [ObjectSchema] {
        [self]
            + members.flatMap { member -> [ObjectSchema] in
                switch member.kind {
                case .object(let nested), .objects(let nested, _): nested.all
                default: []
                }
            }
    }

    /// The names of all secret members, including nested ones.
    package var secretMembers: [String] { all.flatMap(\.members).filter(\.isSecret).map(\.name) }

    /// Its own examples, or one that consists of its members' examples.
    public var allExamples: [Example] {
        examples.isEmpty ? [Example(summary: "Example", value: memberExample)] : examples
    }

    /// The examples, each with its number as its name.
    var namedExamples: [(String, JSONValue?)] {
        allExamples.enumerated().map { index, example in
            (String(index + 1), ["summary": .string(example.summary), "value": example.value])
        }
    }

    private var memberExample: JSONValue { .members(members.map { ($0.name, $0.exampleValue) }) }
}

extension ObjectSchema.Shape {
    /// Completes "Accepted only": `with status and statusReason, without pin`.
    fileprivate func words(in object: ObjectSchema) -> String {
        let present = object.members.map(\.name).filter { required.contains($0) || words[$0] != nil }.map { name in
            let values = words[name].map { $0 + (required.contains(name) ? [] : ["absent"]) }
            return "`\(name)`" + (values.map { " \(Self.list($0, "or"))" } ?? "")
        }
        let missing = absent.map { "`\($0)`" }
        return [("with", present), ("without", missing)].filter { !$0.1.isEmpty }
            .map { "\($0) \(Self.list($1, "and"))" }.joined(separator: ", ")
    }

    private static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }

    /// An absent member may also be null.
    fileprivate var jsonSchema: JSONValue {
        let said = words.sorted { $0.key < $1.key }.map { name, words in
            let accepted = words.map { JSONValue.string($0) } + (required.contains(name) ? [] : [.null])
            return (name, ["enum": .array(accepted)] as JSONValue?)
        }
        let missing = absent.map { ($0, ["type": "null"] as JSONValue?) }
        let there = required.map { ($0, ["not": ["type": "null"]] as JSONValue?) }.filter { words[$0.0] == nil }
        return [
            "properties": .members(said + there + missing), "required": required.isEmpty ? nil : .strings(required),
        ]
    }
}

extension ObjectSchema.Member {
    /// An optional member of a request may also be null, which counts as absent.
    func jsonSchema(in object: ObjectSchema) -> JSONValue {
        let isRequest = object.isClosed || object.isOpenRequest
        let isNullable = isRequest && !isRequired
        var schema = kind.jsonSchema(isNullable: isNullable)
        schema.add("description", .string(description))
        if case .string = kind, pattern == TextForm.identifier {
            // So that generated clients have the same type in requests as in responses.
            schema.add("format", "uuid")
        } else if case .string = kind {
            schema.add("maxLength", maximumLength.map { .number(String($0)) })
            schema.add("pattern", (pattern ?? (isRequest ? Self.anyText : nil)).map { .string($0) })
        }
        schema.add("examples", example == nil ? nil : exampleValue.map { [$0] })
        return schema
    }

    /// Postgres can store every character in a text except U+0000.
    private static let anyText = #"^[^\u0000]*$"#

    package var exampleValue: JSONValue? {
        switch kind {
        case .string, .identifier, .time: example.map { .string($0) }
        case .enumeration(let words): (example ?? (isRequired ? words.first : nil)).map { .string($0) }
        case .boolean: example.map { .boolean($0 == "true") }
        case .integer: example.map { .number($0) }
        case .strings: example.map { [.string($0)] } ?? (isRequired ? [] : nil)
        case .object(let nested): nested.allExamples[0].value
        case .objects(let nested, _): [nested.allExamples[0].value]
        case .anything: isRequired ? [:] : nil
        }
    }
}

extension ObjectSchema.Kind {
    fileprivate func jsonSchema(isNullable: Bool) -> JSONValue {
        func type(_ name: String) -> JSONValue { isNullable ? [.string(name), "null"] : .string(name) }
        func orNull(_ schema: JSONValue) -> JSONValue { isNullable ? ["anyOf": [schema, ["type": "null"]]] : schema }
        return switch self {
        case .string: ["type": type("string")]
        case .boolean: ["type": type("boolean")]
        case .integer(let range):
            [
                "type": type("integer"), "format": "int64", "minimum": range.map { .number(String($0.lowerBound)) },
                "maximum": range.map { .number(String($0.upperBound)) },
            ]
        case .identifier: ["type": type("string"), "format": "uuid"]
        case .time: ["type": type("string"), "format": "date-time"]
        case .strings: ["type": type("array"), "items": ["type": "string"]]
        // Generators understand an enumeration or null, but few an enumeration that contains null.
        case .enumeration(let words): orNull(["type": "string", "enum": .strings(words)])
        case .object(let nested): orNull(nested.reference)
        case .objects(let nested, let maximumCount):
            [
                "type": type("array"), "items": nested.reference, "minItems": maximumCount.map { _ in 1 },
                "maxItems": maximumCount.map { .number(String($0)) },
            ]
        case .anything: [:]
        }
    }
}

extension JSONValue {
    /// Adds a member to an object, unless it has no value or exists already.
    package mutating func add(_ name: String, _ value: JSONValue?) {
        guard case .object(var object) = self, let value else { return }
        _ = object.insert(value, named: name)
        self = .object(object)
    }

    /// An object without some of its members.
    package func without(_ names: String...) -> JSONValue {
        guard case .object(let object) = self else { return self }
        return .members(object.names.filter { !names.contains($0) }.map { ($0, object[$0]) })
    }
}
