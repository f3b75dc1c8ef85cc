import HTTPContract
import HTTPTypes

extension Operation {
    /// The same operation, with another method.
    func with(_ method: HTTPRequest.Method) -> Operation {
        var other = Operation(
            name: "\(name)By\(method.rawValue.prefix(1))\(method.rawValue.dropFirst().lowercased())", summary: summary,
            description: description, noun: noun, method: method, path: path, audience: audience,
            successStatus: successStatus, answer: answer, query: query, payload: payload, headers: headers,
            errorCodes: errorCodes, otherErrors: otherErrors)
        other.textAnswer = textAnswer
        return other
    }
}

/// The common parts of the operations.
extension CardPointeOperations {
    private static let gateway = Operation.Noun("Gateway", "Payments with cards and with tokens.")
    private static let cardSecure = Operation.Noun("CardSecure", "Tokens for what must not be stored.")

    private static let merchants = Audience(
        "merchant", "a merchant of the gateway, with its login",
        by: SecurityScheme("merchantLogin", .basic, "The username and the password of the merchant's login."))
    private static let anyone = Audience(
        "anyone", "anyone; with a merchant's login, tokens of wallets are opened for its merchants", by: nil)

    static func cardSecure(
        _ name: String, _ summary: String, _ path: String, _ description: String, _ payload: ObjectSchema,
        answer: ObjectSchema, readsLogin: Bool = false
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: cardSecure, method: .post, path: path,
            audience: anyone, successStatus: .ok, answer: answer, payload: .json(payload),
            bodyLimitBytes: bodyLimitBytes, headers: [.requestID], errorCodes: [],
            otherErrors: errors(
                [.badRequest] + (readsLogin ? [.unauthorized] : []) + [.notFound, .unsupportedMediaType]
                    + (readsLogin ? [.tooManyRequests] : [])))
    }

    /// Device data is up to 64 KiB long.
    static let bodyLimitBytes = 128 * 1024

    static func testing(
        _ method: HTTPRequest.Method, _ name: String, _ description: String, _ payload: Operation.Payload
    ) -> Operation {
        var operation = Operation(
            name: name, summary: "Test a login", description: description, noun: gateway, method: method,
            path: "/cardconnect/rest", audience: merchants, successStatus: .ok,
            answer: payload == .none ? nil : GatewayAnswers.refusal, payload: payload, headers: [.requestID],
            errorCodes: [],
            otherErrors: errors(
                [.badRequest, .unauthorized, .tooManyRequests] + (payload == .none ? [] : [.unsupportedMediaType])))
        operation.textAnswer = TextBody(
            mediaType: "text/html", description: "A page with one heading.",
            example: "<h1>CardConnect REST Servlet</h1>")
        return operation
    }

    static func changing(
        _ name: String, _ summary: String, _ path: String, _ description: String, _ payload: ObjectSchema,
        _ answer: ObjectSchema
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: gateway, method: .put, path: path,
            audience: merchants, successStatus: .ok, answer: answer, payload: .json(payload), headers: [.requestID],
            errorCodes: [],
            otherErrors: errors([.badRequest, .unauthorized, .unsupportedMediaType, .tooManyRequests]))
    }

    /// - Parameter isArray: whether the answer is a list; a refusal is one object.
    static func asking(
        _ name: String, _ summary: String, _ path: String, _ description: String, query: [String] = [],
        method: HTTPRequest.Method = .get, secretPathParameters: Set<String> = [], answer: ObjectSchema,
        isArray: Bool = false, text: TextBody? = nil
    ) -> Operation {
        var operation = Operation(
            name: name, summary: summary, description: description, noun: gateway, method: method, path: path,
            audience: merchants, successStatus: .ok, answer: answer, answersArray: isArray,
            query: ReportParameters.schema.filter { query.contains($0.name) }, headers: [.requestID],
            errorCodes: [], otherErrors: errors([.badRequest, .unauthorized, .tooManyRequests]))
        (operation.answersOneInPlaceOfArray, operation.textAnswer) = (isArray, text)
        operation.secretPathParameters = secretPathParameters
        return operation
    }

    static let noBatches = TextBody(
        mediaType: "text/plain", description: "If there are no batches.", example: "Null batches")

    private static func errors(_ statuses: [HTTPResponse.Status]) -> [Operation.Answer] {
        statuses.map { status in
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
        name: "CardPointeError",
        members: [
            .init(
                name: "message", kind: .string, isRequired: true, example: "Unauthorized",
                description: "What is wrong."),
            .init(
                name: "errorcode", kind: .integer(nil), isRequired: true, example: "401",
                description: "A code of CardSecure, or else the status."),
        ])
}

/// The parameters of reports. Others are ignored.
private struct ReportParameters: RequestQuery {
    var merchant: String?
    var date: String?
    var batch: String?

    static let parameters: [BoundParameter<ReportParameters>] = [
        .text("merchid", \.merchant, "The merchant's number."),
        .text("date", \.date, "MMDD of this year, or YYYYMMDD."),
        .text("batchid", \.batch, "The number of a batch: ten digits."),
    ]
}
