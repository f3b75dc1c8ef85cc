import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import ServiceLifecycle
import Validation

/// Lists, verifies and clears the recorded requests.
struct JournalRoutes {
    let journal: RequestJournal
    let operations: ControlledOperations
    /// The names of the gateways that the service has.
    let gateways: [String]

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listRequests, list),
            (SandboxOperations.clearRequests, forget),
            (SandboxOperations.verifyRequests, verify),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try JournalQuery.read(request.target.query)
        let filter = try query.filter(among: operations, at: gateways)
        let requests = journal.snapshot
        if query.number == 0 { await requests.prepare() }
        let found = requests.newestFirst(only: query.number == 0 ? nil : query.number).filter(filter)
        let page = found.dropFirst(query.offset).prefix(query.limit)
        return Response(
            status: .ok,
            json: JournalAnswer(
                requests: Array(page), total: found.count, forgotten: requests.forgottenCount, query: query))
    }

    @Sendable private func forget(_ request: Request, _ context: ServiceContext) async throws -> Response {
        journal.forgetAll()
        return Response(status: .noContent)
    }

    /// Responds with 200 even if the expectation does not hold.
    @Sendable private func verify(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(VerifyBody.self)
        let expected = try body.accepted { $0.expected(among: operations) }
        let pattern = try IssuingFailure.refusing { () throws(Refusal) in
            try body.value.pattern(in: body.bytes, among: operations)
        }
        var verification = RequestVerification(pattern, expected: expected)
        let changes = body.value.patience > .zero ? try watch(for: body.value.patience) : nil
        let requests = journal.snapshot
        await requests.prepare()
        do throws(StepBudget.Exhausted) {
            try verification.look(at: requests)
            guard verification.canBecomeTrue, let changes else { return Response(verification) }
            verification = try await wait(for: verification, changes)
        } catch {
            throw Problem(fieldErrors: [
                FieldError(
                    "criteria", "take too long for so many requests; clear the requests, or shorten the patterns")
            ])
        }
        return Response(verification)
    }

    /// Looks at each request that arrives until the expectation holds or the time is over.
    private func wait(
        for verification: RequestVerification, _ changes: AsyncStream<Void>
    ) async throws(StepBudget.Exhausted) -> RequestVerification {
        let outcome: Result<RequestVerification, StepBudget.Exhausted> = await cancelWhenGracefulShutdown { [journal] in
            var verification = verification
            do throws(StepBudget.Exhausted) {
                for await _ in changes {
                    try verification.look(at: journal.snapshot)
                    if !verification.canBecomeTrue { break }
                }
                return .success(verification)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func watch(for time: Duration) throws(Problem) -> AsyncStream<Void> {
        guard let changes = journal.changes(within: time) else {
            throw Problem(
                .operationNotAllowed,
                "\(RequestJournal.watcherLimit) calls wait for requests, which is the limit; ask without "
                    + "withinMilliseconds, or wait in fewer calls.")
        }
        return changes
    }
}

extension Response {
    fileprivate init(_ verification: RequestVerification) {
        self.init(status: .ok, json: VerificationAnswer(verification: verification))
    }
}
