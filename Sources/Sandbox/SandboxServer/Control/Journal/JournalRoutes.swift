import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Lists, verifies and clears the recorded requests.
struct JournalRoutes {
    let journal: RequestJournal
    let operations: ControlledOperations

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listRequests, list),
            (SandboxOperations.clearRequests, forget),
            (SandboxOperations.verifyRequests, verify),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try JournalQuery.read(request.target.query)
        let filter = try query.filter(among: operations)
        let requests = journal.snapshot
        await requests.prepare()
        let found = requests.newestFirst.filter(filter)
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
            try VerifyBody.pattern(in: body.bytes, operation: operations.all.first { $0.name == body.value.operation })
        }
        let requests = journal.snapshot
        await requests.prepare()
        return Response(
            status: .ok, json: VerificationAnswer(pattern, among: requests.newestFirst, expected: expected))
    }
}
