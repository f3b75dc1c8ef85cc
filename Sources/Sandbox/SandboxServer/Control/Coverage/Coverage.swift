import CardAPI
import Cards
import CardServer
import HTTPContract
import Synchronization

/// How much of the contract has been exercised: responses, and the steps of cards, tokens and authentications. It only
/// counts, so its cost does not depend on the amount of data.
struct Coverage: Sendable {
    /// The number of responses by operation and status.
    private(set) var answers: [String: [Int: Int]] = [:]
    private(set) var codes: [String: Int] = [:]
    private(set) var occurrences: [Occurrence: Int] = [:]

    mutating func count(_ operation: HTTPContract.Operation?, status: Int?, code: String?) {
        if let operation, let status { answers[operation.name, default: [:]][status, default: 0] += 1 }
        // Only known codes are counted, because there could be any number of unknown ones.
        if let code, ErrorCode(cardService: code) != nil { codes[code, default: 0] += 1 }
    }

    mutating func count(_ occurrence: Occurrence) { occurrences[occurrence, default: 0] += 1 }
}

/// The coverage, shared by all parts that report to it.
final class CoverageCounter: Sendable {
    private let coverage = Mutex(Coverage())

    var counts: Coverage { coverage.withLock { $0 } }

    func count(_ operation: HTTPContract.Operation?, status: Int?, code: String?) {
        coverage.withLock { $0.count(operation, status: status, code: code) }
    }

    func count(_ occurrence: Occurrence) { coverage.withLock { $0.count(occurrence) } }

    func beginAnew() { coverage.withLock { $0 = Coverage() } }
}
