/// Walks through one definition, judges its fields, fragments and directives, and collects the variables and fragments
/// that it refers to.
struct SelectionWalk {
    let schema: Schema
    let document: ExecutableDocument
    var errors: [GraphQLError]
    var uses = DefinitionUses()

    mutating func report(_ message: String, at location: SourceLocation) {
        errors.append(GraphQLError(message, at: [location]))
    }

    mutating func operation(_ operation: OperationDefinition) {
        directives(operation.directives, on: operation.kind.rawValue.uppercased())
        let root = schema.rootType(of: operation.kind).flatMap(schema.type)
        if root == nil {
            report("Schema is not configured to execute \(operation.kind.rawValue) operation.", at: operation.location)
        }
        selections(operation.selections, of: root)
    }

    mutating func fragment(_ fragment: FragmentDefinition) {
        directives(fragment.directives, on: "FRAGMENT_DEFINITION")
        selections(fragment.selections, of: condition(fragment.typeCondition))
    }

    /// The type of a type condition; nil if it is not a composite type of the schema.
    private mutating func condition(_ name: Name) -> TypeDefinition? {
        guard let type = schema.type(name.text) else {
            report("Unknown type \"\(name.text.shortened)\".", at: name.location)
            return nil
        }
        guard type.isComposite else {
            report("Fragment cannot condition on non composite type \"\(type.name)\".", at: name.location)
            return nil
        }
        return type
    }

    /// - Parameter parent: nil if the type is unknown; then only rules that need no type are checked.
    private mutating func selections(_ selections: [Selection], of parent: TypeDefinition?) {
        for selection in selections {
            switch selection {
            case .field(let field):
                directives(field.directives, on: "FIELD")
                self.field(field, of: parent)
            case .spread(let spread):
                directives(spread.directives, on: "FRAGMENT_SPREAD")
                self.spread(spread, in: parent)
            case .inline(let fragment):
                directives(fragment.directives, on: "INLINE_FRAGMENT")
                let type = fragment.typeCondition.map { condition($0) } ?? parent
                checkPossible(type, in: parent, at: fragment.location, named: nil)
                self.selections(fragment.selections, of: type)
            }
        }
    }

    private mutating func field(_ field: FieldNode, of parent: TypeDefinition?) {
        guard let parent else { return unknownField(field) }
        guard let definition = schema.field(field.name.text, of: parent) else {
            report(
                "Cannot query field \"\(field.name.text.shortened)\" on type \"\(parent.name)\".",
                at: field.name.location)
            return unknownField(field)
        }
        arguments(
            field.arguments, definition.arguments, of: "Field \"\(parent.name).\(definition.name)\"",
            at: field.name.location)
        let type = schema.type(definition.type.name)
        let isComposite = type?.isComposite == true
        if isComposite, field.selections.isEmpty {
            report(
                "Field \"\(definition.name)\" of type \"\(definition.type)\" must have a selection of subfields. "
                    + "Did you mean \"\(definition.name) { ... }\"?", at: field.name.location)
        } else if !isComposite, !field.selections.isEmpty {
            report(
                "Field \"\(definition.name)\" must not have a selection since type \"\(definition.type)\" has no "
                    + "subfields.", at: field.name.location)
        }
        selections(field.selections, of: isComposite ? type : nil)
    }

    private mutating func unknownField(_ field: FieldNode) {
        for argument in field.arguments { value(argument.value, nil, hasDefault: false) }
        selections(field.selections, of: nil)
    }

    private mutating func spread(_ spread: FragmentSpread, in parent: TypeDefinition?) {
        let name = spread.name.text
        guard let fragment = document.fragments.first(where: { $0.name.text == name }) else {
            return report("Unknown fragment \"\(name.shortened)\".", at: spread.name.location)
        }
        uses.fragments.insert(name)
        checkPossible(schema.type(fragment.typeCondition.text), in: parent, at: spread.location, named: name)
    }

    /// Checks that a fragment can apply to some object at its place.
    private mutating func checkPossible(
        _ type: TypeDefinition?, in parent: TypeDefinition?, at location: SourceLocation, named name: String?
    ) {
        guard let type, let parent, type.isComposite else { return }
        let possible = Set(schema.possibleTypes(of: parent.name))
        guard possible.isDisjoint(with: schema.possibleTypes(of: type.name)) else { return }
        report(
            "Fragment \(name.map { "\"\($0.shortened)\" " } ?? "")cannot be spread here as objects of type "
                + "\"\(parent.name)\" can never be of type \"\(type.name)\".", at: location)
    }
}
