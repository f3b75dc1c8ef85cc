import HTTPTypes

/// A code that an error answer carries, and what its API says about it.
///
/// Each API declares its own codes, all of them in one file, so that its page of errors is complete.
public struct ErrorCode: Sendable {
    /// What the wire shows.
    public let rawValue: String
    public let status: HTTPResponse.Status
    public let origin: Origin
    /// What has happened, in a sentence.
    public let meaning: String
    /// What the caller can do about it, in a sentence.
    public let remedy: String
    /// Whether the answer is kept under the request's `Idempotency-Key`, because the refusal itself had an effect.
    public let isKept: Bool
    /// Whether the answer holds something that no cache may keep.
    public let answersSecret: Bool

    /// Who says so.
    public enum Origin: String, Sendable {
        /// The public documentation of the API names the code.
        case documented
        /// Chosen here, in the documented style, where nothing public says what the answer is.
        case decided
    }

    public init(
        _ rawValue: String, _ status: HTTPResponse.Status, _ origin: Origin, isKept: Bool = false,
        answersSecret: Bool = false, meaning: String, remedy: String
    ) {
        self.rawValue = rawValue
        self.status = status
        self.origin = origin
        self.meaning = meaning
        self.remedy = remedy
        self.isKept = isKept
        self.answersSecret = answersSecret
    }
}

extension ErrorCode: Hashable {
    public static func == (one: ErrorCode, other: ErrorCode) -> Bool { one.rawValue == other.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
