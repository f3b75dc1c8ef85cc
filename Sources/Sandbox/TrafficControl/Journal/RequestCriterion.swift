import HTTPContract
import Validation

/// A condition for the value at a place of a recorded request.
struct RequestCriterion: Sendable {
    enum Demand: Sendable {
        /// A text, a number or a Boolean in these characters.
        case equal(String)
        case match(TextPattern)
        case exist(Bool)
    }

    let path: JSONPath
    let demand: Demand

    /// Nil if the request meets it.
    func difference(
        from request: JSONValue, within budget: inout StepBudget
    ) throws(StepBudget.Exhausted) -> RequestPattern.Difference? {
        let found = try path.values(in: request, within: &budget)
        let (isMet, wanted): (Bool, JSONValue) =
            switch demand {
            case .exist(let isWanted): (found.isEmpty != isWanted, .boolean(isWanted))
            case .equal(let text): (found.contains { $0.plainText == text }, .string(text))
            case .match(let pattern): (try Self.matches(pattern, found, &budget), .string(pattern.text))
            }
        return isMet ? nil : .init(criterion: path.text, wanted: wanted, found: found.first)
    }

    private static func matches(
        _ pattern: TextPattern, _ values: [JSONValue], _ budget: inout StepBudget
    ) throws(StepBudget.Exhausted) -> Bool {
        for text in values.compactMap(\.plainText) where try pattern.matches(text, within: &budget) { return true }
        return false
    }
}

struct RequestCriterionBody: RequestBody {
    var path: String?
    var equals: String?
    var matches: String?
    var exists: Bool?

    static let members: [BodyMember<RequestCriterionBody>] = [
        .string(
            "path", \.path, isRequired: true, example: "$.answer.cards[*].status",
            "The place in the recorded request: $ for the whole, then .name, ['name'], [0], .* or [*]."),
        .string(
            "equals", \.equals, maximumLength: 1000, example: "ACTIVE",
            "One value at this place must be this text, number or Boolean."),
        .string(
            "matches", \.matches, example: "ACT.*",
            "This pattern must describe the whole of one value at this place. It can have . \\d \\w \\s [a-z] [^a-z] "
                + "( ) | * + ? {2} {2,} {2,5}."),
        .boolean("exists", \.exists, example: "true", "Whether there must be a value at this place."),
    ]

    /// - Parameter violations: gets all errors. If there are any, the result is nil.
    func criterion(at place: String, _ violations: inout [FieldError]) -> RequestCriterion? {
        var (found, demands) = ([FieldError](), [RequestCriterion.Demand]())
        let path = self.path.flatMap { JSONPath($0) }
        if self.path != nil, path == nil { found.append(FieldError(place + "path", JSONPath.expectation)) }
        if let equals { demands.append(.equal(equals)) }
        if let exists { demands.append(.exist(exists)) }
        if let matches {
            do throws(TextPattern.Violation) {
                demands.append(.match(try TextPattern(matches)))
            } catch {
                found.append(FieldError(place + "matches", error.error))
            }
        }
        let wrong = WrongFields(found + violations)
        if !wrong.contain(below: place, except: place + "path"), demands.count != 1 {
            found.append(FieldError(place + "equals", "or matches or exists is required, and only one of them"))
        }
        violations += found
        guard found.isEmpty, let path, let demand = demands.first else { return nil }
        return RequestCriterion(path: path, demand: demand)
    }
}

extension JSONValue {
    /// A text, a number or a Boolean as text; nil for everything else.
    fileprivate var plainText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
