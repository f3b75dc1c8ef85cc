import CardAPI
import Cards

/// A question to the journal: was something like this asked for, and how often?
struct VerifyBody: CardAPI.RequestBody {
    var operation: String?
    var times: Int?
    var atLeast: Int?
    var atMost: Int?

    static let members: [BodyMember<VerifyBody>] = [
        .enumeration(
            "operation", \.operation, of: Operations.all.map(\.name), example: "createCard", "Which was to be called."),
        .anything("where", "What a recorded request must have: members of it with the values they must have."),
        .integer("times", \.times, example: "1", "How often exactly."),
        .integer("atLeast", \.atLeast, example: "1", "How often at least; 1 if none of the three is there."),
        .integer("atMost", \.atMost, example: "3", "How often at most."),
    ]

    /// How many would do.
    func expected(unreadable: [FieldViolation]) throws(Refusal) -> ClosedRange<Int> {
        var violations = unreadable
        for (name, value) in [("times", times), ("atLeast", atLeast), ("atMost", atMost)] {
            if let value, value < 0 { violations.append(FieldViolation(name, "must be 0 or more")) }
        }
        if times != nil, atLeast != nil || atMost != nil {
            violations.append(FieldViolation("times", "cannot be sent together with atLeast or atMost"))
        }
        if let atLeast, let atMost, atLeast > atMost {
            violations.append(FieldViolation("atMost", "must not be less than atLeast"))
        }
        guard violations.isEmpty else { throw .invalidFields(violations) }
        if let times { return times...times }
        return (atLeast ?? (atMost == nil ? 1 : 0))...(atMost ?? .max)
    }

    /// What stands in `where`, which only the journal's own shape can read.
    static func pattern(in bytes: [UInt8], operation: String?) throws(Refusal) -> RequestPattern {
        var wanted = JSONObject()
        if case .object(let body)? = try? JSONValue(parsing: bytes), let criteria = body["where"], criteria != .null {
            guard case .object(let object) = criteria else {
                throw .invalidFields([FieldViolation("where", "must be an object")])
            }
            wanted = object
        }
        let unknown = wanted.names.filter { !RecordedRequest.memberNames.contains($0) }
        guard unknown.isEmpty else {
            throw .invalidFields(
                unknown.prefix(20).map {
                    FieldViolation(
                        "where.\($0.prefix(64))",
                        "must be one of \(RecordedRequest.memberNames.joined(separator: ", "))")
                })
        }
        return RequestPattern(operation: Operations.all.first { $0.name == operation }, wanted: wanted)
    }
}

/// How the question is answered: whether it holds, by which requests, and if it does not, by which it nearly would.
struct VerificationAnswer: JSONWritable {
    let expected: ClosedRange<Int>
    /// Newest first.
    let matches: [RecordedRequest]
    let nearMisses: [NearMiss]

    struct NearMiss: JSONWritable {
        let request: RecordedRequest
        let differences: [RequestPattern.Difference]

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("differences", differences)
                json.member("request", request)
            }
        }
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

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("holds", expected.contains(matches.count))
            json.member("matches", matches.count)
            json.member("atLeast", expected.lowerBound)
            json.member("atMost", expected.upperBound == .max ? nil : expected.upperBound)
            json.member("numbers", matches.prefix(Self.numbersShown).map(\.number))
            json.member("nearMisses", nearMisses)
        }
    }
}
