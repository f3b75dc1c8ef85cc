import CardAPI
import CardClient
import CardSecrets
import HTTPContract
import Provisioning
import SimulatedWallets

/// A Galaxy with Samsung Pay and the issuer's app. The app calls `getWalletInfo`, then `addCard` with the card that the
/// issuer encrypted.
public struct Galaxy: Sendable {
    private let tokenService: TokenService
    private let entropy: Entropy
    /// `DEVICE_ID` of `getWalletInfo`.
    public let deviceID: String
    /// `WALLET_USER_ID` of `getWalletInfo`.
    public let walletUserID: String

    public init(_ tokenService: TokenService, entropy: Entropy) {
        self.tokenService = tokenService
        self.entropy = entropy
        deviceID = PushPhone.newID(entropy)
        walletUserID = PushPhone.newID(entropy)
    }

    /// Adds a card to Samsung Pay.
    public func add(
        _ cardID: String, of cards: CustomerOperations, fault: PushFault? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> NetworkToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        journey.pass("wallet", "DEVICE_ID and WALLET_USER_ID (getWalletInfo)")
        let phone = PushPhone(
            wallet: .samsung, walletType: "SAMSUNG_PAY", tokenService: tokenService, entropy: entropy,
            deviceID: deviceID, accountID: walletUserID, advice: advice, fault: fault)
        let token = try tokenService.token(of: try await phone.push(through: issuer, at: phone.place), journey)
        try await issuer.complete(token.reference, walletType: "SAMSUNG_PAY")
        return token
    }
}
