import CardAPI
import Cards
import CardServer
import HTTPContract
import Validation

/// A question to the journal: how many requests match this pattern?
struct VerifyBody: HTTPContract.RequestBody {
    var operation: String?
    var times: Int?
    var atLeast: Int?
    var atMost: Int?

    static let members: [BodyMember<VerifyBody>] = [
        .string(
            "operation", \.operation, example: "createCard",
            "The operation that should have been called, of the Card service or of a gateway."),
        .anything("where", "Members of a recorded request, with the values that they must have."),
        .integer("times", \.times, in: counts, example: "1", "The exact number of matching requests."),
        .integer(
            "atLeast", \.atLeast, in: counts, example: "1",
            "The minimum number; 1 if `times`, `atLeast` and `atMost` are absent."),
        .integer("atMost", \.atMost, in: counts, example: "3", "The maximum number."),
    ]

    private static let counts = 0...1_000_000
    /// The number is limited because each criterion is compared with every request of the journal.
    private static let maximumCriteria = 100

    /// The accepted numbers of matches.
    func expected(among operations: ControlledOperations) -> Draft<ClosedRange<Int>?> {
        var violations: [FieldError] = []
        _ = operations.named(operation, at: "operation", &violations)
        if times != nil, atLeast != nil || atMost != nil {
            violations.append(FieldError("times", "cannot be sent together with atLeast or atMost"))
        }
        if let atLeast, let atMost, atLeast > atMost {
            violations.append(FieldError("atMost", "must not be less than atLeast"))
        }
        guard violations.isEmpty else { return Draft(nil, errors: violations) }
        if let times { return Draft(times...times) }
        return Draft((atLeast ?? (atMost == nil ? 1 : 0))...(atMost ?? .max))
    }

    /// The contents of `where`, in the form of the journal.
    static func pattern(
        in bytes: [UInt8], operation: HTTPContract.Operation?
    ) throws(Refusal) -> RequestPattern {
        var wanted = JSONObject()
        if case .object(let body)? = try? JSONValue(parsing: bytes), let criteria = body["where"], criteria != .null {
            guard case .object(let object) = criteria else {
                throw .invalidFields([FieldError("where", "must be an object")])
            }
            guard object.count <= maximumCriteria else {
                throw .invalidFields([FieldError("where", "must have at most \(maximumCriteria) members in all")])
            }
            wanted = object
        }
        let unknown = wanted.names.filter { !RecordedRequest.memberNames.contains($0) }
        guard unknown.isEmpty else {
            throw .invalidFields(
                unknown.prefix(20).map {
                    FieldError(
                        "where.\(String($0.unicodeScalars.prefix(64)))",
                        "must be one of \(RecordedRequest.memberNames.joined(separator: ", "))")
                })
        }
        return RequestPattern(operation: operation, wanted: wanted)
    }
}

/// The answer to the question: whether the expectation holds, the matching requests, and if there are too few, the
/// closest other requests.
struct VerificationAnswer: AnswerBody {
    let expected: ClosedRange<Int>
    /// The matching requests, newest first.
    let matches: [RecordedRequest]
    let nearMisses: [NearMiss]

    static let members: [AnswerMember<VerificationAnswer>] = [
        .member(
            "holds", { $0.expected.contains($0.matches.count) }, example: "true",
            "Whether the number of matches is as expected."),
        .member("matches", \.matches.count, example: "1", "The number of matching requests."),
        .member("atLeast", \.expected.lowerBound, example: "1", "The expected minimum."),
        .member(
            "atMost", { $0.expected.upperBound == .max ? nil : $0.expected.upperBound }, example: "1",
            "The expected maximum."),
        .member(
            "numbers", { $0.matches.prefix(numbersShown).map(\.number) },
            "The numbers of the matching requests, newest first."),
        .member("nearMisses", \.nearMisses, "The closest requests that do not match, if there are too few matches."),
    ]

    struct NearMiss: AnswerBody {
        let request: RecordedRequest
        let differences: [RequestPattern.Difference]

        static let members: [AnswerMember<NearMiss>] = [
            .member("differences", \.differences, "The differences."),
            .member("request", \.request, "The recorded request."),
        ]
    }

    private static let numbersShown = 100
    private static let nearMissesShown = 3

    init(_ pattern: RequestPattern, among requests: some Sequence<RecordedRequest>, expected: ClosedRange<Int>) {
        self.expected = expected
        var matches: [RecordedRequest] = []
        var misses: [NearMiss] = []
        for request in requests {
            let differences = pattern.differences(from: request)
            if differences.isEmpty {
                matches.append(request)
            } else if misses.count < Self.nearMissesShown || differences.count < misses[2].differences.count {
                let place = misses.firstIndex { differences.count < $0.differences.count } ?? misses.count
                misses.insert(NearMiss(request: request, differences: differences), at: place)
                misses = Array(misses.prefix(Self.nearMissesShown))
            }
        }
        self.matches = matches
        nearMisses = matches.count < expected.lowerBound ? misses : []
    }
}

extension JSONObject {
    /// The number of members, including those of nested objects.
    fileprivate var count: Int {
        names.reduce(0) { count, name in
            if case .object(let nested)? = self[name] { count + 1 + nested.count } else { count + 1 }
        }
    }
}
