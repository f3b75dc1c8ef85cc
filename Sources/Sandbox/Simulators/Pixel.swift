import CardAPI
import CardClient
import CardSecrets
import HTTPContract
import Provisioning
import SimulatedWallets
import Synchronization

/// A Pixel with Google Pay and the issuer's app, which communicate as Google's push provisioning specifies.
public final class Pixel: Sendable {
    private let tokenService: TokenService
    private let entropy: Entropy
    /// `getStableHardwareId`.
    public let stableHardwareID: String
    private let walletID: Mutex<String?>

    /// - Parameter hasWallet: a new phone has no wallet, and creates one for its first card.
    public init(_ tokenService: TokenService, hasWallet: Bool = true, entropy: Entropy) {
        self.tokenService = tokenService
        self.entropy = entropy
        stableHardwareID = PushPhone.newID(entropy)
        walletID = Mutex(hasWallet ? PushPhone.newID(entropy) : nil)
    }

    /// `getActiveWalletId`; nil if there is none.
    public var activeWalletID: String? { walletID.withLock { $0 } }

    /// `listTokens`.
    public var tokens: [NetworkToken] {
        activeWalletID.map { tokenService.tokens(at: place($0)) } ?? []
    }

    /// Adds a card to Google Pay: `pushTokenize`, and manual provisioning if the network has doubts.
    public func add(
        _ cardID: String, of cards: CustomerOperations, fault: PushFault? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> NetworkToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        let wallet = activeWallet(journey)
        journey.pass("device", "stable hardware id of \(stableHardwareID.count) characters")
        try await lookForCard(issuer, journey)
        let phone = PushPhone(
            wallet: .google, walletType: "GOOGLE_PAY", tokenService: tokenService, entropy: entropy,
            deviceID: stableHardwareID, accountID: wallet, advice: advice, fault: fault)
        let place = phone.place
        let decision = try await phone.push(through: issuer, at: place)
        if case .needsIdentityVerification(let token, _) = decision {
            try findWaiting(token.reference, at: place, journey)
        }
        let token = try tokenService.token(of: decision, journey)
        try await issuer.complete(token.reference, walletType: "GOOGLE_PAY", walletID: wallet)
        return token
    }

    private func place(_ wallet: String) -> TokenService.Place {
        TokenService.Place(wallet: PushWallet.google.name, deviceID: stableHardwareID, accountID: wallet)
    }

    /// The wallet account, or a new one: `createWallet`.
    private func activeWallet(_ journey: Journey) -> String {
        if let there = activeWalletID {
            journey.pass("wallet", "active wallet id of \(there.count) characters")
            return there
        }
        let new = PushPhone.newID(entropy)
        walletID.withLock { $0 = new }
        journey.pass("wallet", "there was none; one was created (createWallet)")
        return new
    }

    /// Looks for the card in the wallet before the app offers to add it. The app hides the button for a card that is
    /// already there.
    private func lookForCard(_ issuer: Issuer, _ journey: Journey) async throws(StepFailure) {
        let (listed, own) = (try await issuer.tokenizations(), tokens)
        if let there = own.first(where: { token in listed.contains { $0.dpanRef == token.reference } }) {
            throw journey.end("tokens", TokenRefusal.alreadyOnDevice(reference: there.reference))
        }
        journey.pass("tokens", "\(own.count) in this wallet (listTokens), none of them this card's")
    }

    /// Manual provisioning: the app finds the waiting token by `issuerTokenId`, the reference that the issuer knows.
    private func findWaiting(
        _ reference: String, at place: TokenService.Place, _ journey: Journey
    ) throws(StepFailure) {
        let waiting = tokenService.tokens(at: place).filter { $0.state == .needsIdentityVerification }
        guard waiting.contains(where: { $0.reference == reference }) else {
            throw journey.end("tokens", TokenRefusal.unknownToken)
        }
        journey.pass("tokens", "\(reference) is NEEDS_IDENTITY_VERIFICATION; the issuer's app takes over")
    }
}
