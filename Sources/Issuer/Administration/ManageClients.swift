import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// A client as its operators see it.
public struct ClientState: Sendable, Equatable {
    public let brand: String
    public let id: String
    public let mayExchange: Bool
    public let isBusiness: Bool
    /// Until when the secret before is accepted, too; nil if only the newest one is.
    public let earlierSecretEndsAt: Date?
    public let disabledAt: Date?
}

extension Administration {
    /// The clients of a brand, by their ids.
    public func clients(of brand: String) async throws(IssuingFailure) -> [ClientState] {
        let clients = try await reading(ClientStatements.ofBrand(.text(brand), .timestamp(clock.now())))
        if clients.isEmpty, try await reading(BrandStatements.exists(.text(brand))).first != true {
            throw .refused(.brand(.notFound))
        }
        return clients
    }

    /// How long the secret before may still be accepted: up to 30 days.
    public static let secretOverlapsInSeconds = 0...2_592_000

    /// Gives a client a new secret, which is stored nowhere. The secret before is accepted for some seconds more, so
    /// that all instances of the client can change; with none it ends at once. One that still ends is replaced.
    ///
    /// - Parameter overlap: within ``secretOverlapsInSeconds``.
    /// - Returns: the secret; nil if there is no such client.
    public func rotateSecret(
        of client: String, in brand: String, keepingEarlierFor overlap: Int
    ) async throws(IssuingFailure) -> String? {
        let secret = newSecret()
        let hash = issuing.vault.clientSecretHash(secret)
        let end = overlap == 0 ? nil : clock.now() + TimeInterval(overlap)
        let isKnown = try await change(
            client, of: brand, as: .clientSecretRotated,
            by: ClientStatements.rotate(
                .text(brand), .text(client), .bytes(hash.bytes), .timestamp(end), .integer(hash.keyVersion)))
        return isKnown ? secret : nil
    }

    /// Disables a client, or enables it again. A disabled client gets no token, and cannot renew one.
    ///
    /// - Returns: false if there is no such client.
    public func set(isDisabled: Bool, of client: String, in brand: String) async throws(IssuingFailure) -> Bool {
        try await change(
            client, of: brand, as: isDisabled ? .clientDisabled : .clientEnabled,
            by: ClientStatements.disable(
                .text(brand), .text(client), .timestamp(isDisabled ? clock.now() : nil)))
    }

    /// Ends the grants of a client: refresh tokens from before are refused. Access tokens end by themselves, within a
    /// quarter of an hour.
    ///
    /// - Returns: false if there is no such client.
    public func revokeTokens(of client: String, in brand: String) async throws(IssuingFailure) -> Bool {
        try await change(
            client, of: brand, as: .clientTokensRevoked,
            by: ClientStatements.revokeTokens(.text(brand), .text(client), .timestamp(clock.now())))
    }

    private func change(
        _ client: String, of brand: String, as act: AuditedAct, by change: Query<String>
    ) async throws(IssuingFailure) -> Bool {
        try await database.transaction { tx throws(IssuingFailure) in
            guard try !tx.run(change).isEmpty else { return false }
            _ = try tx.commit(issuing.recording(act, about: "\(brand)/\(client)"))
            return true
        }
    }
}
