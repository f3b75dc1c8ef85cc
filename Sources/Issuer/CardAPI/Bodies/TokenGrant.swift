import HTTPContract
import Validation

/// The grant with which a client requests a token. It reads and writes the form of the token call.
public enum TokenGrant: Sendable, Hashable {
    /// For the client itself (RFC 6749, section 4.4).
    case clientCredentials(scope: String?)
    /// For a refresh token, which this uses up (RFC 6749, section 6).
    case refreshToken(String, scope: String?)
    /// For a person that the client acts for (RFC 8693, section 2.1). `subjectTokenType` says how `subjectToken` names
    /// the person.
    case tokenExchange(subjectToken: String, subjectTokenType: String, scope: String?)

    /// The type of a subject token that is a customer's id. The brand's backend answers for its correctness.
    public static let customerIDTokenType = "urn:tessera:token-type:customer-id"
    /// The only type of token that is issued (RFC 8693, section 3).
    public static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

    private static let exchangeGrantType = "urn:ietf:params:oauth:grant-type:token-exchange"

    /// The grant for a customer's token, which relies on the client's word.
    public static func customer(_ customerID: String, scope: String? = nil) -> TokenGrant {
        .tokenExchange(subjectToken: customerID, subjectTokenType: customerIDTokenType, scope: scope)
    }

    /// Reads a form. Parameters without a value count as absent, and unknown ones are ignored. No parameter may occur
    /// twice (RFC 6749, section 3.2) or contain a control character (appendix A).
    public init(parsing bytes: [UInt8]) throws(TokenErrorBody) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw TokenErrorBody(.invalidRequest, "The form is not UTF-8.")
        }
        var form: [String: String] = [:]
        for (name, value) in FormText.decode(text) where Self.parameterNames.contains(name) {
            guard let value else { throw TokenErrorBody(.invalidRequest, "\(name) is not percent-encoded UTF-8.") }
            guard !ControlCharacters.areIn(value) else {
                throw TokenErrorBody(.invalidRequest, "\(name) \(ControlCharacters.violation).")
            }
            guard !value.isEmpty else { continue }
            guard form.updateValue(value, forKey: name) == nil else {
                throw TokenErrorBody(.invalidRequest, "\(name) is given more than once.")
            }
        }
        func required(_ name: String) throws(TokenErrorBody) -> String {
            guard let value = form[name] else { throw TokenErrorBody(.invalidRequest, "\(name) is required.") }
            return value
        }
        switch try required("grant_type") {
        case "client_credentials":
            self = .clientCredentials(scope: form["scope"])
        case "refresh_token":
            self = .refreshToken(try required("refresh_token"), scope: form["scope"])
        case Self.exchangeGrantType:
            guard form["requested_token_type", default: Self.accessTokenType] == Self.accessTokenType else {
                throw TokenErrorBody(.invalidRequest, "requested_token_type must be \(Self.accessTokenType) or absent.")
            }
            self = .tokenExchange(
                subjectToken: try required("subject_token"), subjectTokenType: try required("subject_token_type"),
                scope: form["scope"])
        default:
            let accepted = "client_credentials, refresh_token, \(Self.exchangeGrantType)"
            throw TokenErrorBody(.unsupportedGrantType, "grant_type must be one of \(accepted).")
        }
    }

    /// The form as the client sends it.
    public var formText: String {
        let pairs: [(String, String?)] =
            switch self {
            case .clientCredentials(let scope):
                [("grant_type", "client_credentials"), ("scope", scope)]
            case .refreshToken(let token, let scope):
                [("grant_type", "refresh_token"), ("refresh_token", token), ("scope", scope)]
            case .tokenExchange(let subjectToken, let subjectTokenType, let scope):
                [
                    ("grant_type", Self.exchangeGrantType), ("subject_token", subjectToken),
                    ("subject_token_type", subjectTokenType), ("scope", scope),
                ]
            }
        return FormText.encode(pairs.compactMap { name, value in value.map { (name, $0) } })
    }

    private static let parameterNames: Set = [
        "grant_type", "refresh_token", "subject_token", "subject_token_type", "requested_token_type", "scope",
    ]
}

extension TokenGrant: CustomStringConvertible, CustomReflectable {
    /// Does not contain tokens.
    public var description: String {
        switch self {
        case .clientCredentials: "client credentials"
        case .refreshToken: "a refresh token"
        case .tokenExchange(_, let type, _): "a token exchange of type \(type)"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["grant": description], displayStyle: .enum) }
}

extension TokenGrant {
    /// The form of the token call: one object for all grants, because generators of clients make parameters of its
    /// members.
    public static let schema = ObjectSchema(
        name: "TokenGrant",
        members: [
            ObjectSchema.Member(
                name: "grant_type", kind: .enumeration(["client_credentials", "refresh_token", exchangeGrantType]),
                isRequired: true, example: exchangeGrantType, description: "The grant."),
            ObjectSchema.Member(
                name: "subject_token", kind: .string, pattern: TextForm.customerID, example: "10000001",
                description: "For a token exchange: the customer's id. The client guarantees that it speaks for this "
                    + "customer."),
            ObjectSchema.Member(
                name: "subject_token_type", kind: .enumeration([customerIDTokenType]), example: customerIDTokenType,
                description: "For a token exchange: the type of the subject token."),
            ObjectSchema.Member(
                name: "requested_token_type", kind: .enumeration([accessTokenType]), example: accessTokenType,
                description: "For a token exchange: the type of token to issue; this is the only one."),
            ObjectSchema.Member(
                name: "scope", kind: .enumeration([Audience.cardDataScope]), example: Audience.cardDataScope,
                description: "For a token exchange: the scope for card details and the PIN."),
            ObjectSchema.Member(
                name: "refresh_token", kind: .string, isSecret: true, pattern: TextForm.visibleASCII,
                example: exampleRefreshToken,
                description: "For `refresh_token`: the refresh token of the previous response; this request uses it "
                    + "up."),
        ],
        examples: [
            example("A customer's token", customer("10000001", scope: Audience.cardDataScope)),
            example("The client's own token", .clientCredentials(scope: nil)),
            example("A new token for a refresh token", .refreshToken(exampleRefreshToken, scope: nil)),
        ],
        shapes: [
            ObjectSchema.Shape(
                ["grant_type": ["client_credentials"]], required: ["grant_type"], absent: ["scope"]),
            ObjectSchema.Shape(["grant_type": ["refresh_token"]], required: ["grant_type", "refresh_token"]),
            ObjectSchema.Shape(
                ["grant_type": [exchangeGrantType]], required: ["grant_type", "subject_token", "subject_token_type"]),
        ])

    private static let exampleRefreshToken = "eyJhbGciOiJFUzI1NiJ9.eyJqdGkiOiI3In0.c2lnbmF0dXJl"

    private static func example(_ summary: String, _ grant: TokenGrant) -> ObjectSchema.Example {
        let form = FormText.decode(grant.formText).map { ($0, $1.map { JSONValue.string($0) }) }
        return ObjectSchema.Example(summary: summary, value: .members(form))
    }
}
