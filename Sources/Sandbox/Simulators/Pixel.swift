import CardAPI
import CardClient
import CardSecrets
import Provisioning
import SimulatedWallets

/// A Pixel with Google Pay and the issuer's app, which communicate as Google's push provisioning specifies.
public struct Pixel: Sendable {
    public let handset: Handset
    private let entropy: Entropy

    /// - Parameters:
    ///   - customer: the owner of the phone.
    ///   - hasWallet: a new phone has no wallet, and creates one for its first card.
    ///   - entropy: for the values that the app mixes up, if it has a fault.
    public init(of customer: String, hasWallet: Bool = true, entropy: Entropy, call: @escaping SandboxCall) {
        handset = Handset(.pixel, of: customer, hasWallet: hasWallet, call: call)
        self.entropy = entropy
    }

    /// `getActiveWalletId`; nil if there is none yet.
    public var activeWalletID: String? { handset.current?.activeWalletId }

    /// Adds a card to Google Pay: `pushTokenize`, and manual provisioning if the network has doubts.
    public func add(
        _ cardID: String, of cards: CustomerOperations, fault: PushFault? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        let (phone, wallet) = try await activeWallet(journey)
        journey.pass("device", "stable hardware id of \(phone.stableHardwareId.count) characters")
        try await lookForCard(issuer)
        let app = PushApp(
            walletType: "GOOGLE_PAY", deviceID: phone.stableHardwareId, accountID: wallet, entropy: entropy,
            advice: advice, fault: fault)
        var token = try await app.push(through: issuer, to: handset)
        if token.waits {
            try await findWaiting(token, journey)
            journey.pass("tokens", "\(token.issuerTokenId) is \(token.tokenState); the issuer's app takes over")
            token = try await handset.identify(token, journey)
        }
        let reported = app.request.clientWalletAccountId ?? wallet
        try await issuer.complete(token.issuerTokenId, walletType: "GOOGLE_PAY", walletID: reported)
        return token
    }

    /// Adds a card from the wallet: the cardholder types its number, the app finds the waiting token by its
    /// `issuerTokenId`, the cardholder enters the code, and the app reports the token.
    public func addManually(
        _ cardID: String, of cards: CustomerOperations, report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        let wallet = try await activeWallet(journey).wallet
        let begun = try await handset.begin(cardID, "begin", journey)
        journey.pass("begin", "the cardholder typed the number into Google Wallet; \(begun.tokenState)")
        try await findWaiting(begun, journey)
        let listed = try await issuer.tokenizations().first { $0.dpanRef == begun.issuerTokenId }
        guard listed?.status == "INITIATED" else {
            throw journey.end(
                "tokens",
                SandboxRefusal(
                    code: "tokenNotListed", detail: "The card does not list \(begun.issuerTokenId) as INITIATED.",
                    fix: "Check that --url and --sandbox-url are addresses of the same service."))
        }
        journey.pass("tokens", "\(begun.issuerTokenId) waits, and the card lists it as INITIATED")
        let active = try await handset.identify(begun, journey)
        try await issuer.complete(active.issuerTokenId, walletType: "GOOGLE_PAY", walletID: wallet)
        return active
    }

    /// The wallet account, or a new one.
    private func activeWallet(
        _ journey: Journey
    ) async throws(StepFailure) -> (phone: Handset.Phone, wallet: String) {
        let phone = try await handset.phone("wallet", journey)
        if let wallet = phone.activeWalletId {
            journey.pass("wallet", "active wallet id of \(wallet.count) characters, on phone \(phone.phoneId)")
            return (phone, wallet)
        }
        let changed = try await handset.createWallet(on: phone, "wallet", journey)
        guard let wallet = changed.activeWalletId else {
            throw journey.end(
                "wallet",
                SandboxRefusal(
                    code: "noWallet", detail: "The phone still has no wallet.",
                    fix: "Check that the sandbox has the same version as this command."))
        }
        journey.pass("wallet", "there was none; one was created (createWallet), on phone \(phone.phoneId)")
        return (changed, wallet)
    }

    /// Looks for the card in the wallet before the app offers to add it. The app hides the button for a card that is
    /// already there.
    private func lookForCard(_ issuer: Issuer) async throws(StepFailure) {
        let (listed, own) = (try await issuer.tokenizations(), try await handset.tokens("tokens", issuer.journey))
        if let there = own.first(where: { token in listed.contains { $0.dpanRef == token.issuerTokenId } }) {
            throw issuer.journey.end("tokens", TokenRefusal.alreadyOnDevice(reference: there.issuerTokenId))
        }
        issuer.journey.pass("tokens", "\(own.count) in this wallet (listTokens), none of them this card's")
    }

    /// Manual provisioning: the app finds the waiting token by `issuerTokenId`, the reference that the issuer knows.
    private func findWaiting(_ token: WalletToken, _ journey: Journey) async throws(StepFailure) {
        guard try await handset.tokens("tokens", journey).contains(token) else {
            throw journey.end(
                "tokens",
                SandboxRefusal(
                    code: "tokenNotListed", detail: "The wallet does not list \(token.issuerTokenId) as waiting.",
                    fix: "Begin again; something else may have changed the token."))
        }
    }
}
