import Audit
import Cards
import CardSecrets
import Foundation
import Identifiers
import Identifiers
import Postgres

/// A client of a brand that has authenticated with its secret.
public struct Client: Equatable, Sendable {
    public let brand: String
    public let id: String
    /// Whether the client may get tokens of the brand's customers.
    public let mayExchange: Bool
    /// Whether the client's own tokens are business tokens.
    public let isBusiness: Bool
}

/// All refresh tokens from one grant; only the newest generation is valid.
public struct RefreshFamily: Sendable {
    public let id: RefreshFamilyID
    public let generation: Int
    /// The id of the access token that comes with this generation.
    public let accessTokenID: AccessTokenID
    public let customer: CustomerID?
    public let scope: String
    /// Until when this generation can be renewed.
    public let expiresAt: Date

    /// How long one generation is valid.
    public static let lifetimeSeconds: TimeInterval = 1800

    /// The lifetime of the whole family. Renewing does not extend it. After that, the client must exchange a token for
    /// the customer again.
    public static let familyLifetimeSeconds: TimeInterval = 24 * 60 * 60

    /// The outcome of using a refresh token.
    public enum Renewal: Sendable {
        case renewed(RefreshFamily)
        /// The token is valid, but another scope was granted.
        case scopeDiffers
        case notGood
    }
}

extension Issuing {
    /// The client with this secret, or nil. While a secret is replaced, both are accepted. An unknown or disabled
    /// client takes as long as a wrong secret.
    public func client(_ id: String, of brand: String, secret: String) async throws(IssuingFailure) -> Client? {
        let known = try await reading(
            TokenStatements.findClient(.text(brand), .text(id), .timestamp(clock.now()))).first
        let nobodys = [UInt8](repeating: 0, count: 32)
        let isNewest = vault.clientSecret(secret, matches: known?.secretHash ?? nobodys)
        let isEarlier = vault.clientSecret(secret, matches: known?.earlierSecretHash ?? nobodys)
        return isNewest || isEarlier ? known?.client : nil
    }

    public func isCustomer(_ customer: CustomerID, of brand: String) async throws(IssuingFailure) -> Bool {
        try await reading(CustomerStatements.belongs(.id(customer), .text(brand))).first ?? false
    }

    /// Begins a family of refresh tokens for a client that acts for no customer.
    public func openRefreshFamily(for client: Client) async throws(IssuingFailure) -> RefreshFamily {
        try await database.transaction { tx throws(IssuingFailure) in
            let (family, opening) = newFamily(for: client, customer: nil, scope: "")
            _ = try tx.commit(opening, recording(.tokenGranted, family))
            return family
        }
    }

    private func newFamily(
        for client: Client, customer: CustomerID?, scope: String
    ) -> (RefreshFamily, opening: Query<Void>) {
        let id = entropy.id(RefreshFamilyID.self)
        let now = clock.now()
        let expiresAt = now + RefreshFamily.lifetimeSeconds
        let opening = TokenStatements.openFamily(
            .id(id), .text(client.brand), .text(client.id), .id(customer), .text(scope),
            .timestamp(expiresAt), .timestamp(now + RefreshFamily.familyLifetimeSeconds))
        let family = RefreshFamily(
            id: id, generation: 1, accessTokenID: entropy.id(), customer: customer, scope: scope,
            expiresAt: expiresAt)
        return (family, opening)
    }

    /// A token exchange, which a brand can protect with strong customer authentication.
    ///
    /// - Parameter evidence: of the customer whom the token is for, who must be one of the client's brand.
    public func exchangeToken(
        for client: Client, scope: String, _ evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> RefreshFamily {
        let gate = gate(evidence)
        let (family, passage) = try await database.transaction { tx throws(IssuingFailure) in
            let (policies, events, devices, people) = try tx.run(
                gate.policy, gate.event, gate.device,
                CustomerStatements.findInBrand(.id(evidence.customer), .text(client.brand)))
            guard let person = people.first else { throw .refused(.customer(.notFound)) }
            try IssuingFailure.refusing { () throws(Refusal) in try person.restrictions.check(.login) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let (family, opening) = newFamily(for: client, customer: evidence.customer, scope: scope)
            _ = try tx.commit(opening, passage.use, recording(.tokenGranted, family))
            return (family, passage)
        }
        tell(passage)
        return family
    }

    /// The next generation, if the token is valid. If the token was used before, its family ends, because two callers
    /// have it and one of them must not (RFC 9700, section 4.14.2). The checks of the grant are repeated: whether the
    /// client may act for customers, and whether the customer still belongs to the brand and may log in.
    ///
    /// - Parameter scope: in its stored form: names in order, separated by one space; nil for the granted scope.
    public func renewRefreshFamily(
        _ id: RefreshFamilyID, generation: Int, scope: String? = nil, for client: Client
    ) async throws(IssuingFailure) -> RefreshFamily.Renewal {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let renewals = try tx.run(
                TokenStatements.renewFamily(
                    .id(id), .text(client.brand), .text(client.id), .integer(generation),
                    .timestamp(now), .timestamp(now + RefreshFamily.lifetimeSeconds), .text(scope),
                    .boolean(client.isBusiness), .integer(Int(RefreshFamily.familyLifetimeSeconds))))
            guard let renewal = renewals.first, renewal.isGood else {
                _ = try tx.commit(
                    recording(.secretRefused, .refused, about: id, detail: "refresh token"))
                return .notGood
            }
            guard let next = renewal.generation, let expiresAt = renewal.expiresAt else { return .scopeDiffers }
            let family = RefreshFamily(
                id: id, generation: next, accessTokenID: entropy.id(), customer: renewal.customer,
                scope: renewal.scope, expiresAt: expiresAt)
            _ = try tx.commit(recording(.tokenRenewed, family))
            return .renewed(family)
        }
    }

    /// Tells the audit trail which token a client got.
    private func recording(_ act: AuditedAct, _ family: RefreshFamily) -> Query<Void> {
        var granting = self
        granting.caller.tokenID = family.accessTokenID.description
        return granting.recording(act, about: family.id, of: family.customer, detail: family.scope)
    }
}
