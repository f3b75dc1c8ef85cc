import Identifiers
import Issuing
import JWTKit

/// The claims of both kinds of token. The header's `typ` says which kind it is, so that one is never accepted as the
/// other (RFC 8725, section 3.11).
struct TokenClaims: JWTPayload {
    /// RFC 9068, section 2.1.
    static let accessType = "at+jwt"
    static let refreshType = "rt+jwt"

    /// Tokens with another issuer or another audience are refused.
    static let issuer = "tessera"
    static let audience = "card-service"

    let iss: String
    let aud: String
    /// The customer's id, or the client's id if there is no customer.
    let sub: String
    let exp: Int
    let nbf: Int
    let iat: Int
    let jti: String
    let scope: String
    let brand: String
    let clientID: String
    let kind: Kind
    /// Only in refresh tokens: the family, and the token's generation in it.
    let family: RefreshFamilyID?
    let generation: Int?

    enum Kind: String, Codable, Sendable {
        case configuration, business, customer
    }

    enum CodingKeys: String, CodingKey {
        case iss, aud, sub, exp, nbf, iat, jti, scope, brand, kind, family, generation
        case clientID = "client_id"
    }

    /// `TokenMint` checks the times, because this call does not know the service's clock.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
