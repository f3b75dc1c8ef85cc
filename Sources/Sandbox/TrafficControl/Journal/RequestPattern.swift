import HTTPContract

/// A pattern for requests: every named member must have the given value, and the other members do not matter.
package struct RequestPattern: Sendable {
    let operation: Operation?
    /// The required members, in the form of a recorded request.
    let wanted: JSONObject
    /// Further conditions.
    var criteria: [RequestCriterion] = []

    /// Whether requests of the console and of commands are compared, too: only if the pattern names a member that tells
    /// them apart. Otherwise looking at the service during a test would change the test's result.
    var looksAtTools: Bool { wanted["tool"] != nil || criteria.contains { $0.path.isIn(member: "tool") } }

    /// One member that differs.
    struct Difference: AnswerBody {
        let criterion: String
        let wanted: JSONValue
        /// The actual value; nil if there is none.
        let found: JSONValue?

        static let members: [AnswerMember<Difference>] = [
            .member("criterion", \.criterion, example: "body.status", "Which member."),
            // A value that is hidden in the journal must not be readable from the request for verification either.
            .member("wanted", { $0.found == .hidden ? .hidden : $0.wanted }, "The expected value."),
            .member("found", \.found, "The actual value; absent if there is none."),
        ]
    }

    func differences(
        from request: RecordedRequest, within budget: inout StepBudget
    ) throws(StepBudget.Exhausted) -> [Difference] {
        var differences: [Difference] = []
        if let operation, request.operation != operation {
            differences.append(
                Difference(
                    criterion: "operation", wanted: .string(operation.name),
                    found: request.operation.map { .string($0.name) }))
        }
        let tree = JSONValue.object(request.tree)
        Self.compare(.object(wanted), tree, at: "", &differences)
        for criterion in criteria {
            if let difference = try criterion.difference(from: tree, within: &budget) { differences.append(difference) }
        }
        return differences
    }

    /// `null` means that the member must be absent.
    private static func compare(
        _ wanted: JSONValue, _ found: JSONValue?, at place: String, _ differences: inout [Difference]
    ) {
        switch (wanted, found) {
        case (.object(let wanted), .object(let found)?):
            // Names of header fields are case-insensitive (RFC 9110, section 5.1).
            let isCaseless = place == "headers"
            for name in wanted.names {
                let known = isCaseless ? found.names.first { $0.lowercased() == name.lowercased() } : name
                compare(
                    wanted[name] ?? .null, known.flatMap { found[$0] },
                    at: place.isEmpty ? name : "\(place).\(name)", &differences)
            }
        case (.null, nil), (.null, .null?):
            break
        default:
            let isText = ["query", "pathParameters", "headers"].contains { place.hasPrefix("\($0).") }
            let wanted = isText ? wanted.asText : wanted
            if wanted != found {
                differences.append(Difference(criterion: place, wanted: wanted, found: found))
            }
        }
    }
}

extension JSONValue {
    /// A number or a Boolean as it appears in a query or a header field.
    fileprivate var asText: JSONValue {
        switch self {
        case .number(let digits): .string(digits)
        case .boolean(let value): .string(value ? "true" : "false")
        case .null, .string, .array, .object: self
        }
    }
}
