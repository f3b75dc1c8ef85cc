import CardSecrets
import Payments
import SimulatedWallets
import Gateways

/// Answers for Apple, whose servers this service never calls: it signs sessions with the authority that signs the
/// tokens of simulated phones.
struct SimulatedWalletSessions: WalletSessions {
    let clock: PaymentClock
    let entropy: Entropy

    func appleSession(_ request: AppleSessionRequest) async -> String? {
        let now = clock.now()
        guard let authority = try? SimulatedAuthority.sandbox(using: entropy),
            let apple = try? SimulatedApplePay(under: authority, at: now)
        else { return nil }
        return apple.merchantSession(
            for: request.merchantIdentifier, displayName: request.displayName, domain: request.initiativeContext,
            at: now, using: entropy)
    }
}
