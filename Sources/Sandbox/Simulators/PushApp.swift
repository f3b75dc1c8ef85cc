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

/// The app on a Pixel or a Galaxy: it asks the issuer, and pushes data that it cannot read into the wallet.
///
/// Each fault is a mistake of this app. With `wrong-device` and `wrong-account`, it names another phone to the issuer
/// than the one that it pushes the card to.
struct PushApp: Sendable {
    /// The app's request to the issuer.
    let request: TokenizeCardBody
    private let advice: WalletAdvice
    private let fault: PushFault?

    init(
        walletType: String, deviceID: String, accountID: String?, entropy: Entropy, advice: WalletAdvice,
        fault: PushFault?
    ) {
        self.fault = fault
        self.advice = fault == .decliningWallet ? .decline : advice
        var body = TokenizeCardBody()
        let other = walletType == "GOOGLE_PAY" ? "SAMSUNG_PAY" : "GOOGLE_PAY"
        body.walletType = fault == .wrongWallet ? other : walletType
        body.clientDeviceId =
            switch fault {
            case .missingDevice: nil
            case .wrongDevice: Self.newID(entropy)
            case .malformedDevice: deviceID + "/" + deviceID
            default: deviceID
            }
        body.clientWalletAccountId =
            switch fault {
            case .missingAccount: nil
            case .wrongAccount: Self.newID(entropy)
            default: accountID
            }
        request = body
    }

    /// Asks the issuer for the card and pushes it to the phone, whose network decides on a token.
    func push(through issuer: Issuer, to handset: Handset) async throws(StepFailure) -> WalletToken {
        let journey = issuer.journey
        let answer = try await issuer.tokenize(request)
        guard var card = answer.body.pushed else {
            let field = request.walletType == "SAMSUNG_PAY" ? "provisionPayload" : "opaquePaymentCard"
            throw journey.end("issuer", IssuerFailure.lacking(field: field))
        }
        switch fault {
        case .changedCard: card = Self.changed(card)
        case .truncatedCard: card = String(card.dropLast(8))
        default: break
        }
        var network = answer.network
        if fault == .wrongNetwork { network = network == .visa ? .mastercard : .visa }
        let message = AddCardRequest(card, for: network, advice: advice)
        if fault == .replayedCard { _ = try? await handset.push(message, .unreported) }
        return try await handset.push(message, journey)
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
    private static func newID(_ entropy: Entropy) -> String { Base64url.encode(entropy.bytes(18)) }
}
