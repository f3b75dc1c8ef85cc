extension Validator {
    /// Counts the fields of each operation and how deep they are nested, with fragments in place of their spreads. So a
    /// short document cannot ask for a long answer.
    mutating func checkCost() {
        var counter = FieldCounter(document: document, limit: limits.fields)
        for operation in document.operations {
            let size = counter.size(of: operation.selections)
            if size.fields > limits.fields {
                report("The operation selects too many fields; at most \(limits.fields) are accepted.",
                    at: operation.location)
            }
            if size.depth > limits.depth {
                report("The operation is nested too deeply; at most \(limits.depth) levels are accepted.",
                    at: operation.location)
            }
        }
    }
}

/// Sums over fragments, each of which is counted once and then remembered.
private struct FieldCounter {
    typealias Size = (fields: Int, depth: Int)

    let document: ExecutableDocument
    /// Counting stops above it, so no sum overflows.
    let limit: Int
    private var known: [String: Size] = [:]

    init(document: ExecutableDocument, limit: Int) {
        self.document = document
        self.limit = limit
    }

    mutating func size(of selections: [Selection]) -> Size {
        var total: Size = (0, 0)
        for selection in selections {
            let size = size(of: selection)
            total = (min(total.fields + size.fields, limit + 1), max(total.depth, size.depth))
        }
        return total
    }

    private mutating func size(of selection: Selection) -> Size {
        switch selection {
        case .field(let field):
            let below = size(of: field.selections)
            return (below.fields + 1, below.depth + 1)
        case .inline(let fragment): return size(of: fragment.selections)
        case .spread(let spread):
            let name = spread.name.text
            if let size = known[name] { return size }
            let fragment = document.fragments.first { $0.name.text == name }
            let size = size(of: fragment?.selections ?? [])
            known[name] = size
            return size
        }
    }
}
