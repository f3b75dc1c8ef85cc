import CardSecrets
import Identifiers
import Ledger
import Payments
import Postgres

/// A merchant's account: its agreement with the gateway.
public struct CardPointeAccount: Hashable, Sendable {
    public let merchant: MerchantID
    /// The login that calls for the merchant.
    public var username: String
    /// The first parts of the host names at which the merchant calls, such as `fts-uat`; 1 to 8.
    public var sites: [String]
    /// The processor of payments with cards: Rapid Connect or First Data North.
    public var processor: Processor
    /// Whether payments of wallets go to Rapid Connect, although those with cards may go elsewhere.
    public var routesWallets: Bool
    /// Whether the merchant takes electronic checks, which go to ProfitStars.
    public var takesChecks: Bool
    /// The currencies in which the merchant sells besides its own; at most 8.
    public var furtherCurrencies: [Currency]
    public var isEnabled: Bool
    /// Whether the merchant accepts an approval of a part of the amount.
    public var takesPart: Bool
    /// Whether the merchant may refund payments that are not settled yet.
    public var refundsUnsettled: Bool
    /// Whether the labelled members of Apple's device data may come in another order than the guide's.
    public var deviceDataInAnyOrder: Bool

    public init(
        merchant: MerchantID, username: String, sites: [String] = ["fts-uat"], processor: Processor = .rapidConnect,
        routesWallets: Bool = false, takesChecks: Bool = false, furtherCurrencies: [Currency] = [],
        isEnabled: Bool = true, takesPart: Bool = false, refundsUnsettled: Bool = false,
        deviceDataInAnyOrder: Bool = false
    ) {
        (self.merchant, self.username, self.sites, self.processor) = (merchant, username, sites, processor)
        self.deviceDataInAnyOrder = deviceDataInAnyOrder
        (self.routesWallets, self.takesChecks) = (routesWallets, takesChecks)
        self.furtherCurrencies = furtherCurrencies
        (self.isEnabled, self.takesPart, self.refundsUnsettled) = (isEnabled, takesPart, refundsUnsettled)
    }

    /// The processor of wallet payments. Only Rapid Connect takes them.
    var walletProcessor: Processor? { processor == .rapidConnect || routesWallets ? .rapidConnect : nil }

    /// The processor of a payment; nil if the merchant has no agreement on such payments.
    func processor(of instrument: PaymentInstrument) -> Processor? {
        if instrument.isBankAccount { return takesChecks ? .profitStars : nil }
        return instrument.wallet == nil ? processor : walletProcessor
    }
}

extension CardPointe {
    /// Adds a merchant to the gateway, or replaces its account and the password of its login.
    ///
    /// - Parameter password: 1 to 128 bytes.
    public func board(_ account: CardPointeAccount, password: Secret) async throws(PostgresFailure) {
        _ = try await database.write(boarding(account, password: password))
    }

    /// The query that does so, for a caller's transaction.
    package func boarding(_ account: CardPointeAccount, password: Secret) -> Query<Void> {
        CallerStatements.board(
            .text(account.username), .bytes(Self.passwordHash(password, vault)), .text(account.merchant.rawValue),
            .textArray(account.sites), .text(account.processor.rawValue), .boolean(account.isEnabled),
            .boolean(account.takesPart), .boolean(account.refundsUnsettled), .boolean(account.routesWallets),
            .boolean(account.takesChecks), .textArray(account.furtherCurrencies.map(\.code)),
            .boolean(account.deviceDataInAnyOrder))
    }

    static func passwordHash(_ password: Secret, _ vault: CardVault) -> [UInt8] {
        vault.secretHash(password.withBytes { Array($0) }, at: passwordPlace)
    }

    static let passwordPlace = "merchants.cardpointe_login.password_hash"
}
