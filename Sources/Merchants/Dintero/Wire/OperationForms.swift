import HTTPContract
import HTTPTypes

/// The common parts of the operations.
extension DinteroOperations {
    private static let server = Operation.Noun("Checkout", "Sessions and transactions of a merchant.")
    private static let inApp = Operation.Noun("App", "Operations that the customer's app calls.")

    private static let merchant = Audience(
        "dintero-account", "a merchant's server, with a token of its account",
        by: SecurityScheme(
            "accountToken", .bearer(format: nil), "The token of POST /v1/accounts/{account_id}/auth/token."))
    static let login = Audience(
        "dintero-client", "a merchant's server, with its client's id and secret",
        by: SecurityScheme("client", .basic, "The client's id and secret."))
    private static let anyone = Audience("dintero-app", "anyone who knows the session", by: nil)

    static func account(
        _ name: String, _ summary: String, _ method: HTTPRequest.Method, _ path: String, _ description: String,
        by audience: Audience? = nil, _ answer: ObjectSchema, _ payload: Operation.Payload,
        _ codes: [DinteroErrorCode], query: [QueryParameter] = [], isArray: Bool = false
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: server, method: method, path: path,
            audience: audience ?? merchant, successStatus: .ok, answer: answer, answersArray: isArray, query: query,
            payload: payload, headers: [.requestID], errorCodes: [],
            otherErrors: errors(codes, readsBody: method != .get))
    }

    static func app(
        _ name: String, _ summary: String, _ method: HTTPRequest.Method, _ path: String, _ description: String,
        _ answer: ObjectSchema, _ payload: Operation.Payload, _ codes: [DinteroErrorCode],
        query: [QueryParameter] = []
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: inApp, method: method, path: path,
            audience: anyone, successStatus: .ok, answer: answer, query: query, payload: payload,
            headers: [.requestID], errorCodes: [], otherErrors: errors(codes, readsBody: method != .get))
    }

    static func wallet(
        _ name: String, _ summary: String, _ last: String, _ description: String, _ answer: ObjectSchema,
        _ body: ObjectSchema, query: [QueryParameter] = []
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: inApp, method: .post,
            path: "/apple-pay/v1/{account_id}/payments/{payment_id}/\(last)", audience: anyone, successStatus: .ok,
            answer: answer, query: query, payload: .json(body), bodyLimitBytes: submitLimitBytes,
            headers: [.requestID], errorCodes: [],
            otherErrors: errors([.invalid, .unauthorized, .forbidden, .conflict], readsBody: true))
    }

    private static func errors(
        _ codes: [DinteroErrorCode], readsBody: Bool
    ) -> [Operation.Answer] {
        let ofBody: [DinteroErrorCode] = readsBody ? [.tooLarge, .mediaType] : []
        let statuses = Set((codes + ofBody + [.invalid]).map(\.status)).sorted { $0.code < $1.code }
        return statuses.map { status in
            let headers: [Operation.Header] = switch status {
            case .unauthorized: [.requestID, .challenge]
            case .tooManyRequests: [.requestID, .retryAfter, .rateLimit, .rateLimitPolicy]
            case .unsupportedMediaType: [.requestID, .acceptEncoding]
            default: [.requestID]
            }
            return Operation.Answer(status: status, body: errorBody, headers: headers)
        }
    }

    static let errorBody = ObjectSchema(
        name: "DinteroError",
        members: [
            .init(
                name: "error",
                kind: .object(
                    ObjectSchema(
                        name: "DinteroErrorDetail",
                        members: [
                            .init(
                                name: "code", kind: .string, isRequired: true, example: "FORBIDDEN",
                                description: "One of the codes."),
                            .init(
                                name: "message", kind: .string, isRequired: true,
                                example: "The token does not allow this.", description: "In words."),
                            .init(
                                name: "errors", kind: .objects(errorField, maximumCount: nil),
                                description: "Everything that is wrong with the members of the request."),
                        ])),
                isRequired: true, description: "What is wrong.")
        ])

    private static let errorField = ObjectSchema(
        name: "DinteroErrorField",
        members: [
            .init(name: "field", kind: .string, isRequired: true, example: "order.amount", description: "The member."),
            .init(
                name: "message", kind: .string, isRequired: true, example: "is required",
                description: "What is wrong with it."),
        ])
}
