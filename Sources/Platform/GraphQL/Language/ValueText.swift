import HTTPContract

extension ValueNode {
    /// The value as GraphQL, with the fields of objects sorted by name. Introspection shows defaults like this.
    var graphQLText: String {
        switch content {
        case .variable(let name): "$\(name)"
        case .int(let digits), .float(let digits): digits
        case .string(let text): text.jsonText
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        case .enumeration(let word): word
        case .list(let nodes): "[\(nodes.map(\.graphQLText).joined(separator: ", "))]"
        case .object(let fields):
            "{\(fields.map { "\($0.name.text): \($0.value.graphQLText)" }.sorted().joined(separator: ", "))}"
        }
    }
}
