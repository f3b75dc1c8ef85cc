extension Validator {
    /// Checks that variables have input types and unique names, are defined and used, and fit the places where they are
    /// used (GraphQL, October 2021, section 5.8).
    mutating func checkVariables(
        of operation: OperationDefinition, using uses: (fragments: Set<String>, variables: [VariableUse])
    ) {
        for name in Self.repeated(operation.variables.map(\.name)) {
            report("There can be only one variable named \"$\(name.text.shortened)\".", at: name.location)
        }
        let defined = Dictionary(operation.variables.map { ($0.name.text, $0) }) { first, _ in first }
        let used = Set(uses.variables.map(\.name))
        for variable in operation.variables {
            check(variable)
            guard !used.contains(variable.name.text) else { continue }
            report("Variable \"$\(variable.name.text.shortened)\" is never used.", at: variable.name.location)
        }
        for use in uses.variables {
            guard let variable = defined[use.name] else {
                report("Variable \"$\(use.name.shortened)\" is not defined.", at: use.location)
                continue
            }
            guard let type = use.type, !fits(variable, type, hasDefault: use.hasDefault) else { continue }
            report(
                "Variable \"$\(use.name.shortened)\" of type \"\(variable.type)\" used in position expecting type "
                    + "\"\(type)\".", at: variable.name.location, use.location)
        }
    }

    private mutating func check(_ variable: VariableDefinition) {
        let name = variable.name
        guard let type = schema.type(variable.type.name) else {
            return report("Unknown type \"\(variable.type.name.shortened)\".", at: name.location)
        }
        guard type.isInput else {
            return report(
                "Variable \"$\(name.text.shortened)\" cannot be non-input type \"\(variable.type)\".",
                at: name.location)
        }
        var walk = SelectionWalk(schema: schema, document: document, errors: [])
        if let value = variable.defaultValue { walk.value(value, variable.type, hasDefault: false) }
        walk.directives(variable.directives, on: "VARIABLE_DEFINITION")
        walk.errors.forEach { report($0) }
    }

    private func fits(_ variable: VariableDefinition, _ place: TypeReference, hasDefault: Bool) -> Bool {
        guard place.isNonNull, !variable.type.isNonNull else { return Self.fits(variable.type, place) }
        let isNeverNull = if case .some(.null) = variable.defaultValue?.content { false } else {
            variable.defaultValue != nil
        }
        return (isNeverNull || hasDefault) && Self.fits(variable.type, place.nullable)
    }

    private static func fits(_ type: TypeReference, _ place: TypeReference) -> Bool {
        switch (type, place) {
        case (.nonNull(let type), .nonNull(let place)), (.list(let type), .list(let place)): fits(type, place)
        case (_, .nonNull): false
        case (.nonNull(let type), _): fits(type, place)
        case (.named(let type), .named(let place)): type == place
        default: false
        }
    }
}
