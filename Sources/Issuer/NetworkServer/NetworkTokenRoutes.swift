import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

import struct HTTPContract.Operation

extension NetworkOperations {
    /// What a network's token service asks and reports.
    public static let sendTokenMessage = Operation(
        name: "sendTokenMessage", summary: "Send a message of a network's token service",
        description: """
            Answers whether a card can have a token and whether a token may be issued, identifies the cardholder by a \
            code, and records what has happened to a token. The status is 200 even if the issuer declines, because \
            that is an answer. The same `networkReference` again gets the same answer and has no second effect.
            """,
        noun: sendMessage.noun, method: .post, path: "/network/tokens",
        audience: .anyone, successStatus: .ok, answer: TokenMessageAnswer.schema, payload: .json(tokenMessage),
        headers: [],
        errorCodes: [
            .bodyNotReadable, .fieldErrors, .operationNotAllowed, .customerNotAllowed, .entityNotFound,
            .tokenizationConflict, .tooManyRequests,
        ])

    public static let tokenMessage = TokenMessageBody.schema
}

/// Answers the messages of networks' token services.
struct NetworkTokenRoutes: Sendable {
    let issuing: Issuing

    func register(on router: Router<ServiceContext>) {
        router.on(NetworkOperations.sendTokenMessage, answer)
    }

    @Sendable private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let message = try await request.json(TokenMessageBody.self).accepted { $0.message }
        return Response(status: .ok, json: TokenMessageAnswer(answer: try await issuing.answer(message)))
    }
}
