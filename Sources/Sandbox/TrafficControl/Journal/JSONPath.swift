import HTTPContract

/// The place of values in a recorded request: a small part of JSONPath (RFC 9535).
///
/// A path begins with `$`, for the whole. `.name` and `['name']` lead to a member, `[0]` to an element, and `.*` and
/// `[*]` to all members or elements. There are no slices, no filters and no search at every depth.
struct JSONPath: Sendable, Hashable {
    /// The path as it was written.
    let text: String
    private let steps: [Step]

    private enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
        case all
    }

    static let maximumLength = 200
    static let maximumSteps = 20
    static let expectation =
        "must be a path of at most \(maximumSteps) steps like $.body.cards[0].currency, $['headers']['Accept'] or "
        + "$.answer.cards[*].status"

    /// Nil if it is no such path.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.hasPrefix("$") else { return nil }
        var rest = text.dropFirst()
        var steps: [Step] = []
        while !rest.isEmpty {
            guard steps.count < Self.maximumSteps, let (step, after) = Self.step(rest) else { return nil }
            steps.append(step)
            rest = after
        }
        self.text = text
        self.steps = steps
    }

    private static func step(_ text: Substring) -> (Step, Substring)? {
        if let found = text.prefixMatch(of: /\.\*|\[\*\]/) { return (.all, text[found.range.upperBound...]) }
        if let found = text.prefixMatch(of: /\.(?<name>[^.\[\]*'" ]+)/) {
            return (.member(String(found.name)), text[found.range.upperBound...])
        }
        if let found = text.prefixMatch(of: /\[(?<index>[0-9]{1,6})\]/), let index = Int(found.index) {
            return (.element(index), text[found.range.upperBound...])
        }
        guard let found = text.prefixMatch(of: /\['(?<one>[^'\\]+)'\]|\["(?<two>[^"\\]+)"\]/),
            let name = found.one ?? found.two
        else { return nil }
        return (.member(String(name)), text[found.range.upperBound...])
    }

    /// Whether the path leads into this member of the whole.
    func isIn(member name: String) -> Bool { steps.first == .member(name) }

    /// The values at this place, in their order.
    func values(in whole: JSONValue, within budget: inout StepBudget) throws(StepBudget.Exhausted) -> [JSONValue] {
        var found = [whole]
        for (depth, step) in steps.enumerated() {
            // Names of header fields are case-insensitive (RFC 9110, section 5.1).
            let isHeader = depth == 1 && steps[0] == .member("headers")
            var next: [JSONValue] = []
            for value in found { next += Self.children(of: value, at: step, isCaseless: isHeader) }
            try budget.spend(next.count + 1)
            found = next
        }
        return found
    }

    private static func children(of value: JSONValue, at step: Step, isCaseless: Bool) -> [JSONValue] {
        switch (step, value) {
        case (.all, .array(let elements)): elements
        case (.all, .object(let object)): object.names.compactMap { object[$0] }
        case (.element(let index), .array(let elements)): elements.indices.contains(index) ? [elements[index]] : []
        case (.member(let name), .object(let object)) where isCaseless:
            object.names.filter { $0.lowercased() == name.lowercased() }.compactMap { object[$0] }
        case (.member(let name), .object(let object)): object[name].map { [$0] } ?? []
        default: []
        }
    }
}
