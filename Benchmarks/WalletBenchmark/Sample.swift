import CardSecrets
import Foundation
import Provisioning
import SimulatedWallets

/// The input of one tokenization: a card, a phone of the simulator and the keys of both networks.
struct Sample {
    struct Missing: Error {}

    private let card: WalletCard
    private let entropy = Entropy.system
    private let now = Date()
    private let request: AppleRequest
    private let trust: AppleTrust
    private let device: AppleDeviceKey
    private let visa: VisaKeys
    private let mastercard: MastercardIssuerKeys
    private let phone: PushDevice

    init() throws {
        guard let pan = PAN("4761730000000003") else { throw Missing() }
        card = WalletCard(pan: pan, expiryMonth: 11, expiryYear: 2029, cardholderName: "IVANA PETROVA")
        let authority = try SimulatedAuthority(at: now, using: entropy)
        let apple = try authority.appleDevice(at: now)
        request = try AppleRequest(
            leafCertificate: Data(apple.leafCertificate).base64EncodedString(),
            subordinateCertificate: Data(apple.subordinateCertificate).base64EncodedString(),
            nonce: Data(apple.nonce).base64EncodedString(),
            nonceSignature: Data(apple.nonceSignature).base64EncodedString())
        trust = try AppleTrust(furtherRoots: [authority.rootPEM])
        device = try request.prove(under: trust, at: now)
        visa = VisaKeys.generate(using: entropy)
        mastercard = try SimulatedMastercardKeys.generate().issuer
        phone = try PushDevice(clientDeviceID: "a-phone", clientWalletAccountID: "a-wallet")
    }

    func proveChain() throws { _ = try request.prove(under: trust, at: now) }

    func sealPassForVisa() throws { try sealPass(for: .visa(visa)) }

    func sealPassForMastercard() throws { try sealPass(for: .mastercard(mastercard)) }

    private func sealPass(for network: NetworkKeys) throws {
        _ = try ApplePass(of: card, for: request, to: device, network: network, at: now, using: entropy)
    }

    func sealVisaCard(into wallet: PushWallet) throws {
        let address = BillingAddress(line1: "Tsarigradsko Shose 73", city: "Sofia", country: "BG", postalCode: "1000")
        try seal(into: wallet, for: .visa(visa, phone, address, applicationID: "com.example.wallet"))
    }

    func sealMastercardCard(into wallet: PushWallet) throws {
        try seal(into: wallet, for: .mastercard(mastercard))
    }

    private func seal(into wallet: PushWallet, for network: OpaquePaymentCard.Network) throws {
        _ = try OpaquePaymentCard.seal(card, into: wallet, for: network, at: now, using: entropy)
    }
}
