import HTTPContract

/// `__EnumValue`.
struct EnumerationMemberObject: GraphQLObject {
    let member: EnumerationMember
    let typeName = "__EnumValue"

    func resolve(_ name: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch name {
        case "name": .text(member.name)
        case "description": .optional(member.description)
        case "isDeprecated": .leaf(.boolean(member.deprecationReason != nil))
        case "deprecationReason": .optional(member.deprecationReason)
        default: throw .unresolved(name, of: typeName)
        }
    }
}

/// `__Directive`.
struct DirectiveObject: GraphQLObject {
    let schema: Schema
    let directive: DirectiveDefinition
    let typeName = "__Directive"

    func resolve(_ name: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch name {
        case "name": .text(directive.name)
        case "description": .optional(directive.description)
        case "locations": .list(directive.locations.map { .text($0) })
        case "args": .objects(InputObject.shown(directive.arguments, arguments, schema))
        case "isRepeatable": .leaf(.boolean(directive.isRepeatable))
        default: throw .unresolved(name, of: typeName)
        }
    }
}

extension TypeDefinition {
    /// The member of `__TypeKind`.
    var kindName: String {
        switch content {
        case .scalar: "SCALAR"
        case .object: "OBJECT"
        case .interface: "INTERFACE"
        case .union: "UNION"
        case .enumeration: "ENUM"
        case .input: "INPUT_OBJECT"
        }
    }

    var hasFields: Bool {
        switch content {
        case .object, .interface: true
        default: false
        }
    }
}
