import HTTPContract
import HTTPTypes

/// An issued token (RFC 6749, section 5.1).
public struct TokenBody: Sendable, Hashable, Decodable {
    public var accessToken: String
    public var tokenType = "Bearer"
    /// Seconds until the access token expires.
    public var expiresIn: Int
    public var refreshToken: String?
    /// Seconds until the refresh token expires.
    public var refreshExpiresIn: Int?
    /// The granted scopes, separated by spaces.
    public var scope: String?
    public var idToken: String?
    /// Present only after a token exchange, which requires it (RFC 8693, section 2.2.1).
    public var issuedTokenType: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case refreshExpiresIn = "refresh_expires_in"
        case scope
        case idToken = "id_token"
        case issuedTokenType = "issued_token_type"
    }

    public init(
        accessToken: String, expiresIn: Int, refreshToken: String? = nil, refreshExpiresIn: Int? = nil,
        scope: String? = nil, idToken: String? = nil, issuedTokenType: String? = nil
    ) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.refreshExpiresIn = refreshExpiresIn
        self.scope = scope
        self.idToken = idToken
        self.issuedTokenType = issuedTokenType
    }
}

extension TokenBody: AnswerBody {
    public static let members: [AnswerMember<TokenBody>] = [
        .member("access_token", \.accessToken, isSecret: true, example: "eyJhbGciOiJIUzI1NiJ9…", "The access token."),
        .member("token_type", \.tokenType, as: .enumeration(["Bearer"]), example: "Bearer", "The token's type."),
        .member("expires_in", \.expiresIn, example: "900", "Seconds until the access token expires."),
        .member(
            "refresh_token", \.refreshToken, isSecret: true, example: "eyJhbGciOiJIUzI1NiJ9…",
            "A token that can be exchanged for new tokens, once."),
        .member("refresh_expires_in", \.refreshExpiresIn, example: "1800", "Seconds until the refresh token expires."),
        .member("scope", \.scope, example: "pci-dss-1", "The granted scopes, separated by spaces."),
        .member("id_token", \.idToken, isSecret: true, "An OpenID token about the customer; never sent."),
        .member(
            "issued_token_type", \.issuedTokenType, example: TokenGrant.accessTokenType,
            "The type of the issued token; present after a token exchange."),
    ]
}

/// A refused token request (RFC 6749, section 5.2). It is the only error response without the shape of a ``Problem``,
/// because OAuth libraries read it.
public struct TokenErrorBody: Error, Sendable, Hashable, Decodable {
    public let error: Code
    /// A sentence for the developer. RFC 6749 allows printable ASCII without `"` and `\`.
    public let errorDescription: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
    }

    public init(_ error: Code, _ errorDescription: String) {
        self.error = error
        self.errorDescription = errorDescription
    }

    /// 401 if the client or the customer did not authenticate, 400 for all other errors.
    public var status: HTTPResponse.Status {
        [.invalidClient, .interactionRequired].contains(error) ? .unauthorized : .badRequest
    }

    /// A registered error code, or an unknown one of a newer server.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let invalidRequest = Code(rawValue: "invalid_request")
        public static let invalidClient = Code(rawValue: "invalid_client")
        public static let invalidGrant = Code(rawValue: "invalid_grant")
        public static let invalidScope = Code(rawValue: "invalid_scope")
        public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
        public static let unsupportedGrantType = Code(rawValue: "unsupported_grant_type")
        /// The customer must authenticate; the name is that of OpenID Connect Core, section 3.1.2.6.
        public static let interactionRequired = Code(rawValue: "interaction_required")

        static let registered = [
            invalidRequest, invalidClient, invalidGrant, invalidScope, unauthorizedClient, unsupportedGrantType,
            interactionRequired,
        ].map(\.rawValue)
    }
}

extension TokenErrorBody: AnswerBody {
    public static let members: [AnswerMember<TokenErrorBody>] = [
        .member(
            "error", \.error.rawValue, as: .enumeration(Code.registered), example: "invalid_grant", "The error code."),
        .member(
            "error_description", \.errorDescription, example: "The refresh token was used, or has expired.",
            "A message for the developer."),
    ]
}
