import Audit
import Cards
import CardSecrets
import Foundation
import Postgres

/// The card service without its API. Each operation has one method in its own file, and each method is one transaction.
///
/// It holds what every operation may need: the database, the keys, the clock and the entropy.
public struct Issuing: Sendable {
    public private(set) var database: Database
    public let vault: CardVault
    public let clock: ServiceClock
    public let entropy: Entropy
    /// The threads that hash passwords.
    public var slowWork = SlowWork.shared
    /// The networks that cards are sealed for; if nil, no card can be tokenized.
    public var networks: WalletNetworks?
    /// Whether a confirmed deposit counts as arrived, and a confirmed withdrawal as paid. Otherwise both stay
    /// PROCESSING, because no bank reports their money.
    public var playsBank = false
    /// Whether messages to customers are kept for an inbox. Otherwise only a brand that subscribes to them can get them
    /// to its customers, and a challenge that nobody would get is refused.
    public var keepsInbox = false
    /// The days after which a clearing that did not come is a break: one of ``missingClearingDays``. If nil, none is.
    public var daysUntilClearingIsMissing: Int?
    /// Asks partners about payments. If nil, no partner is asked, and the stand-in decides.
    public var partners: (any PartnerDesk)?
    /// Opens the data keys that an operator adds while the service runs. If nil, the keys are not read again.
    public var keyEncryptionKey: KeyEncryptionKey?
    /// Receives every step of a card, a token or an authentication on this server, after its commit.
    public var observer: (@Sendable (Occurrence, Occurrence.Subject) -> Void)?
    /// The database's time for what its clock shows. A test that has its own time sets it.
    package var databaseTime: @Sendable (Date) -> Date = { $0 }
    /// The caller whom the audit trail names.
    package var caller = AuditCaller.service

    /// The accounts and cards whose due work has failed. Copies of this value share it.
    var setbacks = Setbacks()
    /// The accounts whose deposits and transfers could not be completed. They are tried again each time, because the
    /// other customer's account may be the damaged one.
    let movementSetbacks = Setbacks()
    /// The brands whose changes of status need a transaction. Copies of this value share it.
    let transactionNeed = TransactionNeed()
    /// The calls that count against the rates of their brands. Copies of this value share it.
    let callCounter = CallCounter()

    public init(database: Database, vault: CardVault, clock: ServiceClock, entropy: Entropy) {
        self.database = database
        self.vault = vault
        self.clock = clock
        self.entropy = entropy
    }

    /// The same service over another connection to the same database, such as one of a role with more rights.
    package func connected(by database: Database) -> Issuing {
        var service = self
        service.database = database
        return service
    }
}
