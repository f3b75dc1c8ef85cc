import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Provisioning
import SimulatedWallets

/// One fault of a phone whose app pushes cards into a wallet, or of that app.
public enum PushFault: String, Sendable, CaseIterable {
    case missingDevice = "missing-device"
    case missingAccount = "missing-account"
    case wrongDevice = "wrong-device"
    case wrongAccount = "wrong-account"
    case wrongWallet = "wrong-wallet"
    case malformedDevice = "malformed-device"
    case wrongNetwork = "wrong-network"
    case changedCard = "changed-card"
    case truncatedCard = "truncated-card"
    case replayedCard = "replayed-card"
    case decliningWallet = "declining-wallet"

    /// Only Visa encrypts a card for one device, account and wallet.
    public var isNoticedOnlyByVisa: Bool {
        switch self {
        case .missingDevice, .missingAccount, .wrongDevice, .wrongAccount, .wrongWallet: true
        case .malformedDevice, .wrongNetwork, .changedCard, .truncatedCard, .replayedCard, .decliningWallet: false
        }
    }
}

/// What a Pixel and a Galaxy have in common: the app asks the issuer, and pushes data that it cannot read into the
/// wallet.
struct PushPhone: Sendable {
    let wallet: PushWallet
    let walletType: String
    let tokenService: TokenService
    let entropy: Entropy
    let deviceID: String
    let accountID: String
    let advice: WalletAdvice
    let fault: PushFault?

    var place: TokenService.Place {
        TokenService.Place(
            wallet: wallet.name, deviceID: fault == .wrongDevice ? Self.newID(entropy) : deviceID,
            accountID: fault == .wrongAccount ? Self.newID(entropy) : accountID,
            advice: fault == .decliningWallet ? .decline : advice)
    }

    /// What the app sends to the issuer.
    var request: TokenizeCardBody {
        var body = TokenizeCardBody()
        body.walletType = fault == .wrongWallet ? otherWalletType : walletType
        body.clientDeviceId =
            switch fault {
            case .missingDevice: nil
            case .malformedDevice: deviceID + "/" + deviceID
            default: deviceID
            }
        body.clientWalletAccountId = fault == .missingAccount ? nil : accountID
        return body
    }

    private var otherWalletType: String { walletType == "GOOGLE_PAY" ? "SAMSUNG_PAY" : "GOOGLE_PAY" }

    /// Asks the issuer for the card and forwards it to the token service, which decides on a token.
    func push(through issuer: Issuer, at place: TokenService.Place) async throws(StepFailure) -> TokenDecision {
        let journey = issuer.journey
        let answer = try await issuer.tokenize(request)
        guard var card = answer.body.opaquePaymentCard else {
            throw journey.end("issuer", IssuerFailure.lacking(field: "opaquePaymentCard"))
        }
        switch fault {
        case .changedCard: card = Self.changed(card)
        case .truncatedCard: card = String(card.dropLast(8))
        default: break
        }
        var network = answer.network
        if fault == .wrongNetwork { network = network == .visa ? .mastercard : .visa }
        if fault == .replayedCard { _ = tokenService.tokenize(card, from: wallet, for: network, at: place) }
        let (inspection, decision) = tokenService.tokenize(card, from: wallet, for: network, at: place)
        try journey.follow(inspection)
        return decision
    }

    /// Changes a character in the middle of the ciphertext and keeps its form. For Visa, it is in the fourth part of
    /// the JWE; for Mastercard, in the digits of `encryptedData`.
    private static func changed(_ card: String) -> String {
        var parts = card.split(separator: ".").map(String.init)
        if parts.count == 5 {
            parts[3] = (parts[3].first == "A" ? "B" : "A") + parts[3].dropFirst()
            return parts.joined(separator: ".")
        }
        guard let json = Data(base64Encoded: card), let text = String(data: json, encoding: .utf8),
            let start = text.firstRange(of: #""encryptedData":""#)?.upperBound
        else { return card }
        let changed = text[..<start] + (text[start] == "0" ? "1" : "0") + text[text.index(after: start)...]
        return Data(changed.utf8).base64EncodedString()
    }

    /// 24 characters, the length that Visa accepts.
    static func newID(_ entropy: Entropy) -> String { Base64url.encode(entropy.bytes(18)) }
}

extension TokenService {
    /// The token of a decision. If the network has doubts, the cardholder is first identified in the issuer's app.
    func token(of decision: TokenDecision, _ journey: Journey) throws(StepFailure) -> NetworkToken {
        switch decision {
        case .approved(let token): return token
        case .needsIdentityVerification(let token, _):
            do throws(TokenRefusal) {
                let verified = try identityVerified(token.reference)
                journey.pass("identification", "the cardholder is identified; \(verified.state.rawValue)")
                return verified
            } catch {
                throw journey.end("identification", error)
            }
        case .declined(let failure): throw failure
        }
    }
}
