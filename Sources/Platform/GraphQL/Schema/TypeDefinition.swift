import HTTPContract

/// A named type of a schema.
package struct TypeDefinition: Sendable {
    package enum Content: Sendable {
        case scalar(ScalarRule)
        case object(fields: [FieldDefinition], interfaces: [String])
        case interface(fields: [FieldDefinition], interfaces: [String])
        case union([String])
        case enumeration([EnumerationMember])
        case input([InputDefinition])
    }

    package let name: String
    package let description: String?
    package var content: Content
    /// Where the rules of a scalar are described.
    package let specifiedBy: String?

    var fields: [FieldDefinition] {
        switch content {
        case .object(let fields, _), .interface(let fields, _): fields
        default: []
        }
    }

    var interfaces: [String] {
        switch content {
        case .object(_, let interfaces), .interface(_, let interfaces): interfaces
        default: []
        }
    }

    func field(_ name: String) -> FieldDefinition? { fields.first { $0.name == name } }

    /// Whether the type has fields: an object or an interface, or a union of types with fields.
    var isComposite: Bool {
        switch content {
        case .object, .interface, .union: true
        case .scalar, .enumeration, .input: false
        }
    }

    var isObject: Bool { if case .object = content { true } else { false } }

    /// Whether an argument or a variable may have this type.
    var isInput: Bool {
        switch content {
        case .scalar, .enumeration, .input: true
        case .object, .interface, .union: false
        }
    }

    var isOutput: Bool { if case .input = content { false } else { true } }
}

package struct FieldDefinition: Sendable {
    package let name: String
    package let description: String?
    package let arguments: [InputDefinition]
    package let type: TypeReference
    package let deprecationReason: String?

    func argument(_ name: String) -> InputDefinition? { arguments.first { $0.name == name } }
}

/// An argument, or a field of an input object.
package struct InputDefinition: Sendable {
    package let name: String
    package let description: String?
    package let type: TypeReference
    package let defaultValue: ValueNode?
    package let deprecationReason: String?

    /// Whether a caller must give a value.
    var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

package struct EnumerationMember: Sendable {
    package let name: String
    package let description: String?
    package let deprecationReason: String?
}

package struct DirectiveDefinition: Sendable {
    package let name: String
    package let description: String?
    package let arguments: [InputDefinition]
    package let isRepeatable: Bool
    package let locations: [String]
}

/// The rule for the values of a scalar. It judges both the values that a caller sends and those that a resolver
/// returns.
package struct ScalarRule: Sendable {
    /// Nil if the value is accepted, otherwise the accepted values, in the words of an error message.
    package let refusal: @Sendable (JSONValue) -> String?
    /// The value as resolvers and callers see it.
    let canonical: @Sendable (JSONValue) -> JSONValue

    package init(
        refusal: @escaping @Sendable (JSONValue) -> String?,
        canonical: @escaping @Sendable (JSONValue) -> JSONValue = { $0 }
    ) {
        self.refusal = refusal
        self.canonical = canonical
    }

    /// Any JSON except null.
    package static let any = ScalarRule { _ in nil }
}
