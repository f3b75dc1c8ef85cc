import HTTPContract
import Validation

extension Execution {
    /// The fields that an object of a type is asked for, in groups with the same response name (GraphQL, October 2021,
    /// section 6.3.2).
    ///
    /// - Throws: if a condition has no value.
    func fields(_ selections: [[Selection]], of typeName: String) throws(FieldFailure) -> [[FieldNode]] {
        var collected = Collected()
        for selections in selections { try collect(selections, typeName, &collected) }
        return collected.order.map { collected.groups[$0] ?? [] }
    }

    private struct Collected {
        var order: [String] = []
        var groups: [String: [FieldNode]] = [:]
        var visited: Set<String> = []

        mutating func add(_ field: FieldNode) {
            if groups[field.responseName] == nil { order.append(field.responseName) }
            groups[field.responseName, default: []].append(field)
        }
    }

    private func collect(
        _ selections: [Selection], _ typeName: String, _ collected: inout Collected
    ) throws(FieldFailure) {
        for selection in selections where try isIncluded(selection.directives) {
            switch selection {
            case .field(let field): collected.add(field)
            case .inline(let fragment):
                guard applies(fragment.typeCondition, to: typeName) else { continue }
                try collect(fragment.selections, typeName, &collected)
            case .spread(let spread):
                guard collected.visited.insert(spread.name.text).inserted,
                    let fragment = fragments[spread.name.text], applies(fragment.typeCondition, to: typeName)
                else { continue }
                try collect(fragment.selections, typeName, &collected)
            }
        }
    }

    private func applies(_ condition: Name?, to typeName: String) -> Bool {
        guard let condition else { return true }
        return condition.text == typeName || schema.possibleTypes(of: condition.text).contains(typeName)
    }

    private func isIncluded(_ directives: [DirectiveNode]) throws(FieldFailure) -> Bool {
        for directive in directives {
            switch directive.name.text {
            case "skip": if try condition(of: directive) { return false }
            case "include": if try !condition(of: directive) { return false }
            default: continue
            }
        }
        return true
    }

    private func condition(of directive: DirectiveNode) throws(FieldFailure) -> Bool {
        guard let node = directive.arguments.first(where: { $0.name.text == "if" })?.value else { return false }
        return try translating({
            FieldFailure("The condition of @\(directive.name.text) has no value: \($0.reason)")
        }) { () throws(InputFailure) in
            try coercion.value(of: node, as: .nonNull(.named("Boolean"))) == .boolean(true)
        }
    }
}
