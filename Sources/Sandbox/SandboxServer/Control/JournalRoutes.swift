import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import TrafficControl
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
        return Response(status: .ok, json: await journal.page(query, filter))
    }

    @Sendable private func forget(_ request: Request, _ context: ServiceContext) async throws -> Response {
        journal.forgetAll()
        return Response(status: .noContent)
    }

    /// Responds with 200 even if the expectation does not hold.
    @Sendable private func verify(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(VerifyBody.self)
        let expected = try body.accepted { $0.expected(among: operations) }
        let pattern = try body.value.pattern(in: body.bytes, among: operations)
        let changes = body.value.patience > .zero ? try watch(for: body.value.patience) : nil
        do throws(StepBudget.Exhausted) {
            let verification = try await journal.verify(pattern, expected: expected, waitingFor: changes)
            return Response(status: .ok, json: VerificationAnswer(verification: verification))
        } catch {
            throw Problem(fieldErrors: [
                FieldError(
                    "criteria", "take too long for so many requests; clear the requests, or shorten the patterns")
            ])
        }
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
