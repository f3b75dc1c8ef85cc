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
    /// Whose the demo universe is, and what the sandbox adds to it.
    public internal(set) var brand = DemoUniverse.brand
    /// Nil where the service is connected to no network: then no card can be tokenized.
    public internal(set) var networks: WalletNetworks?
    /// Nil where nobody watches.
    var witness: (@Sendable (Occurrence) -> Void)?

    public init(database: Database, vault: CardVault, clock: ServiceClock, entropy: Entropy) {
        self.database = database
        self.vault = vault
        self.clock = clock
        self.entropy = entropy
    }
}
