import CardSecrets
import Gateways
import Payments
import Postgres
import Webhooks

/// The gateway MoneyHash: payment intents and their payments, apart from HTTP.
///
/// It translates to ``Payments`` and stores only its own data: keys, intents, saved cards, and answers that may be
/// asked for again.
public struct MoneyHash: Sendable {
    /// The maximum time between the phone's token and its arrival at MoneyHash, which publishes no limit.
    static let walletTokenSeconds = 300.0

    let payments: Payments
    let keys: MerchantKeys
    let webhooks: Webhooks
    let vault: CardVault
    let clock: PaymentClock
    let entropy: Entropy
    /// Where webhooks may go.
    let webhookAddresses: WebhookAddresses

    var database: Database { payments.database }

    public init(
        payments: Payments, keys: MerchantKeys, webhooks: Webhooks, vault: CardVault, clock: PaymentClock,
        entropy: Entropy, webhookAddresses: WebhookAddresses
    ) {
        (self.payments, self.keys, self.webhooks, self.vault) = (payments, keys, webhooks, vault)
        (self.clock, self.entropy, self.webhookAddresses) = (clock, entropy, webhookAddresses)
    }

    /// All statements, for the tests that prepare each one and read its plan.
    package static let statements = APIKeyStatements.all + MerchantCustomerStatements.all + IntentStatements.all
        + SavedCardStatements.all + KeptAnswerStatements.all + ProviderStatements.all

    /// Does the work that is due. Several servers may call it at once. A part that fails stops none of the others.
    func settle() async throws {
        var failure: (any Error)?
        for part in [finishAbandonedPayments, expireIntents, forgetCards, forgetAnswers, followApps] {
            do {
                try await part()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
