import Foundation
import Synchronization

/// Tells a demonstration: a heading for each step, what the step proves, how long it took, and a summary at the end.
final class Narration: Sendable {
    private struct Told {
        let title: String
        let duration: Duration
    }

    private let waits: Bool
    private let told = Mutex<[Told]>([])

    /// - Parameter waits: whether Enter must be pressed before each further step.
    init(waits: Bool) { self.waits = waits }

    /// Takes one step.
    ///
    /// - Parameters:
    ///   - title: the event, as a sentence without a full stop.
    ///   - proof: the facts that a viewer knows afterwards.
    func step<Result>(
        _ title: String, proves proof: String, _ work: () async throws -> Result
    ) async throws -> Result {
        let number = told.withLock { $0.count } + 1
        if number > 1, waits { awaitEnter() }
        print("\n" + Terminal.text("\(number). \(title)", in: .bold))
        print(Terminal.text("   " + TextColumn.last(proof, indent: 3), in: .dim))
        fflush(nil)
        let begin = ContinuousClock.now
        let result = try await work()
        let duration = ContinuousClock.now - begin
        told.withLock { $0.append(Told(title: title, duration: duration)) }
        print(Terminal.text("  done in \(Self.spelled(duration))", in: .dim))
        return result
    }

    func summarize(_ conclusion: String) {
        let told = told.withLock { $0 }
        let width = told.map(\.title.count).max() ?? 0
        print("\n" + Terminal.text("All steps succeeded", in: .bold))
        for (index, step) in told.enumerated() {
            let number = String("  \(index + 1)".suffix(3))
            print("\(number). \(TextColumn.text(step.title, width))  \(Self.spelled(step.duration))")
        }
        print("\n\(told.count) steps in \(Self.spelled(told.map(\.duration).reduce(.zero, +))). \(conclusion)")
    }

    /// Waits for the Enter key. Without a terminal, the demonstration goes on at once.
    private func awaitEnter() {
        print(Terminal.text("\n  Press Enter for the next step. ", in: .dim), terminator: "")
        fflush(nil)
        _ = readLine()
    }

    private static func spelled(_ duration: Duration) -> String {
        guard duration >= .seconds(1) else { return "\(Int(duration / .milliseconds(1))) ms" }
        let tenths = Int((duration / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
