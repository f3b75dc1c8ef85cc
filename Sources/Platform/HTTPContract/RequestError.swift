import Validation

/// Why a request cannot be read, before any rule is checked.
///
/// Each API chooses the code for each cause, because gateways of different makers report the same mistake in different
/// words.
public struct RequestError: Error, Sendable, Hashable {
    public let cause: Cause
    /// A full sentence for the developer; empty if ``fieldErrors`` say everything.
    public let message: String
    public let fieldErrors: [FieldError]

    public enum Cause: Sendable, Hashable, CaseIterable {
        case bodyNotReadable
        case bodyTooLarge
        case mediaTypeNotSupported
        /// The body is compressed, or its `Content-Encoding` says so.
        case contentCodingNotSupported
        case fieldsNotAcceptable
        /// Only `limit` or `offset` in the query is wrong.
        case pagingNotAcceptable
        case idempotencyKeyNotValid
        case hostNotValid
        case noSuchOperation
        case methodNotAllowed
    }

    public init(_ cause: Cause, _ message: String) {
        self.cause = cause
        self.message = message
        fieldErrors = []
    }

    public init(fieldErrors: [FieldError], _ cause: Cause = .fieldsNotAcceptable) {
        self.cause = cause
        self.fieldErrors = fieldErrors
        message = ""
    }
}
