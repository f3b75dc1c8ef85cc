import CardSecrets
import Foundation
import Ledger
import Postgres

/// The payments to merchants, for all gateways.
///
/// Each use case has one file. It asks the issuer only while no transaction is open. Before it asks, it stores the
/// payment that must be taken back if the answer is lost.
public struct Payments: Sendable {
    public let database: Database
    let vault: CardVault
    let clock: PaymentClock
    let entropy: Entropy
    /// The issuer that payments are charged to. A gateway whose test amounts have fixed answers puts its own issuer
    /// around it.
    public var issuer: any PaymentIssuer
    /// The authentication of customers. A gateway for trials puts its own in place.
    public var authentication: any CardholderAuthentication
    /// A gateway may give its customers more time.
    public var times: PaymentTimes
    /// Queues webhooks about payments; nil without webhooks.
    let outbox: PaymentOutbox?

    /// The largest amount of a payment in minor units: the 12 digits that a network's message has for it.
    public static let amountLimit: Int64 = 999_999_999_999

    /// - Parameter authentication: nil if cardholders cannot authenticate.
    public init(
        database: Database, vault: CardVault, clock: PaymentClock, entropy: Entropy, issuer: any PaymentIssuer,
        authentication: (any CardholderAuthentication)? = nil, times: PaymentTimes = PaymentTimes(),
        outbox: PaymentOutbox? = nil
    ) {
        (self.database, self.vault, self.clock, self.entropy) = (database, vault, clock, entropy)
        (self.issuer, self.times, self.outbox) = (issuer, times, outbox)
        self.authentication = authentication ?? NoAuthentication()
    }
}

/// The time, handed in by the composition.
public struct PaymentClock: Sendable {
    /// The time that payments follow, in whole milliseconds.
    public let now: @Sendable () -> Date
    /// Real time, for what must pass even if ``now`` stands still: a server's claim on its work.
    public let realNow: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date, realNow: @escaping @Sendable () -> Date) {
        (self.now, self.realNow) = (now, realNow)
    }
}

/// How long things last.
public struct PaymentTimes: Sendable {
    /// How long an authorization can be captured. Issuers hold the money for a week, and captures are cleared at the
    /// end of the merchant's day, so this is a day less.
    public var authorizationSeconds = 6.0 * 24 * 3600
    /// How long a customer may take to authenticate.
    public var authenticationSeconds = 15.0 * 60
    /// How long an issuer may take, in real time. A payment without an answer after that is taken back.
    public var answerSeconds = 60.0
    /// How long a server may take to send what it claimed, in real time.
    public var leaseSeconds = 60.0
    /// How long to wait after the first failure to send, in real time.
    public var retrySeconds = 5.0

    public init() {}
}
