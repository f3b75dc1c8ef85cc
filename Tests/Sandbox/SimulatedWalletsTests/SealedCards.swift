import CardSecrets
import Foundation
import Provisioning
import SimulatedWallets

/// The keys that an issuer shares with the networks, and cards sealed with them.
struct SealedCards: Sendable {
    static let now = Date(timeIntervalSince1970: 1_773_576_000)

    let visa: VisaKeys
    let mastercard: SimulatedMastercardKeys
    let entropy = Entropy.seeded(1)

    /// Making RSA keys takes some tenths of a second, so all tests share them.
    static let shared = Result { try SealedCards() }

    private init() throws {
        visa = .generate(using: entropy)
        mastercard = try .generate()
    }

    /// The keys on the networks' side.
    var keys: TokenServiceKeys { TokenServiceKeys(visa: visa, mastercard: mastercard.network) }

    static func card(_ network: TokenNetwork, year: Int = 2028) -> WalletCard {
        let prefix = network == .visa ? "476173" : "541333"
        return WalletCard(
            pan: .generate(prefix: prefix, using: .seeded(3)), expiryMonth: 4, expiryYear: year,
            cardholderName: "Ada Byron")
    }

    /// A pass for a new device, and the device.
    func pass(
        _ card: WalletCard, _ network: TokenNetwork
    ) throws -> (pass: ApplePass, device: SimulatedAppleDevice) {
        let authority = try SimulatedAuthority.sandbox(using: entropy)
        let device = try authority.appleDevice(at: Self.now)
        let request = try AppleRequest(
            leafCertificate: Data(device.leafCertificate).base64EncodedString(),
            subordinateCertificate: Data(device.subordinateCertificate).base64EncodedString(),
            nonce: Data(device.nonce).base64EncodedString(),
            nonceSignature: Data(device.nonceSignature).base64EncodedString())
        let key = try request.prove(under: AppleTrust(furtherRoots: [authority.rootPEM]), at: Self.now)
        let pass = try ApplePass(
            of: card, for: request, to: key, network: network == .visa ? .visa(visa) : .mastercard(mastercard.issuer),
            at: Self.now, using: entropy)
        return (pass, device)
    }

    /// A card for Google Pay on the device `device` with the account `account`, unless another wallet is named.
    func push(_ card: WalletCard, _ network: TokenNetwork, from wallet: PushWallet = .google) throws -> String {
        let device = try PushDevice(clientDeviceID: "device", clientWalletAccountID: "account")
        let address = BillingAddress(line1: "Vitosha Boulevard 1", city: "Sofia", country: "BG", postalCode: "1000")
        return try OpaquePaymentCard.seal(
            card, into: wallet,
            for: network == .visa
                ? .visa(visa, device, address, applicationID: "tests") : .mastercard(mastercard.issuer),
            at: Self.now, using: entropy)
    }
}
