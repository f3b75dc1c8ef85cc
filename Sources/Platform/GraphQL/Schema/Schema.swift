/// The types that a GraphQL service offers, made from their text.
///
/// A schema is a part of the program. So its faults are found when the program starts, with line and column.
package struct Schema: Sendable {
    /// In the order of the text, after the types that every schema has.
    let typeNames: [String]
    let types: [String: TypeDefinition]
    let directives: [DirectiveDefinition]
    let description: String?
    let queryType: String
    /// Nil if the schema has no mutations.
    let mutationType: String?

    func type(_ name: String) -> TypeDefinition? { types[name] }

    /// The values of an enumeration; empty if the schema has no enumeration of this name.
    package func values(of enumeration: String) -> [String] {
        guard case .enumeration(let members)? = types[enumeration]?.content else { return [] }
        return members.map(\.name)
    }

    /// The name of the type that an operation begins with; nil if the schema has no operation of this kind.
    func rootType(of kind: OperationKind) -> String? {
        switch kind {
        case .query: queryType
        case .mutation: mutationType
        case .subscription: nil
        }
    }

    /// The names of the object types that a value of this type can have.
    func possibleTypes(of name: String) -> [String] {
        switch types[name]?.content {
        case .object: [name]
        case .union(let members): members
        case .interface:
            typeNames.filter { types[$0]?.isObject == true && types[$0]?.interfaces.contains(name) == true }
        default: []
        }
    }

    /// The field of a type, or one of the fields that the specification adds.
    func field(_ name: String, of type: TypeDefinition) -> FieldDefinition? {
        switch name {
        case "__typename" where type.isComposite: IntrospectionFields.typeName
        case "__schema" where type.name == queryType: IntrospectionFields.schema
        case "__type" where type.name == queryType: IntrospectionFields.type
        default: type.field(name)
        }
    }

    func directive(_ name: String) -> DirectiveDefinition? { directives.first { $0.name == name } }
}
