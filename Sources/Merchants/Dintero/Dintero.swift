import CardSecrets
import Foundation
import Gateways
import Identifiers
import Payments
import Postgres
import Webhooks

/// The gateway Dintero: its checkout and its wallet service for Apple Pay, apart from HTTP.
///
/// It translates to ``Payments`` and stores only its own data: clients, and sessions with their opened tokens.
public struct Dintero: Sendable {
    /// The maximum time between the phone's token and its arrival at Dintero, which publishes no limit.
    static let walletTokenSeconds = 300.0

    let payments: Payments
    let keys: MerchantKeys
    let webhooks: Webhooks
    let vault: CardVault
    let clock: PaymentClock
    let entropy: Entropy
    /// Where merchants' sessions with Apple come from; nil if there are none.
    let walletSessions: (any WalletSessions)?
    /// Where callbacks may go.
    let callbackAddresses: WebhookAddresses

    var database: Database { payments.database }

    public init(
        payments: Payments, keys: MerchantKeys, webhooks: Webhooks, vault: CardVault, clock: PaymentClock,
        entropy: Entropy, walletSessions: (any WalletSessions)?, callbackAddresses: WebhookAddresses
    ) {
        (self.payments, self.keys, self.webhooks, self.vault) = (payments, keys, webhooks, vault)
        (self.clock, self.entropy, self.walletSessions) = (clock, entropy, walletSessions)
        self.callbackAddresses = callbackAddresses
    }

    /// All statements, for the tests that prepare each one and read its plan.
    package static let statements = DinteroClientStatements.all + SessionStatements.all

    /// The queries that add a client, or change it, and have callbacks signed for its account.
    ///
    /// - Parameter secret: at least 16 bytes that cannot be guessed; only its hash is kept.
    package func enrolling(_ client: DinteroClient, secret: String, at now: Date) -> [Query<Void>] {
        [
            DinteroClientStatements.set(
                .text(client.id), .text(client.merchant.rawValue), .text(client.account),
                .bytes(vault.clientSecretHash(secret).bytes)),
            webhooks.subscribingToAddressedEvents(
                PaymentOutbox.owner(client.merchant, at: .dintero), of: DinteroAnnouncer.eventType,
                signingKey: SigningKey(text: signatureSecret(of: client.merchant)), in: DinteroDialect(),
                as: client.account, at: now),
        ]
    }

    /// The secret with which callbacks to a merchant are signed. It never changes.
    func signatureSecret(of merchant: MerchantID) -> String {
        EncodedBytes.hexadecimal(vault.secretHash(Array(merchant.rawValue.utf8), at: "dintero signature secret"))
    }
}
