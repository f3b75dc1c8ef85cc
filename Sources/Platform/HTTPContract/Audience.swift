/// The callers that may use an operation, and how they prove who they are.
public struct Audience: Sendable, Hashable {
    /// One word that identifies the audience.
    public let name: String
    /// A short description, for readers of the reference page.
    public let description: String
    /// How the caller authenticates; nil if no proof is needed.
    public let scheme: SecurityScheme?
    /// Another way to authenticate, instead of ``scheme``.
    public let alternative: SecurityScheme?
    /// The scopes that the caller's token must have.
    public let scopes: [String]
    /// The error codes for a caller outside this audience.
    public let errorCodes: [ErrorCode]
    /// Whether a request without credentials may also be accepted.
    public let isOptional: Bool

    public init(
        _ name: String, _ description: String, by scheme: SecurityScheme?, or alternative: SecurityScheme? = nil,
        scopes: [String] = [], isOptional: Bool = false, refusedBy errorCodes: [ErrorCode] = []
    ) {
        self.name = name
        self.description = description
        self.scheme = scheme
        self.alternative = alternative
        self.scopes = scopes
        self.isOptional = isOptional
        self.errorCodes = errorCodes
    }

    var schemes: [SecurityScheme] { [scheme, alternative].compactMap(\.self) }
}

/// A method to authenticate the caller by HTTP's `Authorization` (RFC 9110, section 11).
public struct SecurityScheme: Sendable, Hashable {
    /// Its name in OpenAPI.
    public let name: String
    public let kind: Kind
    public let description: String

    public enum Kind: Sendable, Hashable {
        /// RFC 7617.
        case basic
        /// RFC 6750; OpenAPI calls the format `bearerFormat`.
        case bearer(format: String?)
    }

    public init(_ name: String, _ kind: Kind, _ description: String) {
        self.name = name
        self.kind = kind
        self.description = description
    }
}
