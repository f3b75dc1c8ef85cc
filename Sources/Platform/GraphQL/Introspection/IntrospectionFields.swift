import HTTPContract

/// The fields that the specification adds to a schema's own types (GraphQL, October 2021, section 4).
enum IntrospectionFields {
    static let typeName = field("__typename", .nonNull(.named("String")))
    static let schema = field("__schema", .nonNull(.named("__Schema")))
    static let type = field(
        "__type", .named("__Type"),
        [
            InputDefinition(
                name: "name", description: nil, type: .nonNull(.named("String")), defaultValue: nil,
                deprecationReason: nil)
        ])

    private static func field(
        _ name: String, _ type: TypeReference, _ arguments: [InputDefinition] = []
    ) -> FieldDefinition {
        FieldDefinition(name: name, description: nil, arguments: arguments, type: type, deprecationReason: nil)
    }
}

extension JSONObject {
    /// The type that the argument `name` of `__type` names; null if there is no such type.
    func type(in schema: Schema) -> FieldValue {
        guard case .string(let name) = self["name"], schema.type(name) != nil else { return .null }
        return .object(TypeObject(schema: schema, type: .named(name)))
    }

    fileprivate var includesDeprecated: Bool { self["includeDeprecated"] == .boolean(true) }
}

/// `__Schema`.
struct SchemaObject: GraphQLObject {
    let schema: Schema
    let typeName = "__Schema"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "description": .optional(schema.description)
        case "types": .objects(schema.typeNames.map { TypeObject(schema: schema, type: .named($0)) })
        case "queryType": .object(TypeObject(schema: schema, type: .named(schema.queryType)))
        case "mutationType":
            schema.mutationType.map { .object(TypeObject(schema: schema, type: .named($0))) } ?? .null
        case "subscriptionType": .null
        case "directives": .objects(schema.directives.map { DirectiveObject(schema: schema, directive: $0) })
        default: throw .unresolved(field, of: typeName)
        }
    }
}

/// `__Type`: a named type, or a list or a non-null type around another type.
struct TypeObject: GraphQLObject {
    let schema: Schema
    let type: TypeReference
    let typeName = "__Type"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch type {
        case .list(let element): around(element, "LIST", field)
        case .nonNull(let type): around(type, "NON_NULL", field)
        case .named(let name):
            if let definition = schema.type(name) { try resolve(field, arguments, definition) } else { .null }
        }
    }

    private func around(_ inner: TypeReference, _ kind: String, _ field: String) -> FieldValue {
        switch field {
        case "kind": .text(kind)
        case "ofType": .object(TypeObject(schema: schema, type: inner))
        default: .null
        }
    }

    private func resolve(
        _ field: String, _ arguments: JSONObject, _ definition: TypeDefinition
    ) throws(FieldFailure) -> FieldValue {
        switch field {
        case "kind": .text(definition.kindName)
        case "name": .text(definition.name)
        case "description": .optional(definition.description)
        case "specifiedByURL": .optional(definition.specifiedBy)
        case "ofType": .null
        case "fields": fields(of: definition, arguments)
        case "interfaces": definition.hasFields ? named(definition.interfaces) : .null
        case "possibleTypes":
            definition.isComposite && !definition.isObject ? named(schema.possibleTypes(of: definition.name)) : .null
        case "enumValues": members(of: definition, arguments)
        case "inputFields": inputs(of: definition, arguments)
        default: throw .unresolved(field, of: typeName)
        }
    }

    private func named(_ names: [String]) -> FieldValue {
        .objects(names.map { TypeObject(schema: schema, type: .named($0)) })
    }

    private func fields(of definition: TypeDefinition, _ arguments: JSONObject) -> FieldValue {
        guard definition.hasFields else { return .null }
        let fields = definition.fields.filter { arguments.includesDeprecated || $0.deprecationReason == nil }
        return .objects(fields.map { FieldObject(schema: schema, field: $0) })
    }

    private func members(of definition: TypeDefinition, _ arguments: JSONObject) -> FieldValue {
        guard case .enumeration(let members) = definition.content else { return .null }
        let shown = members.filter { arguments.includesDeprecated || $0.deprecationReason == nil }
        return .objects(shown.map { EnumerationMemberObject(member: $0) })
    }

    private func inputs(of definition: TypeDefinition, _ arguments: JSONObject) -> FieldValue {
        guard case .input(let fields) = definition.content else { return .null }
        return .objects(InputObject.shown(fields, arguments, schema))
    }
}

/// `__Field`.
struct FieldObject: GraphQLObject {
    let schema: Schema
    let field: FieldDefinition
    let typeName = "__Field"

    func resolve(_ name: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch name {
        case "name": .text(field.name)
        case "description": .optional(field.description)
        case "args": .objects(InputObject.shown(field.arguments, arguments, schema))
        case "type": .object(TypeObject(schema: schema, type: field.type))
        case "isDeprecated": .leaf(.boolean(field.deprecationReason != nil))
        case "deprecationReason": .optional(field.deprecationReason)
        default: throw .unresolved(name, of: typeName)
        }
    }
}

/// `__InputValue`.
struct InputObject: GraphQLObject {
    let schema: Schema
    let input: InputDefinition
    let typeName = "__InputValue"

    static func shown(_ inputs: [InputDefinition], _ arguments: JSONObject, _ schema: Schema) -> [InputObject] {
        inputs.filter { arguments.includesDeprecated || $0.deprecationReason == nil }
            .map { InputObject(schema: schema, input: $0) }
    }

    func resolve(_ name: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch name {
        case "name": .text(input.name)
        case "description": .optional(input.description)
        case "type": .object(TypeObject(schema: schema, type: input.type))
        case "defaultValue": .optional(input.defaultValue?.graphQLText)
        case "isDeprecated": .leaf(.boolean(input.deprecationReason != nil))
        case "deprecationReason": .optional(input.deprecationReason)
        default: throw .unresolved(name, of: typeName)
        }
    }
}
