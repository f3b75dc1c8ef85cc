import CardSecrets
import Crypto
import Foundation
import Gateways
import Identifiers
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
    package static var statements: [AnyStatement] { StitchClientStatements.all + StitchWebhookStatements.all }

    /// Adds a client, or changes it.
    ///
    /// - Parameter secret: at least 16 bytes that cannot be guessed; only its hash is kept.
    public func set(_ client: StitchClient, secret: String) async throws(PostgresFailure) {
        _ = try await database.write(setting(client, secret: secret))
    }

    /// The query that does so, for a caller's transaction.
    package func setting(_ client: StitchClient, secret: String) -> Query<Void> {
        StitchClientStatements.set(
            .text(client.id), .text(client.merchant.rawValue), .bytes(vault.clientSecretHash(secret).bytes),
            .bytes(client.assertionKey), .textArray(client.scopes.map(\.rawValue).sorted()),
            .textArray(client.redirectURIs), .boolean(client.isTest), .boolean(client.requiresSecure3d),
            .boolean(client.requiresDeviceInformation), .boolean(client.isScopeStrict))
    }

    /// Nil if there is no such client.
    func find(_ id: String) async throws(PostgresFailure) -> StoredClient<StitchClient>? {
        guard ClientCredentials.isName(id) else { return nil }
        return try await database.read(StitchClientStatements.find(.text(id))).first
    }

    /// Remembers an assertion until it expires.
    ///
    /// - Returns: false if it was used before.
    func claim(_ assertion: ClientAssertion, of client: String) async throws(PostgresFailure) -> Bool {
        let digest = Array(SHA256.hash(data: Array(assertion.id.utf8)))
        return try await database.write(
            StitchClientStatements.claim(.text(client), .bytes(digest), .timestamp(assertion.endsAt))
        ).first == true
    }

    /// Forgets the assertions that have expired. Any number of servers may call it at once.
    public func forgetAssertions(endedBefore now: Date) async throws(PostgresFailure) {
        let query = StitchClientStatements.forgetAssertions(.timestamp(now))
        while let count = try await database.write(query).first, count > 0 {}
    }

    /// Whether a client of the merchant may send customers to an address.
    func isListed(_ address: String, by merchant: MerchantID) async throws(PostgresFailure) -> Bool {
        try await database.read(
            StitchClientStatements.lists(.text(merchant.rawValue), .text(ReturnURL.listed(address)))
        ).first == true
    }
}
