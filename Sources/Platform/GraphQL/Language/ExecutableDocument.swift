/// The operations and fragments of a request, as values with their places.
package struct ExecutableDocument: Sendable {
    package var operations: [OperationDefinition] = []
    package var fragments: [FragmentDefinition] = []
}

package struct Name: Hashable, Sendable {
    package let text: String
    package let location: SourceLocation
}

package enum OperationKind: String, Sendable {
    case query, mutation, subscription
}

package struct OperationDefinition: Sendable {
    package let kind: OperationKind
    /// Nil for an anonymous operation.
    package let name: Name?
    package let variables: [VariableDefinition]
    package let directives: [DirectiveNode]
    package let selections: [Selection]
    package let location: SourceLocation
}

package struct VariableDefinition: Sendable {
    package let name: Name
    package let type: TypeReference
    package let defaultValue: ValueNode?
    package let directives: [DirectiveNode]
}

package struct FragmentDefinition: Sendable {
    package let name: Name
    package let typeCondition: Name
    package let directives: [DirectiveNode]
    package let selections: [Selection]
    package let location: SourceLocation
}

package enum Selection: Sendable {
    case field(FieldNode)
    case spread(FragmentSpread)
    case inline(InlineFragment)

    var directives: [DirectiveNode] {
        switch self {
        case .field(let field): field.directives
        case .spread(let spread): spread.directives
        case .inline(let fragment): fragment.directives
        }
    }
}

package struct FieldNode: Sendable {
    package let alias: Name?
    package let name: Name
    package let arguments: [ArgumentNode]
    package let directives: [DirectiveNode]
    package let selections: [Selection]

    package var responseName: String { (alias ?? name).text }
    package var location: SourceLocation { (alias ?? name).location }
}

package struct FragmentSpread: Sendable {
    package let name: Name
    package let directives: [DirectiveNode]
    package let location: SourceLocation
}

package struct InlineFragment: Sendable {
    /// Without one, the fragment applies to the type around it.
    package let typeCondition: Name?
    package let directives: [DirectiveNode]
    package let selections: [Selection]
    package let location: SourceLocation
}

package struct ArgumentNode: Sendable {
    package let name: Name
    package let value: ValueNode
}

package struct DirectiveNode: Sendable {
    package let name: Name
    package let arguments: [ArgumentNode]
}

/// A value as it is written in a document.
package struct ValueNode: Sendable {
    package indirect enum Content: Sendable {
        case variable(String)
        /// The digits as they are written.
        case int(String)
        case float(String)
        case string(String)
        case boolean(Bool)
        case null
        case enumeration(String)
        case list([ValueNode])
        case object([ArgumentNode])
    }

    package let content: Content
    package let location: SourceLocation
}

/// A type where it is used: `[String!]!`.
package indirect enum TypeReference: Hashable, Sendable, CustomStringConvertible {
    case named(String)
    case list(TypeReference)
    case nonNull(TypeReference)

    package var description: String {
        switch self {
        case .named(let name): name
        case .list(let element): "[\(element)]"
        case .nonNull(let type): "\(type)!"
        }
    }

    /// The type without lists and exclamation marks.
    package var name: String {
        switch self {
        case .named(let name): name
        case .list(let type), .nonNull(let type): type.name
        }
    }

    var isNonNull: Bool { if case .nonNull = self { true } else { false } }

    var nullable: TypeReference { if case .nonNull(let type) = self { type } else { self } }
}
