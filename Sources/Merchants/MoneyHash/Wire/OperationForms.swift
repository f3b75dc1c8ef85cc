import Gateways
import HTTPContract
import HTTPTypes

/// The common parts of the operations.
extension MoneyHashOperations {
    private static let intents = Operation.Noun("Intents", "What customers pay, and how.")
    private static let others = Operation.Noun("Transactions", "What happens to money that was paid.")
    private static let tokens = Operation.Noun("Saved cards", "Cards that customers have saved.")
    private static let pages = Operation.Noun("Page", "Where customers pay without the merchant's app.")

    private static let merchant = Audience(
        "moneyhash-account", "a merchant's server, with its key in X-Api-Key", by: nil)
    private static let anyone = Audience("moneyhash-customer", "anyone who knows the intent", by: nil)

    private static let key = HeaderParameter(
        APIKey.header, .text, example: "YOUR_API_KEY", "The merchant's key for tests, or the live one.")
    private static let idempotency = HeaderParameter(
        IdempotencyName.header, .text, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
        "A UUID of version 4. The same answer comes again for 24 hours.")

    static func read(
        _ name: String, _ summary: String, _ path: String, _ description: String, _ answer: ObjectSchema
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: intents, method: .get, path: path,
            audience: merchant, successStatus: .ok, answer: Envelope.schema(around: answer),
            headers: [key, .requestID], errorCodes: [],
            otherErrors: errors([.unauthorized, .notFound, .tooManyRequests]))
    }

    /// - Parameter isOfIntent: whether it is about an intent, and not about a transaction.
    static func change(
        _ name: String, _ summary: String, _ path: String, _ description: String, _ answer: ObjectSchema,
        _ form: RequestForm?, isOfIntent: Bool = true, limitBytes: Int = Operation.usualBodyLimitBytes
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: isOfIntent ? intents : others, method: .post,
            path: path, audience: merchant, successStatus: .ok, answer: Envelope.schema(around: answer),
            payload: payload(form), bodyLimitBytes: limitBytes,
            headers: [key, idempotency, .requestID], errorCodes: [],
            otherErrors: errors([
                .badRequest, .unauthorized, .notFound, .conflict, .contentTooLarge, .unsupportedMediaType,
                .tooManyRequests,
            ]))
    }

    /// - Parameter answer: with its envelope.
    static func cards(
        _ name: String, _ summary: String, _ method: HTTPRequest.Method, _ path: String, _ description: String,
        _ answer: ObjectSchema, query: [QueryParameter] = []
    ) -> Operation {
        let isRead = method == .get
        return Operation(
            name: name, summary: summary, description: description, noun: tokens, method: method, path: path,
            audience: merchant, successStatus: .ok, answer: answer, query: query,
            headers: isRead ? [key, .requestID] : [key, idempotency, .requestID], errorCodes: [],
            otherErrors: errors(
                [.badRequest, .unauthorized, .notFound, .tooManyRequests]
                    + (isRead ? [] : [.conflict, .contentTooLarge, .unsupportedMediaType])))
    }

    static func page(
        _ name: String, _ summary: String, _ method: HTTPRequest.Method, _ path: String, _ description: String,
        _ form: ObjectSchema?
    ) -> Operation {
        var operation = Operation(
            name: name, summary: summary, description: description, noun: pages, method: method,
            path: path, audience: anyone, successStatus: .ok,
            payload: payload(page: form), headers: [.requestID], errorCodes: [])
        operation.textAnswer = html
        return operation
    }

    private static func payload(_ form: RequestForm?) -> Operation.Payload {
        if let form { .json(form.schema) } else { .none }
    }

    private static func payload(page form: ObjectSchema?) -> Operation.Payload {
        if let form { .form(form) } else { .none }
    }

    private static let html = TextBody(
        mediaType: "text/html", description: "A page for people.", example: "<!doctype html>")

    private static func errors(_ statuses: [HTTPResponse.Status]) -> [Operation.Answer] {
        statuses.map { status in
            let headers: [Operation.Header] = switch status {
            case .unauthorized: [.requestID, .challenge]
            case .tooManyRequests: [.requestID, .retryAfter, .rateLimit, .rateLimitPolicy]
            case .unsupportedMediaType: [.requestID, .acceptEncoding]
            default: [.requestID]
            }
            return Operation.Answer(status: status, body: Envelope.errorSchema, headers: headers)
        }
    }
}
