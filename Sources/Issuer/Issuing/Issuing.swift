import Cards
import CardSecrets
import Postgres

/// The card service without its API: one method for each operation, each in its own file, each one transaction.
///
/// It holds only what every operation may need: the database, the keys, and the three things that would otherwise
/// differ between runs.
public struct Issuing: Sendable {
    public let database: Database
    public let vault: CardVault
    public let clock: ServiceClock
    public let entropy: Entropy
    /// The threads that hash passwords.
    public var hashing = HashingPool.shared
    /// The networks that cards are sealed for; nil for none, and then no card can be tokenized.
    public var networks: WalletNetworks?
    /// Called with every step that a card, a token or an authentication of this server takes, once it is committed.
    public var observer: (@Sendable (Occurrence) -> Void)?

    public init(database: Database, vault: CardVault, clock: ServiceClock, entropy: Entropy) {
        self.database = database
        self.vault = vault
        self.clock = clock
        self.entropy = entropy
    }
}
