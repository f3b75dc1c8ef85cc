import TestSupport

/// A service for requests that only look or are refused: to run one takes longer than such a request. It runs until the
/// process ends. An answer that differs from its declaration fails the run, in no test's name.
private enum SharedService {
    static let live = running { try await withLiveService($0) }
    static let sandbox = running { try await withSandboxService($0) }

    private typealias Work = @Sendable (LiveService) async throws -> Void

    private static func running(
        _ serve: @escaping @Sendable (Work) async throws -> Void
    ) -> Task<LiveService, any Error> {
        let (services, told) = AsyncThrowingStream.makeStream(of: LiveService.self)
        Task.detached {
            do {
                try await serve { service in
                    told.yield(service)
                    let end = AsyncStream.makeStream(of: Void.self)
                    for await _ in end.stream {}
                    end.continuation.finish()
                }
                told.finish()
            } catch {
                told.finish(throwing: error)
            }
        }
        return Task.detached {
            for try await service in services { return service }
            throw NoAnswer(received: "The shared service has ended.")
        }
    }
}

/// Calls `work` with a card service without a sandbox around it, which it shares with other tests that run at the same
/// time. So `work` may make only what no other test looks at, such as an access token or a merchant, may change nothing
/// else, and may not look at the log.
package func withSharedLiveService(_ work: (LiveService) async throws -> Void) async throws {
    RunningTest.hasBegun()
    try await work(try await SharedService.live.value)
}

/// The same for a card service with a sandbox around it. `work` may not look at the journal either.
package func withSharedSandboxService(_ work: (LiveService) async throws -> Void) async throws {
    RunningTest.hasBegun()
    try await work(try await SharedService.sandbox.value)
}
