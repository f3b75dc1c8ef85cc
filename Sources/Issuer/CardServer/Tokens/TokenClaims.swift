import Foundation
import JWTKit

/// The claims of both kinds of token; which kind it is stands in the header's `typ`, and one is never taken for the
/// other (RFC 8725, section 3.11).
struct TokenClaims: JWTPayload {
    /// RFC 9068, section 2.1.
    static let accessType = "at+jwt"
    static let refreshType = "rt+jwt"

    /// What makes a token of another issuer, or for another service, no token here.
    static let issuer = "tessera"
    static let audience = "card-service"

    let iss: String
    let aud: String
    /// The customer's id, or the client's where there is no customer.
    let sub: String
    let exp: Int
    let nbf: Int
    let iat: Int
    let jti: String
    let scope: String
    let brand: String
    let clientID: String
    let kind: Kind
    /// Refresh tokens only: the family and which of its tokens this is.
    let family: UUID?
    let generation: Int?

    enum Kind: String, Codable, Sendable {
        case configuration, business, customer
    }

    enum CodingKeys: String, CodingKey {
        case iss, aud, sub, exp, nbf, iat, jti, scope, brand, kind, family, generation
        case clientID = "client_id"
    }

    /// Times are judged by the service's clock, which this call does not know; see `TokenMint`.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
