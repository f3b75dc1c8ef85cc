import HTTPContract
import HTTPTypes
import Validation

/// An error response: `{"error": {"code", "message", "details", "fieldErrors"}}`.
///
/// All four members are always present, so that a client need not distinguish a missing list from an empty one.
public struct Problem: Error, Sendable, Hashable {
    public let code: ErrorCode
    /// A full sentence for the developer: what was requested, the present state, and what would be accepted. It never
    /// contains a secret.
    public let message: String
    public let details: [String]
    public let fieldErrors: [FieldError]

    public init(_ code: ErrorCode, _ message: String, details: [String] = [], fieldErrors: [FieldError] = []) {
        self.code = code
        self.message = message
        self.details = details
        self.fieldErrors = fieldErrors
    }

    /// The response to a request with invalid fields. At most ``maximumFieldErrors`` are listed and the others are
    /// counted, so that a very wrong request does not cause a very long response.
    public init(fieldErrors: [FieldError], code: ErrorCode = .fieldErrors) {
        let listed = Array(fieldErrors.prefix(Self.maximumFieldErrors))
        var fields: [String] = []
        for error in listed where !fields.contains(error.field) { fields.append(error.field) }
        let count = listed.count == fieldErrors.count ? fields.count : Set(fieldErrors.map(\.field)).count
        let subject = count == 1 ? "One field is" : "\(count) fields are"
        let others = count == fields.count ? "" : " and \(count - fields.count) more"
        self.init(code, "\(subject) not acceptable: \(fields.joined(separator: ", "))\(others).", fieldErrors: listed)
    }

    /// The response to a request that could not be read.
    public init(_ error: RequestError) {
        if error.fieldErrors.isEmpty {
            self.init(ErrorCode(error.cause), error.message)
        } else {
            self.init(fieldErrors: error.fieldErrors, code: ErrorCode(error.cause))
        }
    }

    public static let maximumFieldErrors = 100

    public var status: HTTPResponse.Status { code.status }
}

extension Problem: AnswerBody {
    public static let members: [AnswerMember<Problem>] = [
        .member("error", { Content(problem: $0) }, "The error.")
    ]

    private struct Content: AnswerBody {
        let problem: Problem

        static let members: [AnswerMember<Content>] = [
            .member(
                "code", \.problem.code.rawValue, as: .enumeration(ErrorCode.cardService.map(\.rawValue)),
                example: ErrorCode.fieldErrors.rawValue, "The error code."),
            .member(
                "message", \.problem.message, example: "One field is not acceptable: deliveryAddress.city.",
                "A message for the developer."),
            .member("details", \.problem.details, "Further messages."),
            .member("fieldErrors", \.problem.fieldErrors, "All invalid fields."),
        ]
    }
}

extension Problem: Decodable {
    private enum EnvelopeKey: CodingKey { case error }
    private enum Key: CodingKey { case code, message, details, fieldErrors }

    public init(from decoder: any Decoder) throws {
        let error = try decoder.container(keyedBy: EnvelopeKey.self).nestedContainer(keyedBy: Key.self, forKey: .error)
        self.init(
            try error.decode(CodeOnTheWire.self, forKey: .code).code,
            try error.decode(String.self, forKey: .message),
            details: try error.decodeIfPresent([String].self, forKey: .details) ?? [],
            fieldErrors: try error.decodeIfPresent([FieldError].self, forKey: .fieldErrors) ?? [])
    }

    private struct CodeOnTheWire: Decodable {
        let code: ErrorCode

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let code = ErrorCode(cardService: text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a known code")
            }
            self.code = code
        }
    }
}
