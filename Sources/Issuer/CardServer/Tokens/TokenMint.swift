import CardAPI
import Cards
import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Issuing
import JWTKit
import Synchronization
import Validation

/// Issues tokens and verifies them.
///
/// Tokens are signed with HMAC-SHA256 and the versioned token signing key. Only this service verifies them, so no
/// public key is needed. The algorithm is fixed, and `kid` selects one of our own keys. A verified token is remembered
/// until it expires, because every request of a session has the same one.
final class TokenMint: Sendable {
    static let accessLifetimeSeconds: TimeInterval = 900
    /// In bytes. Our tokens have a few hundred.
    private static let longestToken = 4096

    /// The keys of some versions.
    private struct Signing: Sendable {
        let versions: [Int]
        let newest: Int
        let keys: JWTKeyCollection
    }

    private let known: Mutex<Signing>
    private let issuing: Issuing
    private let verified = VerifiedTokens()

    init(_ issuing: Issuing) async {
        self.issuing = issuing
        known = Mutex(await Self.signing(with: issuing.vault.keys))
    }

    /// The keys of now. An operator may have added or retired a version since the last call.
    private func signing() async -> Signing {
        let (ring, known) = (issuing.vault.keys, self.known.withLock { $0 })
        guard
            known.versions != ring.versions(of: .tokenSigning) || known.newest != ring.current(.tokenSigning).version
        else { return known }
        let signing = await Self.signing(with: ring)
        self.known.withLock { $0 = signing }
        return signing
    }

    private static func signing(with ring: KeyRing) async -> Signing {
        let keys = JWTKeyCollection()
        for version in ring.versions(of: .tokenSigning) {
            guard let key = try? ring.key(.tokenSigning, version: version) else { continue }
            let bytes = key.secret.withBytes { Data($0) }
            await keys.add(
                hmac: HMACKey(from: bytes), digestAlgorithm: .sha256, kid: keyID(version),
                serializer: DefaultJWTSerializer(jsonEncoder: encoder))
        }
        return Signing(
            versions: ring.versions(of: .tokenSigning), newest: ring.current(.tokenSigning).version, keys: keys)
    }

    /// Writes members in the same order in every run, so that equal claims give the same text.
    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    private static func keyID(_ version: Int) -> JWKIdentifier { JWKIdentifier(string: "v\(version)") }
}

// MARK: Making

extension TokenMint {
    /// An access token with its refresh token, as the body of the response to the token call.
    ///
    /// - Parameter isExchanged: whether the grant is a token exchange. Then the response must name the type of the
    ///   token (RFC 8693, section 2.2.1).
    func issue(to client: Client, family: RefreshFamily, isExchanged: Bool) async throws -> TokenBody {
        let refreshSeconds = family.expiresAt.timeIntervalSince(issuing.clock.now()).rounded()
        let access = claims(client, family, lifetimeSeconds: Self.accessLifetimeSeconds, isRefresh: false)
        let refresh = claims(client, family, lifetimeSeconds: refreshSeconds, isRefresh: true)
        return TokenBody(
            accessToken: try await sign(access, type: TokenClaims.accessType),
            expiresIn: Int(Self.accessLifetimeSeconds),
            refreshToken: try await sign(refresh, type: TokenClaims.refreshType),
            refreshExpiresIn: Int(refreshSeconds), scope: family.scope,
            issuedTokenType: isExchanged ? TokenGrant.accessTokenType : nil)
    }

    private func claims(
        _ client: Client, _ family: RefreshFamily, lifetimeSeconds: TimeInterval, isRefresh: Bool
    ) -> TokenClaims {
        let now = Int(issuing.clock.now().timeIntervalSince1970)
        return TokenClaims(
            iss: TokenClaims.issuer, aud: TokenClaims.audience, sub: family.customer?.description ?? client.id,
            exp: now + Int(lifetimeSeconds), nbf: now, iat: now,
            jti: isRefresh ? issuing.entropy.uuid().spelled : family.accessTokenID.description,
            scope: family.scope, brand: client.brand,
            clientID: client.id,
            kind: family.customer != nil ? .customer : client.isBusiness ? .business : .configuration,
            family: isRefresh ? family.id : nil, generation: isRefresh ? family.generation : nil)
    }

    private func sign(_ claims: TokenClaims, type: String) async throws -> String {
        var header = JWTHeader()
        header.typ = type
        let signing = await self.signing()
        return try await signing.keys.sign(claims, kid: Self.keyID(signing.newest), header: header)
    }
}

// MARK: Verifying

extension TokenMint {
    /// The bearer of an access token that was verified before; nil if it must be verified.
    func verifiedIdentity(bearing token: String) -> Identity? { verified.identity(of: token, at: issuing.clock.now()) }

    /// The bearer of an access token.
    func identity(bearing token: String) async throws(Problem) -> Identity {
        guard token.utf8.count <= Self.longestToken else { throw Self.notOurs }
        let now = issuing.clock.now()
        let claims = try await self.claims(of: token, type: TokenClaims.accessType)
        guard let identity = Identity(claims) else { throw Self.invalid("has claims that this service does not issue") }
        verified.remember(identity, of: token, at: now)
        return identity
    }

    /// The client that a token names, although it may be forged; nil if it names none.
    func statedClient(in token: String) -> String? {
        guard token.utf8.count <= Self.longestToken else { return nil }
        return try? DefaultJWTParser().parse(Array(token.utf8), as: TokenClaims.self).payload.clientID
    }

    /// The family and generation of a refresh token; nil if this service did not issue it or if it has expired.
    func refreshed(by token: String) async -> (family: RefreshFamilyID, generation: Int)? {
        guard let claims = try? await claims(of: token, type: TokenClaims.refreshType),
            let family = claims.family, let generation = claims.generation
        else { return nil }
        return (family, generation)
    }

    private func claims(of token: String, type: String) async throws(Problem) -> TokenClaims {
        let (bytes, signing) = (Array(token.utf8), await self.signing())
        guard bytes.count <= Self.longestToken, Self.isSpelledAsIssued(token),
            let header = try? DefaultJWTParser().parse(bytes, as: TokenClaims.self).header,
            header.alg == "HS256", header.typ == type, let keyID = header.kid,
            signing.versions.contains(where: { Self.keyID($0).string == keyID }),
            let claims = try? await signing.keys.verify(bytes, as: TokenClaims.self)
        else { throw Self.notOurs }
        let now = issuing.clock.now().timeIntervalSince1970
        guard claims.iss == TokenClaims.issuer, claims.aud == TokenClaims.audience else {
            throw Self.invalid("is for another service")
        }
        guard TimeInterval(claims.nbf) <= now else { throw Self.invalid("is not valid yet") }
        guard now < TimeInterval(claims.exp) else {
            throw Self.invalid("has expired; get another with its refresh token or by a new token exchange")
        }
        return claims
    }

    private static let notOurs = invalid("was not issued by this service for this purpose, or was changed")

    /// Padding, the alphabet of plain Base64 and leftover bits at the end would spell the same bytes differently, and
    /// are not the token that was issued (RFC 7515, section 2). This matters for the signature itself, because it
    /// covers the text of the other two parts.
    private static func isSpelledAsIssued(_ token: String) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { Base64url.decode($0) != nil }
    }

    private static func invalid(_ why: String) -> Problem {
        Problem(.unauthorized, "The token \(why).")
    }
}

extension Identity {
    init?(_ claims: TokenClaims) {
        switch claims.kind {
        case .configuration: subject = .configuration
        case .business: subject = .business
        case .customer:
            guard let customer = CustomerID(claims.sub) else { return nil }
            subject = .customer(customer)
        }
        brand = claims.brand
        client = claims.clientID
        scopes = Set(claims.scope.split(separator: " ").map(String.init))
        expiresAt = Date(timeIntervalSince1970: TimeInterval(claims.exp))
        tokenID = claims.jti
    }
}
