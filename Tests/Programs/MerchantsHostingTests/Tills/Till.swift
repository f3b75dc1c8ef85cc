import HTTPContract
import Ledger
import Payments
import Testing

/// The calls of a merchant's client at a gateway, and the gateway's words for the results. Each gateway has one file
/// with its till, and one line in ``Tills/all``.
protocol Till: Sendable {
    static var gateway: String { get }
    static var wallets: [WalletKind] { get }
    /// The words for success; the first ones are for payments of wallets.
    static var approvals: [String] { get }
    static func words(for refusal: TillRefusal) -> String

    /// A till with valid credentials. A client's token may be valid for less than a day.
    static func open(at shop: Shop) async throws -> any Till

    /// Charges a wallet's token, and captures the payment.
    ///
    /// - Parameter name: the merchant's own name for the payment, which is used once.
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
    /// The wallet that every gateway accepts.
    static let everyWallet = WalletKind.apple
    static let wallets = all.flatMap { till in
        till.wallets.map { GatewayWallet(gateway: till.gateway, wallet: $0) }
    }
}

/// A gateway's answer to a charge.
struct Sale: Sendable {
    /// The gateway's name for the payment; empty if there is none.
    let id: String
    /// The gateway's words, such as `RPCT 000` or `TransactionFailure insufficientFunds`.
    let words: String

    var isApproved: Bool { Tills.all.contains { $0.approvals.contains(words) } }
}

/// A gateway and a wallet that it accepts.
struct GatewayWallet: Sendable, CustomTestStringConvertible {
    let gateway: String
    let wallet: WalletKind

    var testDescription: String { "\(wallet.rawValue) at \(gateway)" }
}

/// The reason for refusing a charge or a refund.
enum TillRefusal {
    /// The issuer declines.
    case declined(DeclineCause)
    /// The issuer does not answer.
    case noAnswer
    /// The wallet's token was charged before.
    case usedToken
    /// The customer agreed to another amount.
    case otherAmount
    /// The refund is more than is left.
    case refundedTooMuch
}

/// The cause of an issuer's decline.
enum DeclineCause: String, CaseIterable {
    case noMoney, lockedCard, suspendedCard, suspendedToken, deletedToken, closedCard, expiredCard, otherExpiry
    case amountLimit, countLimit, category, country, otherCryptogram, replay, lost, stolen
}
