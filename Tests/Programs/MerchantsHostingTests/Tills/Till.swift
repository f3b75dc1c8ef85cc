import HTTPContract
import Ledger
import Payments
import Testing

/// What a merchant's client does at a gateway, and the gateway's words for how it ends. A gateway's till is one file,
/// and one line in ``Tills/all``.
protocol Till: Sendable {
    static var gateway: String { get }
    static var wallets: [WalletKind] { get }
    /// For everything that succeeds; first for payments of wallets.
    static var approvals: [String] { get }
    static func words(for refusal: TillRefusal) -> String

    /// A till with valid credentials. Tokens for clients need not live for a day.
    static func open(at shop: Shop) async throws -> any Till

    /// Charges what a wallet gives, and captures it.
    ///
    /// - Parameter name: the merchant's own name for it, which is used once.
    func sell(_ token: WalletPaymentToken, _ price: Money, as name: String) async throws -> Sale
    /// - Returns: the gateway's words.
    func refund(_ sale: Sale, _ amount: Money, as name: String) async throws -> String
}

extension Till {
    var approval: String { Self.approvals.first ?? "" }
    func words(for refusal: TillRefusal) -> String { Self.words(for: refusal) }
}

/// All gateways.
enum Tills {
    static let all: [any Till.Type] = [
        CardPointeTill.self, StitchTill.self, DinteroTill.self, MoneyHashTill.self,
    ]
    static let gateways = all.map { $0.gateway }
    /// The wallet that every gateway takes.
    static let everyWallet = WalletKind.apple
    static let wallets = all.flatMap { till in
        till.wallets.map { GatewayWallet(gateway: till.gateway, wallet: $0) }
    }
}

/// What a gateway answers to a charge.
struct Sale: Sendable {
    /// The gateway's name for the payment; empty if there is none.
    let id: String
    /// The gateway's words: `RPCT 000`, `TransactionFailure insufficientFunds`.
    let words: String

    var isApproved: Bool { Tills.all.contains { $0.approvals.contains(words) } }
}

/// A gateway and a wallet that it takes.
struct GatewayWallet: Sendable, CustomTestStringConvertible {
    let gateway: String
    let wallet: WalletKind

    var testDescription: String { "\(wallet.rawValue) at \(gateway)" }
}

/// Why a charge or a refund is refused.
enum TillRefusal {
    /// By the issuer.
    case declined(DeclineCause)
    /// The issuer does not answer.
    case noAnswer
    /// The wallet's token was charged before.
    case usedToken
    /// The customer agreed to another amount.
    case otherAmount
    /// More than is left.
    case refundedTooMuch
}

/// Why an issuer says no.
enum DeclineCause: String, CaseIterable {
    case noMoney, lockedCard, suspendedCard, suspendedToken, deletedToken, closedCard, expiredCard, otherExpiry
    case amountLimit, countLimit, category, country, otherCryptogram, replay, lost, stolen
}
