import HTTPContract
import Synchronization

/// How much of the contract has been exercised: responses, and steps that happened. It only counts, so its cost does
/// not depend on the amount of data.
package struct Coverage: Sendable {
    /// The number of responses by operation and status.
    private(set) var answers: [String: [Int: Int]] = [:]
    /// The number of each code, by the name of the gateway; nil for the service that the gateways stand beside.
    private(set) var codes: [String?: [String: Int]] = [:]
    /// The number of each step, such as a change of a status.
    package private(set) var steps: [String: Int] = [:]

    mutating func count(_ call: RecordedCall, status: Int?, codes found: [String]) {
        if let operation = call.operation, let status {
            answers[operation.name, default: [:]][status, default: 0] += 1
        }
        // Only known codes are counted, because there could be any number of unknown ones.
        for code in found where call.service.knows(code) {
            codes[call.service.gateway, default: [:]][code, default: 0] += 1
        }
    }

    mutating func count(step: String) { steps[step, default: 0] += 1 }
}

/// The coverage, shared by all parts that report to it. Only the requests of clients count.
package final class CoverageCounter: Sendable {
    private let coverage = Mutex(Coverage())

    /// A copy of the present counts.
    package var counts: Coverage { coverage.withLock { $0 } }

    func count(_ call: RecordedCall, status: Int?, codes: [String]) {
        guard Caller.current == .client else { return }
        coverage.withLock { $0.count(call, status: status, codes: codes) }
    }

    /// Counts a step, such as a change of a status, that happens while a request is answered.
    package func count(step: @autoclosure () -> String) {
        guard Caller.current == .client else { return }
        let step = step()
        coverage.withLock { $0.count(step: step) }
    }

    /// Sets all counts to zero.
    package func beginAnew() { coverage.withLock { $0 = Coverage() } }
}
