extension Validator {
    /// Checks that fields with the same response name can be one member of the answer (GraphQL, October 2021, section
    /// 5.3.2).
    mutating func checkMerging() {
        for operation in document.operations {
            guard let root = schema.rootType(of: operation.kind).flatMap(schema.type) else { continue }
            var merging = FieldMerging(schema: schema, document: document, comparisonsLeft: limits.fields * 8)
            do throws(GraphQLError) {
                let fields = try merging.fields(of: [(operation.selections, root)])
                try merging.checkShapes(fields)
                try merging.checkMeaning(fields)
            } catch {
                report(error)
            }
        }
    }
}

/// Looks at each set of fields that would become one object of the answer. Instead of comparing all pairs, it compares
/// each field with the first one of its name: both relations are equivalences, so this finds the same conflicts.
private struct FieldMerging {
    /// A field and the type on which it is selected.
    struct Entry {
        let parent: TypeDefinition
        let node: FieldNode
        let type: TypeReference
    }

    let schema: Schema
    let document: ExecutableDocument
    /// Many types that share abstract parents could multiply the work, so the comparisons are limited.
    var comparisonsLeft: Int

    /// The fields of an object by their response names, in their order, with fragments in place of their spreads.
    mutating func fields(
        of parts: [(selections: [Selection], parent: TypeDefinition)]
    ) throws(GraphQLError) -> [[Entry]] {
        var collected = (order: [String](), entries: [String: [Entry]]())
        var visited: Set<String> = []
        for part in parts { try collect(part.selections, part.parent, &collected, &visited) }
        return collected.order.map { collected.entries[$0] ?? [] }
    }

    private mutating func collect(
        _ selections: [Selection], _ parent: TypeDefinition,
        _ collected: inout (order: [String], entries: [String: [Entry]]), _ visited: inout Set<String>
    ) throws(GraphQLError) {
        for selection in selections {
            switch selection {
            case .field(let node):
                guard let field = schema.field(node.name.text, of: parent) else { continue }
                comparisonsLeft -= 1
                guard comparisonsLeft >= 0 else {
                    throw GraphQLError("The operation repeats too many fields to compare them.", at: [node.location])
                }
                let entry = Entry(parent: parent, node: node, type: field.type)
                if collected.entries[node.responseName] == nil { collected.order.append(node.responseName) }
                collected.entries[node.responseName, default: []].append(entry)
            case .inline(let fragment):
                let type = fragment.typeCondition.flatMap { schema.type($0.text) } ?? parent
                try collect(fragment.selections, type, &collected, &visited)
            case .spread(let spread):
                let name = spread.name.text
                guard visited.insert(name).inserted,
                    let fragment = document.fragments.first(where: { $0.name.text == name }),
                    let type = schema.type(fragment.typeCondition.text)
                else { continue }
                try collect(fragment.selections, type, &collected, &visited)
            }
        }
    }

    private mutating func merged(_ entries: [Entry]) throws(GraphQLError) -> [[Entry]] {
        try fields(
            of: entries.compactMap { entry in schema.type(entry.type.name).map { (entry.node.selections, $0) } })
    }

    /// Checks that fields of one name have answers of the same shape, also if different objects give them.
    mutating func checkShapes(_ groups: [[Entry]]) throws(GraphQLError) {
        for group in groups {
            guard let first = group.first else { continue }
            for other in group.dropFirst() where !haveSameShape(first.type, other.type) {
                throw conflict(
                    first, other, "they return conflicting types \"\(first.type)\" and \"\(other.type)\"")
            }
            if group.contains(where: { !$0.node.selections.isEmpty }) { try checkShapes(try merged(group)) }
        }
    }

    private func haveSameShape(_ one: TypeReference, _ other: TypeReference) -> Bool {
        switch (one, other) {
        case (.nonNull(let one), .nonNull(let other)), (.list(let one), .list(let other)): haveSameShape(one, other)
        case (.named(let one), .named(let other)):
            one == other || schema.type(one)?.isComposite == true && schema.type(other)?.isComposite == true
        default: false
        }
    }

    /// Checks that fields of one name that one object can answer are the same field with the same arguments.
    mutating func checkMeaning(_ groups: [[Entry]]) throws(GraphQLError) {
        for group in groups {
            for entries in splitByParent(group) {
                guard let first = entries.first else { continue }
                for other in entries.dropFirst() where other.node.location != first.node.location {
                    if first.node.name.text != other.node.name.text {
                        let names = "\"\(first.node.name.text)\" and \"\(other.node.name.text)\""
                        throw conflict(first, other, "\(names) are different fields")
                    }
                    if first.node.arguments.canonicalText != other.node.arguments.canonicalText {
                        throw conflict(first, other, "they have differing arguments")
                    }
                }
                if entries.contains(where: { !$0.node.selections.isEmpty }) { try checkMeaning(try merged(entries)) }
            }
        }
    }

    /// The fields that each object type can have together: its own ones and those of all abstract types.
    private func splitByParent(_ group: [Entry]) -> [[Entry]] {
        let objects = Set(group.filter(\.parent.isObject).map(\.parent.name))
        guard objects.count > 1 else { return [group] }
        return objects.sorted().map { name in group.filter { !$0.parent.isObject || $0.parent.name == name } }
    }

    private func conflict(_ one: Entry, _ other: Entry, _ reason: String) -> GraphQLError {
        GraphQLError(
            "Fields \"\(one.node.responseName.shortened)\" conflict because \(reason.shortenedReason). "
                + "Use different aliases on the fields to fetch both if this was intentional.",
            at: [one.node.location, other.node.location])
    }
}

extension String {
    /// At most 256 characters.
    fileprivate var shortenedReason: String { count > 256 ? prefix(255) + "…" : self }
}

extension [ArgumentNode] {
    /// A text that is the same for arguments with the same meaning, in any order.
    fileprivate var canonicalText: String {
        map { "\($0.name.text):\($0.value.graphQLText)" }.sorted().joined(separator: ",")
    }
}
