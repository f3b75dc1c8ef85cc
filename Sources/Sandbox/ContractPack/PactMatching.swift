import CardAPI
import HTTPContract

/// The expected response, in the two parts that Pact needs: an example, and the rules by which another response is
/// accepted.
struct PactExpectation: Sendable {
    private(set) var rules: [(path: String, matcher: JSONValue)] = []
    private(set) var example: JSONValue = .null

    /// Checks a response against its schema. Members that may be absent are not required.
    ///
    /// - Parameters:
    ///   - isArray: whether the response is an array of such objects, at least one.
    ///   - fewest: the minimum number of elements of a list in the response. Deeper lists may be empty.
    ///   - exact: the path of the only member that must be equal to the example's.
    init(_ schema: ObjectSchema, isArray: Bool = false, fewest: Int = 1, exact: String? = nil) {
        if isArray {
            rules.append(("$", ["match": "type", "min": 1]))
            example = [expect(schema, at: "$[*]", fewest: 0)]
        } else {
            example = expect(schema, at: "$", fewest: fewest)
        }
        rules.removeAll { $0.path == exact }
    }

    /// The same rules with another example.
    func with(_ example: JSONValue) -> PactExpectation {
        var expectation = self
        expectation.example = example
        return expectation
    }

    private mutating func expect(_ schema: ObjectSchema, at path: String, fewest: Int) -> JSONValue {
        var members: [(String, JSONValue?)] = []
        for member in schema.members where member.isRequired {
            members.append((member.name, expect(member, at: "\(path).\(member.name)", fewest: fewest)))
        }
        return .members(members)
    }

    private mutating func expect(_ member: ObjectSchema.Member, at path: String, fewest: Int) -> JSONValue? {
        switch member.kind {
        case .string: rules.append((path, ["match": "type"]))
        case .boolean: rules.append((path, ["match": "boolean"]))
        case .integer: rules.append((path, ["match": "integer"]))
        case .identifier: rules.append((path, Self.regex(Self.identifier)))
        case .time: rules.append((path, ["match": "timestamp", "format": "yyyy-MM-dd'T'HH:mm:ssX"]))
        case .enumeration(let words): rules.append((path, Self.regex("^(\(words.joined(separator: "|")))$")))
        case .strings: rules.append((path, ["match": "type", "min": 0]))
        case .object(let nested): return expect(nested, at: path, fewest: fewest)
        case .objects(let nested, _):
            rules.append((path, ["match": "type", "min": .number(String(fewest))]))
            return [expect(nested, at: path + "[*]", fewest: 0)]
        case .anything: break
        }
        return member.exampleValue ?? Self.plainExample(of: member.kind)
    }

    static let identifier = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"

    static func regex(_ text: String) -> JSONValue { ["match": "regex", "regex": .string(text)] }

    /// The rules in Pact's form: the matchers of each path.
    static func json(_ rules: [(path: String, matcher: JSONValue)]) -> JSONValue? {
        guard !rules.isEmpty else { return nil }
        return .members(
            rules.map { path, matcher -> (String, JSONValue?) in
                (path, ["combine": "AND", "matchers": [matcher]])
            })
    }

    private static func plainExample(of kind: ObjectSchema.Kind) -> JSONValue {
        switch kind {
        case .boolean: false
        case .integer: 0
        case .time: "2026-11-21T08:45:34Z"
        case .identifier: "f16ba382-eb42-481a-b08f-c57bdc9aae24"
        case .enumeration(let words): .string(words.first ?? "")
        case .strings, .objects: []
        case .object, .anything: [:]
        case .string: "text"
        }
    }
}
