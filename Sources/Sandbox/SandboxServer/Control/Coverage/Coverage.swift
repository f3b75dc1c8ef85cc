import CardAPI
import Cards
import CardServer
import Gateways
import HTTPContract
import Issuing
import Synchronization

/// How much of the contract has been exercised: responses, and the steps of cards, tokens and authentications. It only
/// counts, so its cost does not depend on the amount of data.
struct Coverage: Sendable {
    /// The number of responses by operation and status.
    private(set) var answers: [String: [Int: Int]] = [:]
    private(set) var codes: [String: Int] = [:]
    /// By the name of the gateway.
    private(set) var gatewayCodes: [String: [String: Int]] = [:]
    private(set) var occurrences: [Occurrence: Int] = [:]

    mutating func count(_ call: RecordedCall, status: Int?, codes found: [String]) {
        if let operation = call.operation, let status {
            answers[operation.name, default: [:]][status, default: 0] += 1
        }
        // Only known codes are counted, because there could be any number of unknown ones.
        for code in found {
            if let gateway = call.gateway?.name {
                gatewayCodes[gateway, default: [:]][code, default: 0] += 1
            } else if ErrorCode(cardService: code) != nil {
                codes[code, default: 0] += 1
            }
        }
    }

    mutating func count(_ occurrence: Occurrence) { occurrences[occurrence, default: 0] += 1 }
}

/// The coverage, shared by all parts that report to it. Only what clients do counts.
final class CoverageCounter: Sendable {
    private let coverage = Mutex(Coverage())

    var counts: Coverage { coverage.withLock { $0 } }

    func count(_ call: RecordedCall, status: Int?, codes: [String]) {
        guard Caller.current == .client else { return }
        coverage.withLock { $0.count(call, status: status, codes: codes) }
    }

    func count(_ occurrence: Occurrence) {
        guard Caller.current == .client else { return }
        coverage.withLock { $0.count(occurrence) }
    }

    func beginAnew() { coverage.withLock { $0 = Coverage() } }
}
