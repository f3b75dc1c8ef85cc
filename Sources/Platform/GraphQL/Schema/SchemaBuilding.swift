import Validation

extension Schema {
    /// - Parameters:
    ///   - text: definitions of types. Without a `schema` definition, `Query` and `Mutation` are the roots.
    ///   - scalars: the rules of the schema's own scalars. A scalar without one accepts any JSON.
    package init(parsing text: String, scalars: [String: ScalarRule] = [:]) throws(SchemaFailure) {
        let (prelude, parser) = try translating({ SchemaFailure(description: "The schema, \($0)") }) {
            () throws(SyntaxFailure) in
            (try SchemaParser(Prelude.text), try SchemaParser(text))
        }
        let rules = ScalarRule.builtIn.merging(scalars) { builtIn, _ in builtIn }
        var types: [String: TypeDefinition] = [:]
        for var type in prelude.types + parser.types {
            if case .scalar = type.content, let rule = rules[type.name] { type.content = .scalar(rule) }
            guard types.updateValue(type, forKey: type.name) == nil else {
                throw SchemaFailure(description: "The type \(type.name) is defined twice.")
            }
        }
        if let unknown = scalars.keys.sorted().first(where: { types[$0] == nil }) {
            throw SchemaFailure(description: "There is a rule for the scalar \(unknown), which is not defined.")
        }
        self.types = types
        typeNames = (prelude.types + parser.types).map(\.name)
        directives = prelude.directives + parser.directives
        description = parser.description
        queryType = parser.roots["query"] ?? "Query"
        mutationType = parser.roots["mutation"] ?? (types["Mutation"] == nil ? nil : "Mutation")
        try check()
    }

    private func check() throws(SchemaFailure) {
        for root in [queryType, mutationType].compactMap(\.self) where type(root)?.isObject != true {
            throw SchemaFailure(description: "The root \(root) is not an object type.")
        }
        for type in typeNames.compactMap({ types[$0] }) { try check(type) }
        for directive in directives { try checkInputs(directive.arguments, of: "@\(directive.name)") }
    }

    private func check(_ type: TypeDefinition) throws(SchemaFailure) {
        switch type.content {
        case .scalar: return
        case .enumeration(let members): try checkUnique(members.map(\.name), in: type.name)
        case .input(let fields): try checkInputs(fields, of: type.name)
        case .union(let members):
            try checkUnique(members, in: type.name)
            for member in members where types[member]?.isObject != true {
                throw SchemaFailure(description: "The union \(type.name) has the member \(member), which is no object.")
            }
        case .object(let fields, let interfaces), .interface(let fields, let interfaces):
            try checkUnique(fields.map(\.name), in: type.name)
            for field in fields {
                try checkInputs(field.arguments, of: "\(type.name).\(field.name)")
                guard types[field.type.name]?.isOutput == true else {
                    throw SchemaFailure(description: "\(type.name).\(field.name) has no output type: \(field.type).")
                }
            }
            for interface in interfaces { try check(type, implements: interface) }
        }
    }

    private func checkInputs(_ inputs: [InputDefinition], of owner: String) throws(SchemaFailure) {
        try checkUnique(inputs.map(\.name), in: owner)
        for input in inputs {
            guard types[input.type.name]?.isInput == true else {
                throw SchemaFailure(description: "\(owner), \(input.name) has no input type: \(input.type).")
            }
            guard let value = input.defaultValue else { continue }
            _ = try translating({
                SchemaFailure(description: "The default of \(owner), \(input.name): \($0.reason)")
            }) { () throws(InputFailure) in
                try InputCoercion(schema: self).value(of: value, as: input.type)
            }
        }
    }

    private func check(_ type: TypeDefinition, implements interface: String) throws(SchemaFailure) {
        guard let promised = types[interface], case .interface(let fields, let inherited) = promised.content else {
            throw SchemaFailure(description: "\(type.name) implements \(interface), which is no interface.")
        }
        for name in inherited where !type.interfaces.contains(name) {
            throw SchemaFailure(description: "\(type.name) must also implement \(name), because \(interface) does.")
        }
        for field in fields {
            guard let own = type.field(field.name), isSubtype(own.type, of: field.type) else {
                throw SchemaFailure(description: "\(type.name) lacks \(field.name): \(field.type) of \(interface).")
            }
            for argument in field.arguments where own.argument(argument.name)?.type != argument.type {
                throw SchemaFailure(
                    description: "\(type.name).\(field.name) lacks the argument \(argument.name) of \(interface).")
            }
        }
    }

    private func checkUnique(_ names: [String], in owner: String) throws(SchemaFailure) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            throw SchemaFailure(description: "\(owner) defines \(name) twice.")
        }
    }

    /// Whether every value of the first type is also a value of the second type.
    private func isSubtype(_ type: TypeReference, of other: TypeReference) -> Bool {
        switch (type, other) {
        case (.nonNull(let type), .nonNull(let other)), (.list(let type), .list(let other)): isSubtype(type, of: other)
        case (.nonNull(let type), _): isSubtype(type, of: other)
        case (.named(let type), .named(let other)):
            type == other || possibleTypes(of: other).contains(type) || types[type]?.interfaces.contains(other) == true
        default: false
        }
    }
}
