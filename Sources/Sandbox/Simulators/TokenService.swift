import CardSecrets
import Crypto
import Foundation
import Provisioning
import SimulatedWallets
import Synchronization

/// Simulates Visa and Mastercard: takes what a wallet forwards, opens it with the network's keys, verifies all of it,
/// and issues the token.
///
/// It keeps everything in memory. Apple forwards the card that it has read, together with the issuer's activation data.
/// Google and Samsung forward data that they cannot read.
public final class TokenService: Sendable {
    public struct Limits: Sendable {
        /// The number of tokens, and of messages that are remembered so that none is accepted twice.
        public var kept = 10_000

        public init() {}
    }

    private struct State {
        var tokens: [NetworkToken] = []
        var spent: Set<SHA256Digest> = []
    }

    private let keys: TokenServiceKeys
    private let limits: Limits
    private let now: @Sendable () -> Date
    private let entropy: Entropy
    private let state = Mutex(State())

    public init(
        keys: TokenServiceKeys, limits: Limits = Limits(), now: @escaping @Sendable () -> Date, entropy: Entropy
    ) {
        self.keys = keys
        self.limits = limits
        self.now = now
        self.entropy = entropy
    }

    /// The device and the account for a token, and the wallet's opinion of them.
    public struct Place: Sendable, Equatable {
        public let wallet: String
        public let deviceID: String
        public let accountID: String
        public let advice: WalletAdvice

        public init(wallet: String, deviceID: String, accountID: String, advice: WalletAdvice = .approve) {
            self.wallet = wallet
            self.deviceID = deviceID
            self.accountID = accountID
            self.advice = advice
        }
    }

    /// The checks, and the decision.
    public typealias Answer = (inspection: Inspection, decision: TokenDecision)

    /// Tokenizes what Apple forwards: the card from the pass, and the issuer's activation data, which Apple does not
    /// read.
    public func tokenize(
        _ pass: ApplePassData, _ activationData: [UInt8], for network: TokenNetwork, at place: Place
    ) -> Answer {
        var inspection = Inspection()
        let now = now()
        do throws(ProvisioningFailure) {
            let (month, year) = (String(pass.expiration.prefix(2)), String(pass.expiration.suffix(2)))
            let card = try OpenedCard(accountNumber: pass.primaryAccountNumber, month: month, year: year, at: now)
            inspection.inspect(
                activationData: activationData, of: card, nonce: pass.nonce, network: network, keys: keys, at: now)
            let message = Array((pass.nonce + pass.nonceSignature).utf8) + activationData
            return decide(card, message, asksForIdentification: false, network, place, after: inspection)
        } catch {
            inspection.fail("card", error)
            return (inspection, .declined(StepFailure(error)))
        }
    }

    /// Tokenizes what Google or Samsung forwards, with the device and the account that the card is added to.
    public func tokenize(
        _ opaquePaymentCard: String, from wallet: PushWallet, for network: TokenNetwork, at place: Place
    ) -> Answer {
        var inspection = Inspection()
        let pushed = PushedCard(
            opaquePaymentCard, network: network, wallet: wallet, deviceID: place.deviceID, accountID: place.accountID)
        let opened = inspection.inspect(pushed, with: keys, at: now())
        guard let (card, asksForIdentification) = opened else {
            return (inspection, .declined(inspection.failure ?? StepFailure(SealedFailure.doesNotOpen)))
        }
        return decide(
            card, Array(opaquePaymentCard.utf8), asksForIdentification: asksForIdentification, network, place,
            after: inspection)
    }

    private func decide(
        _ card: OpenedCard, _ message: [UInt8], asksForIdentification: Bool, _ network: TokenNetwork,
        _ place: Place, after inspection: Inspection
    ) -> Answer {
        var inspection = inspection
        if let failure = inspection.failure { return (inspection, .declined(failure)) }
        let digest = SHA256.hash(data: message)
        let decision = state.withLock { state in
            decide(card, digest, asksForIdentification: asksForIdentification, network, place, &state)
        }
        switch decision {
        case .approved(let token): inspection.pass("decision", "approved as \(token.reference)")
        case .needsIdentityVerification(let token, let doubt):
            inspection.pass("decision", "\(token.reference), once the cardholder is identified: \(doubt.rawValue)")
        case .declined(let failure): inspection.fail("decision", failure)
        }
        return (inspection, decision)
    }

    private func decide(
        _ card: OpenedCard, _ digest: SHA256Digest, asksForIdentification: Bool, _ network: TokenNetwork,
        _ place: Place, _ state: inout State
    ) -> TokenDecision {
        func declined(_ refusal: TokenRefusal) -> TokenDecision { .declined(StepFailure(refusal)) }
        guard card.network == network else { return declined(.wrongNetwork(expected: network)) }
        guard max(state.spent.count, state.tokens.count) < limits.kept else {
            return declined(.full(limit: limits.kept))
        }
        guard state.spent.insert(digest).inserted else { return declined(.replayed) }
        let tokens = state.tokens.filter { $0.card == card.pan }
        let there = tokens.first { $0.deviceID == place.deviceID && $0.accountID == place.accountID }
        let doubt: TokenDoubt?
        do throws(TokenRefusal) {
            doubt = try TokenRules.doubt(
                tokens: tokens.count, there: there?.reference, advice: place.advice,
                asksForIdentification: asksForIdentification)
        } catch {
            return declined(error)
        }
        let token = NetworkToken(
            reference: network.reference(using: entropy), dpan: newNumber(of: network, among: state.tokens),
            network: network, wallet: place.wallet, deviceID: place.deviceID, accountID: place.accountID,
            state: doubt == nil ? .active : .needsIdentityVerification, card: card.pan)
        state.tokens.append(token)
        return doubt.map { .needsIdentityVerification(token, $0) } ?? .approved(token)
    }

    private func newNumber(of network: TokenNetwork, among tokens: [NetworkToken]) -> PAN {
        while true {
            let number = PAN.generate(prefix: network.tokenPrefix, using: entropy)
            if !tokens.contains(where: { $0.dpan == number }) { return number }
        }
    }

    /// The tokens of one wallet account on one device, as the wallet lists them.
    public func tokens(at place: Place) -> [NetworkToken] {
        state.withLock { state in
            state.tokens.filter {
                $0.wallet == place.wallet && $0.deviceID == place.deviceID && $0.accountID == place.accountID
            }
        }
    }

    /// Activates a token after the issuer's app, or a code from the network, has identified the cardholder.
    public func identityVerified(_ reference: String) throws(TokenRefusal) -> NetworkToken {
        let result: Result<NetworkToken, TokenRefusal> = state.withLock { state in
            guard let index = state.tokens.firstIndex(where: { $0.reference == reference }) else {
                return .failure(.unknownToken)
            }
            guard state.tokens[index].state == .needsIdentityVerification else {
                return .failure(.nothingToVerify(state: state.tokens[index].state.rawValue))
            }
            state.tokens[index].state = .active
            return .success(state.tokens[index])
        }
        return try result.get()
    }
}
