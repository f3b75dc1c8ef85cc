import CardSecrets
import Foundation
import HTTPService
import Identifiers
import Payments
import Postgres
import Webhooks

/// The caller: a merchant's server, with its key for tests or its live one. Objects that were made with one key do not
/// exist for the other.
struct MoneyHashCaller: Hashable, Sendable {
    let merchant: MerchantID
    let isLive: Bool
}

/// The value of `X-Api-Key`.
enum APIKey {
    static let header = "X-Api-Key"

    static func isAcceptable(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension MoneyHash {
    /// Eight letters and digits, a dot, and 32 more.
    func drawKey() -> String {
        let letters = (0..<6).map { _ in ShortID.draw(from: entropy) }.joined()
        return "\(letters.prefix(8)).\(letters.dropFirst(8).prefix(32))"
    }

    /// The queries that give a merchant its keys, in place of those that it had, and have webhooks signed for it. Its
    /// agreed settings end.
    ///
    /// - Parameter testKey: like `liveKey`, a key that cannot be guessed; only the hashes of both are kept.
    package func enrolling(_ merchant: MerchantID, testKey: String, liveKey: String, at now: Date) -> [Query<Void>] {
        [
            ProviderStatements.forget(.text(merchant.rawValue)),
            APIKeyStatements.set(.bytes(hash(ofKey: testKey)), .text(merchant.rawValue), .boolean(false)),
            APIKeyStatements.set(.bytes(hash(ofKey: liveKey)), .text(merchant.rawValue), .boolean(true)),
            webhooks.subscribingToAddressedEvents(
                PaymentOutbox.owner(merchant, at: .moneyHash), of: MoneyHashAnnouncer.eventType,
                signingKey: SigningKey(text: signatureSecret(of: merchant)), in: MoneyHashDialect(), at: now),
        ]
    }

    /// The caller behind a request's key. It is read for each request, so a replaced key is refused at once.
    func caller(_ request: Request, _ context: RequestContext) async throws -> MoneyHashCaller {
        let keys = request.values(of: APIKey.header)
        guard let key = keys.first, keys.count == 1, APIKey.isAcceptable(key) else {
            throw MoneyHashError.notAuthenticated("Authentication credentials were not provided.")
        }
        // The hash is keyed, so the duration of the database's comparison reveals nothing about keys.
        let caller = try await context.proving(nil) {
            try await database.read(APIKeyStatements.find(.bytes(hash(ofKey: key)))).first
        }
        guard let caller else {
            throw MoneyHashError.notAuthenticated("Invalid API key.")
        }
        return caller
    }

    private func hash(ofKey key: String) -> [UInt8] {
        vault.secretHash(Array(key.utf8), at: "merchants.moneyhash_key.key_hash")
    }

    /// The same whenever it is asked for.
    func account(of merchant: MerchantID) -> String {
        ShortID.make(of: vault.secretHash(Array(merchant.rawValue.utf8), at: "moneyhash account"))
    }

    /// The secret with which webhooks to a merchant are signed. It never changes.
    func signatureSecret(of merchant: MerchantID) -> String {
        EncodedBytes.hexadecimal(vault.secretHash(Array(merchant.rawValue.utf8), at: "moneyhash signature secret"))
    }
}
