import Foundation
import Sandbox
import Synchronization

/// Shows the progress of a crowd: on a terminal one line that is overwritten, in a log one line for each tenth of the
/// work.
final class CrowdProgress: Sendable {
    private let crowd: Crowd
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let toldTenths = Mutex(0)

    init(of crowd: Crowd) {
        self.crowd = crowd
    }

    func tell(_ progress: Crowd.Progress) {
        let tenths = progress.customers * 10 / crowd.customers
        let isNews = toldTenths.withLock { told in
            defer { told = tenths }
            return tenths > told
        }
        guard isNews || isTerminal else { return }
        let isDone = progress.customers == crowd.customers
        let line = "\(Self.spelled(progress.customers)) customers, \(Self.spelled(progress.cards)) cards "
            + "(\(progress.customers * 100 / crowd.customers) %)"
        let text = isTerminal ? "\r\(line)\(isDone ? "\n" : "")" : "\(line)\n"
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    func summary(after took: Duration) -> String {
        let seconds = max(0.001, Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18)
        let (count, noun) = crowd.cards > 0 ? (crowd.cards, "cards") : (crowd.customers, "customers")
        return "\(Self.spelled(crowd.customers)) customers and \(Self.spelled(crowd.cards)) cards more in "
            + "\((seconds * 10).rounded() / 10) s, \(Self.spelled(Int(Double(count) / seconds))) \(noun) a second."
    }

    /// With commas, even if the machine's language separates digits in another way.
    private static func spelled(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : String(digit)
        }.joined()
    }
}
