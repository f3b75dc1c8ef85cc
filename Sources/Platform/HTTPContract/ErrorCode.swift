import HTTPTypes

/// The code of an error response, with its texts.
///
/// Each API declares all its codes in one file, so its error page is complete.
public struct ErrorCode: Sendable {
    /// The text on the wire.
    public let rawValue: String
    public let status: HTTPResponse.Status
    public let origin: Origin
    /// The cause of the error, in one sentence.
    public let meaning: String
    /// The advice to the caller, in one sentence.
    public let remedy: String
    /// Whether the response is stored under the request's `Idempotency-Key`, because the refusal itself had an effect.
    public let isKept: Bool
    /// Whether the response contains a secret, which no cache may keep.
    public let answersSecret: Bool
    /// Whether the response may say in `RateLimit` which limit was reached.
    public let statesLimit: Bool

    /// Where the code comes from.
    public enum Origin: String, Sendable {
        /// The public documentation of the API names the code.
        case documented
        /// Chosen here in the documented style, because no public document names a code.
        case decided
    }

    public init(
        _ rawValue: String, _ status: HTTPResponse.Status, _ origin: Origin, isKept: Bool = false,
        answersSecret: Bool = false, statesLimit: Bool = false, meaning: String, remedy: String
    ) {
        self.rawValue = rawValue
        self.status = status
        self.origin = origin
        self.meaning = meaning
        self.remedy = remedy
        self.isKept = isKept
        self.answersSecret = answersSecret
        self.statesLimit = statesLimit
    }
}

extension ErrorCode: Hashable {
    public static func == (one: ErrorCode, other: ErrorCode) -> Bool { one.rawValue == other.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
