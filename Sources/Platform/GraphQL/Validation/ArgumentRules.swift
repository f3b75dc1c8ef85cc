extension SelectionWalk {
    /// Checks that arguments have unique names, exist and fit, and that no required one is missing (GraphQL, October
    /// 2021, section 5.4).
    mutating func arguments(
        _ nodes: [ArgumentNode], _ definitions: [InputDefinition], of owner: String, at location: SourceLocation
    ) {
        for name in Validator.repeated(nodes.map(\.name)) {
            report("There can be only one argument named \"\(name.text.shortened)\".", at: name.location)
        }
        for node in nodes {
            guard let definition = definitions.first(where: { $0.name == node.name.text }) else {
                report("Unknown argument \"\(node.name.text.shortened)\" on \(owner).", at: node.name.location)
                value(node.value, nil, hasDefault: false)
                continue
            }
            value(node.value, definition.type, hasDefault: definition.defaultValue != nil)
        }
        let given = Set(nodes.map(\.name.text))
        for definition in definitions where definition.isRequired && !given.contains(definition.name) {
            report(
                "\(owner) argument \"\(definition.name)\" of type \"\(definition.type)\" is required, but it was not "
                    + "provided.", at: location)
        }
    }

    /// Checks that directives exist, are allowed at their place, and occur once (section 5.7).
    mutating func directives(_ nodes: [DirectiveNode], on place: String) {
        var seen: Set<String> = []
        for node in nodes {
            let name = node.name.text
            guard let definition = schema.directive(name) else {
                report("Unknown directive \"@\(name.shortened)\".", at: node.name.location)
                for argument in node.arguments { value(argument.value, nil, hasDefault: false) }
                continue
            }
            if !definition.locations.contains(place) {
                report("Directive \"@\(name)\" may not be used on \(place).", at: node.name.location)
            }
            if !seen.insert(name).inserted, !definition.isRepeatable {
                report("The directive \"@\(name)\" can only be used once at this location.", at: node.name.location)
            }
            arguments(node.arguments, definition.arguments, of: "Directive \"@\(name)\"", at: node.name.location)
        }
    }

    /// Checks that a value fits its type (section 5.6), as far as that is known before variables have values.
    ///
    /// - Parameters:
    ///   - type: nil if it is unknown; then only variables are collected.
    ///   - hasDefault: whether the place has a default, which an absent variable would leave in force.
    mutating func value(_ node: ValueNode, _ type: TypeReference?, hasDefault: Bool) {
        switch node.content {
        case .variable(let name):
            uses.variables.append(
                VariableUse(name: name, location: node.location, type: type, hasDefault: hasDefault))
        case .list(let nodes):
            let element: TypeReference? = if case .list(let element) = type?.nullable { element } else { nil }
            for node in nodes { value(node, element, hasDefault: false) }
            if element == nil { fits(node, type) }
        case .object(let fields):
            object(fields, node, type)
        default:
            fits(node, type)
        }
    }

    private mutating func object(_ nodes: [ArgumentNode], _ node: ValueNode, _ type: TypeReference?) {
        for name in Validator.repeated(nodes.map(\.name)) {
            report("There can be only one input field named \"\(name.text.shortened)\".", at: name.location)
        }
        let definition = type.flatMap { schema.type($0.name) }
        guard let definition, case .input(let fields) = definition.content else {
            for node in nodes { value(node.value, nil, hasDefault: false) }
            return fits(node, type)
        }
        for node in nodes {
            let field = fields.first { $0.name == node.name.text }
            if field == nil {
                report(
                    "Field \"\(node.name.text.shortened)\" is not defined by type \"\(definition.name)\".",
                    at: node.name.location)
            }
            value(node.value, field?.type, hasDefault: field?.defaultValue != nil)
        }
        let given = Set(nodes.map(\.name.text))
        for field in fields where field.isRequired && !given.contains(field.name) {
            report(
                "Field \"\(definition.name).\(field.name)\" of required type \"\(field.type)\" was not provided.",
                at: node.location)
        }
    }

    /// Judges a value without variables of the schema's types in it.
    private mutating func fits(_ node: ValueNode, _ type: TypeReference?) {
        guard let type else { return }
        if case .scalar = schema.type(type.name)?.content, node.containsVariable { return }
        do throws(InputFailure) {
            _ = try InputCoercion(schema: schema).value(of: node, as: type)
        } catch {
            report("Expected value of type \"\(type)\": \(error.reason)", at: node.location)
        }
    }
}

extension ValueNode {
    /// A scalar that accepts objects may be written with variables in it; then only its value can be judged.
    fileprivate var containsVariable: Bool {
        switch content {
        case .variable: true
        case .list(let nodes): nodes.contains(where: \.containsVariable)
        case .object(let fields): fields.contains { $0.value.containsVariable }
        default: false
        }
    }
}
