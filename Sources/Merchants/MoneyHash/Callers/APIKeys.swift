import CardSecrets
import Foundation
import HTTPService
import Identifiers
import Payments
import Postgres
import Webhooks

/// Who calls: a merchant's server, with its key for tests or its live one. What is made with one key is not there for
/// the other.
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

    /// The queries that give a merchant its keys, in place of those that it had, and have webhooks signed for it. What
    /// was agreed with it ends.
    ///
    /// - Parameter testKey: both keys must be ones that nobody can guess; only their hashes are kept.
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

    /// The caller behind a request's key. It is read each time, so a key that is replaced ends at once.
    func caller(_ request: Request) async throws -> MoneyHashCaller {
        let keys = request.values(of: APIKey.header)
        guard let key = keys.first, keys.count == 1, APIKey.isAcceptable(key) else {
            throw MoneyHashError.notAuthenticated("Authentication credentials were not provided.")
        }
        // The hash is keyed, so how long the database compares it says nothing about keys.
        guard let caller = try await database.read(APIKeyStatements.find(.bytes(hash(ofKey: key)))).first else {
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

    /// With what webhooks to a merchant are signed. It never changes.
    func signatureSecret(of merchant: MerchantID) -> String {
        EncodedBytes.hexadecimal(vault.secretHash(Array(merchant.rawValue.utf8), at: "moneyhash signature secret"))
    }
}
