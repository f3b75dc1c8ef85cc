import CardSecrets
import Payments
import Postgres

/// The clients of Stitch's API, in Postgres. Secrets are stored as keyed hashes.
public struct StitchClients: Sendable {
    let database: Database
    let vault: CardVault

    public init(database: Database, vault: CardVault) {
        self.database = database
        self.vault = vault
    }

    /// All statements, for the tests that prepare each one.
    package static var statements: [AnyStatement] { StitchClientStatements.all }

    /// Adds a client, or changes it.
    ///
    /// - Parameter secret: at least 16 bytes that nobody can guess; only its hash is kept.
    public func set(_ client: StitchClient, secret: String) async throws(PostgresFailure) {
        _ = try await database.write(
            StitchClientStatements.set(
                .text(client.id), .text(client.merchant.text), .bytes(vault.clientSecretHash(secret)),
                .bytes(client.assertionKey), .textArray(client.scopes.map(\.rawValue).sorted()),
                .textArray(client.redirectURIs), .boolean(client.isTest), .boolean(client.requiresSecure3d)))
    }

    /// Nil if there is no such client.
    func find(_ id: String) async throws(PostgresFailure) -> StoredStitchClient? {
        guard StitchClient.isName(id) else { return nil }
        return try await database.read(StitchClientStatements.find(.text(id))).first
    }

    /// Whether a client of the merchant may send customers to an address.
    func isListed(_ address: String, by merchant: MerchantID) async throws(PostgresFailure) -> Bool {
        try await database.read(StitchClientStatements.lists(.text(merchant.text), .text(address))).first == true
    }
}
