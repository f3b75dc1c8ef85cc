import CardSecrets
import Foundation
import Ledger
import PaymentTokens
import Postgres
import Validation

extension MerchantKeys {
    /// How long a token may be accepted at most. Claims are remembered longer, so a gateway with a longer limit cannot
    /// open what another one has opened.
    private static let maximumAgeSeconds = 24.0 * 3600

    /// Opens a phone's token once: it checks the signature, the recipient, the tag, the age and the amount. Then it
    /// claims the token in the database, so that no other gateway and no other server opens it a second time. A token
    /// that does not open is not claimed.
    ///
    /// - Parameters:
    ///   - expecting: the amount that the merchant charges; nil if it is not known yet. Then compare
    ///     ``PaymentInstrument/agreedAmount`` later, as ``Payments/pay(_:)`` does. Google's tokens name no amount.
    ///   - maximumAge: in seconds, at most a day. Google's tokens have a time of expiry of their own.
    public func open(
        _ token: WalletPaymentToken, for merchant: MerchantID, at gateway: Gateway, expecting: Money? = nil,
        maximumAge: TimeInterval
    ) async throws(WalletTokenFailure) -> PaymentInstrument {
        let owner = KeyOwner(merchant: merchant, gateway: gateway, wallet: token.wallet)
        let now = clock.now()
        let kept = try await translating(WalletTokenFailure.init) { () async throws(PostgresFailure) in
            try await database.read(MerchantKeyStatements.live(owner, at: now))
        }
        var keys: [MerchantPrivateKey] = []
        for key in kept { keys.append(try opened(key)) }
        guard !keys.isEmpty else { throw .noKey(token.wallet) }
        let opening = WalletTokenOpening(
            keys: keys, trust: trust, now: now, maximumAge: min(max(0, maximumAge), Self.maximumAgeSeconds))
        let contents = try opening.contents(of: token)
        if let expecting, let agreed = contents.instrument.agreedAmount, agreed != expecting {
            throw .otherAmount(agreed)
        }
        let digest = vault.secretHash(contents.identity, at: "wallet_token_claim")
        let end = max(contents.expiration ?? now, now + 2 * Self.maximumAgeSeconds)
        let granted = try await translating(WalletTokenFailure.init) { () async throws(PostgresFailure) in
            try await database.write(MerchantKeyStatements.claim(digest, until: end))
        }
        guard granted == [true] else { throw .token(.replayed) }
        return contents.instrument
    }

    private func opened(_ kept: KeptMerchantKey) throws(WalletTokenFailure) -> MerchantPrivateKey {
        let secret = try translating(WalletTokenFailure.vault) { () throws(VaultFailure) in
            try vault.open(kept.privateKey, at: Self.place(of: kept.publicKey.id))
        }
        return MerchantPrivateKey(publicKey: kept.publicKey, secret: secret)
    }
}

struct MerchantPrivateKey: Sendable {
    let publicKey: MerchantPublicKey
    let secret: Secret
}

/// The contents of a wallet's token.
struct WalletTokenContents: Sendable {
    let instrument: PaymentInstrument
    /// The same bytes for the same token, however it was wrapped.
    let identity: [UInt8]
    /// When the token stops opening by itself; nil if only its age decides.
    var expiration: Date?
}
