import HTTPService
import HTTPTypes
import Postgres

/// The preparation of a test, as opposed to what is tested. It is not covered by the test, so it is not counted.
///
/// A mark of the present task says whether it prepares, because what happens to cards is reported from deep inside a
/// use case, and inside a transaction.
enum SetUp {
    private static let mark = "set-up"

    static var isRunning: Bool { CallerMark.current == mark }

    /// Runs the work as a preparation.
    static func running<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        try await CallerMark.$current.withValue(mark, operation: work)
    }

    /// Answers a request, as a preparation if its header says so.
    static func running<Result>(
        ifMarked request: Request, _ work: () async throws -> Result
    ) async rethrows -> Result {
        request.headers[.setUp] == "true" ? try await running(work) : try await work()
    }
}
