import Gateways
import GraphQL
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

/// Errors of a request in GraphQL's shape. Those of an operation are in its answer.
struct StitchErrors: GatewayErrors {
    static let notAuthenticated = "UNAUTHENTICATED"
    private static let badRequest = "BAD_REQUEST"

    var messages: GatewayMessages { .stitch }

    func answer(to error: any Error) -> Response? {
        guard error is NotAuthenticated else { return nil }
        return Self.response(
            .unauthorized, Self.notAuthenticated, "A valid client token is required: Authorization: Bearer ….",
            [.wwwAuthenticate: "Bearer"])
    }

    func answer(to refusal: PaymentRefusal) -> Response {
        Self.response(.badRequest, StitchErrorCode.invalidInput.rawValue, "\(refusal)")
    }

    func answer(to error: RequestError) -> Response {
        Self.response(error.usualStatus, Self.badRequest, error.message)
    }

    func answerToBrokenBody() -> Response {
        Self.response(.badRequest, Self.badRequest, "The request body ends early.")
    }

    func answer(to route: NoRoute, of request: Request) -> Response {
        let isThere = !route.allowed.isEmpty
        return Self.response(
            isThere ? .methodNotAllowed : .notFound, "NOT_FOUND", "There is no such operation.",
            isThere ? [.allow: route.methods] : [:])
    }

    /// The body of an answer whose operation did not run.
    static let schema = ObjectSchema(
        name: "StitchErrors",
        members: [
            .init(
                name: "errors", kind: .objects(error, maximumCount: nil), isRequired: true,
                description: "What is wrong.")
        ])

    private static let error = ObjectSchema(
        name: "StitchError",
        members: [
            .init(
                name: "message", kind: .string, isRequired: true, example: "Too Many Requests.",
                description: "A sentence for people."),
            .init(
                name: "extensions",
                kind: .object(
                    ObjectSchema(
                        name: "StitchErrorExtensions",
                        members: [
                            .init(
                                name: "code", kind: .string, isRequired: true, example: "TOO_MANY_REQUESTS",
                                description: "A code for programs.")
                        ])),
                isRequired: true, description: "More about the error."),
        ])

    static func response(
        _ status: HTTPResponse.Status, _ code: String, _ message: String, _ headers: HTTPFields = [:]
    ) -> Response {
        let error = GraphQLError(message, extensions: JSONObject([("code", .string(code))]))
        return Response(status: status, json: GraphQLResponse(data: nil, errors: [error]), headers: headers)
    }
}
