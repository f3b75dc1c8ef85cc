/// Compares the recorded requests with an expectation, each once, while more of them arrive.
package struct RequestVerification: Sendable {
    let pattern: RequestPattern
    /// The accepted numbers of matches.
    let expected: ClosedRange<Int>
    /// The matching requests, newest first.
    private(set) var matches: [RecordedRequest] = []
    private(set) var nearMisses: [NearMiss] = []
    private var lastNumber = 0
    private var budget = StepBudget()

    struct NearMiss: Sendable {
        let request: RecordedRequest
        let differences: [RequestPattern.Difference]
    }

    private static let nearMissesShown = 3

    init(_ pattern: RequestPattern, expected: ClosedRange<Int>) {
        (self.pattern, self.expected) = (pattern, expected)
    }

    var holds: Bool { expected.contains(matches.count) }

    /// Whether further requests could make the verification succeed.
    var canBecomeTrue: Bool { matches.count < expected.lowerBound }

    /// Compares the requests that are newer than those of the last time. Those that the journal has dropped since do
    /// not count any more.
    mutating func look(at requests: RecentRequests) throws(StepBudget.Exhausted) {
        var newer: [RecordedRequest] = []
        for request in requests.newestFirst {
            guard request.number > lastNumber else { break }
            try compare(request, &newer)
        }
        lastNumber = requests.lastNumber
        matches = newer + matches.prefix { $0.number >= requests.firstNumber }
    }

    private mutating func compare(
        _ request: RecordedRequest, _ found: inout [RecordedRequest]
    ) throws(StepBudget.Exhausted) {
        guard request.tool == nil || pattern.looksAtTools else { return }
        let differences = try pattern.differences(from: request, within: &budget)
        guard !differences.isEmpty else { return found.append(request) }
        let isNear = nearMisses.count < Self.nearMissesShown
            || differences.count < nearMisses[Self.nearMissesShown - 1].differences.count
        guard isNear else { return }
        let place = nearMisses.firstIndex { differences.count < $0.differences.count } ?? nearMisses.count
        nearMisses.insert(NearMiss(request: request, differences: differences), at: place)
        nearMisses = Array(nearMisses.prefix(Self.nearMissesShown))
    }
}
