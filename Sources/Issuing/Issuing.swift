import Cards
import CardSecrets
import Postgres

/// The card service without its wire: one method per operation, each in a file of its own, each one transaction.
///
/// Holds only what every operation may reach for: the database, the keys, and the three things that would otherwise
/// differ from run to run.
public struct Issuing: Sendable {
    public let database: Database
    public let vault: CardVault
    public let clock: ServiceClock
    public let entropy: Entropy
    /// Where passwords are hashed.
    public var hashing = HashingPool.shared
    /// The networks that cards are sealed for; nil for none, and then no card can be tokenized.
    public var networks: WalletNetworks?
    /// Hears of every step that a card, a token or an authentication of this server takes, as soon as it is committed.
    public var observer: (@Sendable (Occurrence) -> Void)?

    public init(database: Database, vault: CardVault, clock: ServiceClock, entropy: Entropy) {
        self.database = database
        self.vault = vault
        self.clock = clock
        self.entropy = entropy
    }
}
