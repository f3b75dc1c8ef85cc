/// Validates a document against a schema (GraphQL, October 2021, section 5). A valid document can be executed safely:
/// every field exists, every value fits, and no fragment contains itself.
struct Validator {
    let schema: Schema
    let document: ExecutableDocument
    let limits: DocumentLimits
    private(set) var errors: [GraphQLError] = []
    /// The variables and fragments that each definition uses, by the fragment's name or the operation's place.
    private var fragmentUses: [String: DefinitionUses] = [:]

    init(_ document: ExecutableDocument, _ schema: Schema, _ limits: DocumentLimits) {
        self.schema = schema
        self.document = document
        self.limits = limits
    }

    /// All errors, up to the limit; none if the document is valid.
    static func errors(in document: ExecutableDocument, _ schema: Schema, _ limits: DocumentLimits) -> [GraphQLError] {
        var validator = Validator(document, schema, limits)
        validator.checkNames()
        let operationUses = validator.walkDefinitions()
        validator.checkFragments(used: operationUses)
        for (operation, uses) in zip(document.operations, operationUses) {
            validator.checkVariables(of: operation, using: validator.reachable(from: uses))
        }
        guard validator.errors.isEmpty else { return validator.errors }
        // Only now is it certain that following fragments ends.
        validator.checkCost()
        if validator.errors.isEmpty { validator.checkMerging() }
        return validator.errors
    }

    mutating func report(_ message: String, at locations: SourceLocation...) {
        report(GraphQLError(message, at: locations))
    }

    mutating func report(_ error: GraphQLError) {
        if errors.count < limits.errors { errors.append(error) }
    }

    func fragment(_ name: String) -> FragmentDefinition? { document.fragments.first { $0.name.text == name } }

    private mutating func checkNames() {
        for name in Self.repeated(document.operations.compactMap(\.name)) {
            report("There can be only one operation named \"\(name.text.shortened)\".", at: name.location)
        }
        for name in Self.repeated(document.fragments.map(\.name)) {
            report("There can be only one fragment named \"\(name.text.shortened)\".", at: name.location)
        }
        for operation in document.operations where operation.name == nil && document.operations.count > 1 {
            report("This anonymous operation must be the only defined operation.", at: operation.location)
        }
    }

    /// Every name that an earlier one repeats.
    static func repeated(_ names: [Name]) -> [Name] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0.text).inserted }
    }

    private mutating func walkDefinitions() -> [DefinitionUses] {
        for fragment in document.fragments {
            var walk = SelectionWalk(schema: schema, document: document, errors: [])
            walk.fragment(fragment)
            fragmentUses[fragment.name.text] = walk.uses
            walk.errors.forEach { report($0) }
        }
        return document.operations.map { operation in
            var walk = SelectionWalk(schema: schema, document: document, errors: [])
            walk.operation(operation)
            walk.errors.forEach { report($0) }
            return walk.uses
        }
    }

    private mutating func checkFragments(used uses: [DefinitionUses]) {
        for fragment in document.fragments {
            let own = fragmentUses[fragment.name.text] ?? DefinitionUses()
            guard reachable(from: own).fragments.contains(fragment.name.text) else { continue }
            report(
                "Cannot spread fragment \"\(fragment.name.text.shortened)\" within itself.",
                at: fragment.name.location)
        }
        let used = uses.reduce(into: Set<String>()) { $0.formUnion(reachable(from: $1).fragments) }
        for fragment in document.fragments where !used.contains(fragment.name.text) {
            report("Fragment \"\(fragment.name.text.shortened)\" is never used.", at: fragment.name.location)
        }
    }

    /// The fragments and variables that a definition uses, including those of all fragments that it contains, directly
    /// or not.
    func reachable(from uses: DefinitionUses) -> (fragments: Set<String>, variables: [VariableUse]) {
        var fragments: Set<String> = []
        var variables = uses.variables
        var waiting = uses.fragments
        while let name = waiting.popFirst() {
            guard fragments.insert(name).inserted, let uses = fragmentUses[name] else { continue }
            variables += uses.variables
            waiting.formUnion(uses.fragments)
        }
        return (fragments, variables)
    }
}

/// The variables and fragments that a definition refers to.
struct DefinitionUses {
    var variables: [VariableUse] = []
    var fragments: Set<String> = []
}

/// A place where the value of a variable is used.
struct VariableUse {
    let name: String
    let location: SourceLocation
    /// Nil if the place has no known type.
    let type: TypeReference?
    let hasDefault: Bool
}
