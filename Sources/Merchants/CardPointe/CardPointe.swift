import CardSecrets
import Foundation
import Payments
import Postgres

/// The gateway CardPointe with its token service CardSecure: the work of its requests, apart from HTTP.
///
/// It translates to ``Payments`` and stores only its own data: logins, tokens and profiles.
public struct CardPointe: Sendable {
    let payments: Payments
    let keys: MerchantKeys
    let vault: CardVault
    let clock: PaymentClock
    let entropy: Entropy
    let settings: CardPointeSettings

    var database: Database { payments.database }

    public init(
        payments: Payments, keys: MerchantKeys, vault: CardVault, clock: PaymentClock, entropy: Entropy,
        settings: CardPointeSettings = CardPointeSettings()
    ) {
        (self.payments, self.keys, self.vault) = (payments, keys, vault)
        (self.clock, self.entropy, self.settings) = (clock, entropy, settings)
    }

    /// All statements, for the check against the schema.
    package static let statements = CallerStatements.all + CardSecureStatements.all + ProfileStatements.all
        + SignatureStatements.all
}

/// How the gateway behaves where its documentation leaves a choice, or where its test environment differs.
public struct CardPointeSettings: Sendable {
    /// Values with fixed answers; nil in production.
    public var testValues: TestValues?
    /// Whether the members of answers come in another order each time, among meaningless further members.
    public var answersAreUnsteady = false
    /// The maximum number of requests a minute that each limited service takes from a merchant.
    public var requestsPerMinute = 20
    /// The maximum age of a wallet's payment when it is tokenized.
    public var walletTokenSeconds = 120.0

    public init() {}

    /// As the gateway's test environment (UAT).
    public static var testEnvironment: CardPointeSettings {
        var settings = CardPointeSettings()
        (settings.testValues, settings.answersAreUnsteady) = (TestValues(), true)
        return settings
    }
}
