import Synchronization

/// Lets one process do rounds of work one after the other, in the order in which they are asked for.
///
/// A round claims rows, and another round skips them. So without turns, a caller whose rows a worker's round has just
/// claimed would hear that nothing is left, before those rows are done. With turns, all that was due when a caller
/// asked is done when the call returns.
package final class Turns: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    package init() {}

    /// Does a round after all that were asked for before. A cancelled caller's round is cancelled and keeps its place.
    package func take<Value: Sendable, Failure: Error>(
        _ round: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let turn = last.withLock { last in
            let turn = Task { [last] in
                await last?.value
                return await Self.outcome(of: round)
            }
            last = Task { _ = await turn.value }
            return turn
        }
        let outcome = await withTaskCancellationHandler {
            await turn.value
        } onCancel: {
            turn.cancel()
        }
        return try outcome.get()
    }

    private static func outcome<Value, Failure: Error>(
        of round: () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        do {
            return .success(try await round())
        } catch {
            return .failure(error)
        }
    }
}
