import HTTPContract
import Validation

/// A question to the journal: how many requests match this pattern?
package struct VerifyBody: RequestBody {
    var operation: String?
    var times: Int?
    var atLeast: Int?
    var atMost: Int?
    var criteria: [RequestCriterionBody]?
    var withinMilliseconds: Int?

    package init() {}

    package static let members: [BodyMember<VerifyBody>] = [
        .string(
            "operation", \.operation, example: "createCard",
            "The operation that should have been called, of the Card service or of a gateway."),
        .anything("where", "Members of a recorded request, with the values that they must have."),
        .objects(
            "criteria", \.criteria, maximumCount: maximumCriteria,
            "Further conditions: a place in the recorded request, and what a value there must be like."),
        .integer("times", \.times, in: counts, example: "1", "The exact number of matching requests."),
        .integer(
            "atLeast", \.atLeast, in: counts, example: "1",
            "The minimum number; 1 if `times`, `atLeast` and `atMost` are absent."),
        .integer("atMost", \.atMost, in: counts, example: "3", "The maximum number."),
        .integer(
            "withinMilliseconds", \.withinMilliseconds, in: 0...longestWait, example: "5000",
            "How long to wait for further requests if there are too few; 0 if absent."),
    ]

    private static let counts = 0...1_000_000
    /// The number is limited because each criterion is compared with every request of the journal.
    private static let maximumCriteria = 100
    private static let longestWait = 30_000

    /// How long to wait for further requests.
    package var patience: Duration { .milliseconds(withinMilliseconds ?? 0) }

    /// The accepted numbers of matches.
    package func expected(among operations: ControlledOperations) -> Draft<ClosedRange<Int>?> {
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

    /// The pattern that a request must match: the contents of `where`, in the form of the journal, and the criteria.
    package func pattern(
        in bytes: [UInt8], among operations: ControlledOperations
    ) throws(RequestError) -> RequestPattern {
        var wanted = JSONObject()
        if case .object(let body)? = try? JSONValue(parsing: bytes), let criteria = body["where"], criteria != .null {
            guard case .object(let object) = criteria else {
                throw RequestError(fieldErrors: [FieldError("where", "must be an object")])
            }
            guard object.count <= Self.maximumCriteria else {
                throw RequestError(fieldErrors: [
                    FieldError("where", "must have at most \(Self.maximumCriteria) members in all")
                ])
            }
            wanted = object
        }
        let unknown = wanted.names.filter { !RecordedRequest.memberNames.contains($0) }
        guard unknown.isEmpty else {
            throw RequestError(
                fieldErrors: unknown.prefix(20).map {
                    FieldError(
                        "where.\(String($0.unicodeScalars.prefix(64)))",
                        "must be one of \(RecordedRequest.memberNames.joined(separator: ", "))")
                })
        }
        var violations: [FieldError] = []
        let criteria = (self.criteria ?? []).enumerated().map { $1.criterion(at: "criteria[\($0)].", &violations) }
        guard violations.isEmpty else { throw RequestError(fieldErrors: violations) }
        return RequestPattern(
            operation: operations.all.first { $0.name == operation }, wanted: wanted,
            criteria: criteria.compactMap(\.self))
    }
}

/// The answer to the question: whether the expectation holds, the matching requests, and if there are too few, the
/// closest other requests.
package struct VerificationAnswer: AnswerBody {
    let verification: RequestVerification

    package init(verification: RequestVerification) { self.verification = verification }

    package static let members: [AnswerMember<VerificationAnswer>] = [
        .member(
            "holds", \.verification.holds, example: "true", "Whether the number of matches is as expected."),
        .member("matches", \.verification.matches.count, example: "1", "The number of matching requests."),
        .member("atLeast", \.verification.expected.lowerBound, example: "1", "The expected minimum."),
        .member(
            "atMost",
            { answer in
                let most = answer.verification.expected.upperBound
                return most == .max ? nil : most
            }, example: "1", "The expected maximum."),
        .member(
            "numbers", { $0.verification.matches.prefix(numbersShown).map(\.number) },
            "The numbers of the matching requests, newest first."),
        .member(
            "nearMisses", { $0.verification.canBecomeTrue ? $0.verification.nearMisses.map(NearMiss.init) : [] },
            "The closest requests that do not match, if there are too few matches."),
    ]

    struct NearMiss: AnswerBody {
        let miss: RequestVerification.NearMiss

        static let members: [AnswerMember<NearMiss>] = [
            .member("differences", \.miss.differences, "The differences."),
            .member("request", \.miss.request, "The recorded request."),
        ]
    }

    private static let numbersShown = 100
}

extension JSONObject {
    /// The number of members, including those of nested objects.
    fileprivate var count: Int {
        names.reduce(0) { count, name in
            if case .object(let nested)? = self[name] { count + 1 + nested.count } else { count + 1 }
        }
    }
}
