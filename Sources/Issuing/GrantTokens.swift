import Cards
import CardSecrets
import Foundation
import Postgres

/// A program of a brand's that asks for tokens, once it has shown its secret.
public struct Client: Equatable, Sendable {
    public let brand: String
    public let id: String
    /// May ask for tokens of the brand's customers.
    public let mayExchange: Bool
    /// Its own tokens open the business operations.
    public let isBusiness: Bool
}

public typealias RefreshFamilyID = ID<RefreshFamily>

/// The line of refresh tokens that one grant began; only its newest generation is good.
public struct RefreshFamily: Sendable {
    public let id: RefreshFamilyID
    public let generation: Int
    public let customer: CustomerID?
    public let scope: String
    /// Until when this generation can be renewed.
    public let expiresAt: Date

    /// How long one generation is good.
    public static let lifetimeSeconds: TimeInterval = 1800

    /// How long the whole family is, however often it is renewed. Then the client has to ask for the customer anew.
    public static let familyLifetimeSeconds: TimeInterval = 24 * 60 * 60

    /// What comes of a refresh token.
    public enum Renewal: Sendable {
        case renewed(RefreshFamily)
        /// It is still good, for the scope it was granted.
        case scopeDiffers
        case notGood
    }
}

extension Issuing {
    /// The client with this secret, or nil; an unknown client takes as long as a wrong secret.
    public func client(_ id: String, of brand: String, secret: String) async throws(IssuingFailure) -> Client? {
        let known = try await reading(TokenStatements.findClient(.text(brand), .text(id))).first
        let isRight = vault.clientSecret(secret, matches: known?.secretHash ?? [UInt8](repeating: 0, count: 32))
        return isRight ? known?.client : nil
    }

    public func isCustomer(_ customer: CustomerID, of brand: String) async throws(IssuingFailure) -> Bool {
        try await reading(CustomerStatements.belongs(.id(customer), .text(brand))).first ?? false
    }

    public func openRefreshFamily(
        for client: Client, customer: CustomerID?, scope: String
    ) async throws(IssuingFailure) -> RefreshFamily {
        let id = entropy.id(RefreshFamilyID.self)
        let now = clock.now()
        let expiresAt = now + RefreshFamily.lifetimeSeconds
        _ = try await writing(
            TokenStatements.openFamily(
                .id(id), .text(client.brand), .text(client.id), .id(customer), .text(scope),
                .timestamp(expiresAt), .timestamp(now + RefreshFamily.familyLifetimeSeconds)))
        return RefreshFamily(id: id, generation: 1, customer: customer, scope: scope, expiresAt: expiresAt)
    }

    /// The next generation, if the token is good. One that was used before ends its family, for then two hold it and
    /// one of them should not (RFC 9700, section 4.14.2). What was asked when the family began is asked again: whether
    /// the client may act for customers, and whether the customer is still one of the brand's.
    ///
    /// - Parameter scope: As it is kept, names in order and one space between them; nil for the one that was granted.
    public func renewRefreshFamily(
        _ id: RefreshFamilyID, generation: Int, scope: String? = nil, for client: Client
    ) async throws(IssuingFailure) -> RefreshFamily.Renewal {
        let now = clock.now()
        let renewals = try await writing(
            TokenStatements.renewFamily(
                .id(id), .text(client.brand), .text(client.id), .integer(generation),
                .timestamp(now), .timestamp(now + RefreshFamily.lifetimeSeconds), .text(scope),
                .boolean(client.isBusiness)))
        guard let renewal = renewals.first, renewal.isGood else { return .notGood }
        guard let next = renewal.generation, let expiresAt = renewal.expiresAt else { return .scopeDiffers }
        return .renewed(
            RefreshFamily(
                id: id, generation: next, customer: renewal.customer, scope: renewal.scope, expiresAt: expiresAt))
    }
}
