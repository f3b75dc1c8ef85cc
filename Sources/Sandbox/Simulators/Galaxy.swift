import CardAPI
import CardClient
import CardSecrets
import Provisioning
import SimulatedWallets

/// A Galaxy with Samsung Pay and the issuer's app. The app calls `getWalletInfo`, then `addCard` with the card that the
/// issuer encrypted.
public struct Galaxy: Sendable {
    public let handset: Handset
    private let entropy: Entropy

    /// - Parameters:
    ///   - customer: the owner of the phone.
    ///   - entropy: for the values that the app mixes up, if it has a fault.
    public init(of customer: String, entropy: Entropy, call: @escaping SandboxCall) {
        handset = Handset(.galaxy, of: customer, call: call)
        self.entropy = entropy
    }

    /// Adds a card to Samsung Pay.
    public func add(
        _ cardID: String, of cards: CustomerOperations, fault: PushFault? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        let phone = try await handset.phone("wallet", journey)
        journey.pass("wallet", "DEVICE_ID and WALLET_USER_ID (getWalletInfo)")
        let app = PushApp(
            walletType: "SAMSUNG_PAY", deviceID: phone.stableHardwareId, accountID: phone.activeWalletId,
            entropy: entropy, advice: advice, fault: fault)
        var token = try await app.push(through: issuer, to: handset)
        if token.waits { token = try await handset.identify(token, journey) }
        try await issuer.complete(token.issuerTokenId, walletType: "SAMSUNG_PAY")
        return token
    }
}
