import HTTPContract
import HTTPService
import HTTPTypes
import Validation

struct CardSecureRoutes {
    let gateway: CardPointe

    func register(on router: Router<RequestContext>) {
        router.on(CardPointeOperations.tokenize, tokenize)
        router.on(CardPointeOperations.echo, echo)
    }

    @Sendable private func tokenize(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try await request.gatewayFields()
        let token = try await gateway.tokenize(
            fields, of: gateway.recipients(request, context), hasLogin: request.headers[.authorization] != nil)
        return gateway.response([
            "message": "No Error", "errorcode": 0, "token": .string(token.text),
        ])
    }

    @Sendable private func echo(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try await request.gatewayFields()
        guard fields.has(.message) else { throw CardSecureError(.missingParameter, "message") }
        let message = try translating({ CardSecureError(.illegalCharacters, $0.explanation) }) {
            () throws(Refused) in
            try fields.text(.message) ?? ""
        }
        return gateway.response(["message": .string(message), "errorcode": 0])
    }
}

extension Request {
    /// The members of a JSON body.
    func gatewayFields() async throws -> RequestFields {
        try requireMediaType("application/json")
        return try RequestFields(try await bodyBytes(upTo: CardPointeOperations.bodyLimitBytes))
    }
}

extension CardPointe {
    func response(_ body: JSONValue, headers: HTTPFields = [:], explanation: String? = nil) -> Response {
        let body = settings.answersAreUnsteady ? UnsteadyAnswers(entropy: entropy).unsteady(body) : body
        var response = Response(status: .ok, json: body, headers: headers)
        response.explanation = explanation
        return response
    }

    func response(_ fields: AnswerFields, headers: HTTPFields = [:]) -> Response {
        response(fields.json, headers: headers, explanation: fields.explanation)
    }
}
