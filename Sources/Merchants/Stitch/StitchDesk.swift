import CardSecrets
import GraphQL
import Logging
import Payments

/// What all operations of Stitch's API work with.
struct StitchDesk: Sendable {
    let payments: Payments
    /// The same for test clients: their amounts decide, and no issuer is asked.
    let testPayments: Payments
    let keys: MerchantKeys
    let clients: StitchClients
    let webhooks: ClientWebhooks
    let tokens: AccessTokens
    let entropy: Entropy
    let executor = Executor(StitchSchema.schema)
    let settings: StitchSettings
    let logger: Logger

    func payments(of client: StitchClient) -> Payments { client.isTest ? testPayments : payments }
}
