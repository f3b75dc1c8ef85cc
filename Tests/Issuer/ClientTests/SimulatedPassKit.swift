import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import Provisioning
import SimulatedWallets
import Simulators

// The part of Apple's PassKit that the documentation's samples use, with PassKit's names and a simulated iPhone behind
// it. Samples that compile against this compile against Apple's PassKit too.

struct PKEncryptionScheme: RawRepresentable, Sendable {
    let rawValue: String
    static let ECC_V2 = PKEncryptionScheme(rawValue: "EV_ECC_v2")
}

struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
    let rawValue: String
    static let visa = PKPaymentNetwork(rawValue: "Visa")
    static let masterCard = PKPaymentNetwork(rawValue: "MasterCard")
}

final class PKAddPaymentPassRequestConfiguration {
    var cardholderName: String?
    var primaryAccountSuffix: String?
    var paymentNetwork: PKPaymentNetwork?

    init?(encryptionScheme: PKEncryptionScheme) {
        guard encryptionScheme.rawValue == PKEncryptionScheme.ECC_V2.rawValue else { return nil }
    }
}

final class PKAddPaymentPassRequest {
    var activationData: Data?
    var encryptedPassData: Data?
    var ephemeralPublicKey: Data?
}

final class PKPaymentPass {
    let deviceAccountIdentifier: String

    init(deviceAccountIdentifier: String) {
        self.deviceAccountIdentifier = deviceAccountIdentifier
    }
}

@MainActor
protocol PKAddPaymentPassViewControllerDelegate: AnyObject {
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController, generateRequestWithCertificateChain certificates: [Data],
        nonce: Data, nonceSignature: Data, completionHandler handler: @escaping (PKAddPaymentPassRequest) -> Void)

    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController, didFinishAdding pass: PKPaymentPass?, error: (any Error)?)
}

/// The system's sheet, with everything that Apple does in the background.
@MainActor
final class PKAddPaymentPassViewController {
    private let configuration: PKAddPaymentPassRequestConfiguration
    private let delegate: any PKAddPaymentPassViewControllerDelegate
    private var request: PKAddPaymentPassRequest?

    init?(
        requestConfiguration: PKAddPaymentPassRequestConfiguration,
        delegate: any PKAddPaymentPassViewControllerDelegate
    ) {
        configuration = requestConfiguration
        self.delegate = delegate
    }

    /// Everything from the button to the pass or the error.
    func present(on phone: IPhone, at now: Date, entropy: Entropy) async {
        guard let device = try? SimulatedAuthority.sandbox(using: entropy).appleDevice(at: now) else { return }
        let certificates = [device.leafCertificate, device.subordinateCertificate].map { Data($0) }
        await withCheckedContinuation { continuation in
            delegate.addPaymentPassViewController(
                self, generateRequestWithCertificateChain: certificates, nonce: Data(device.nonce),
                nonceSignature: Data(device.nonceSignature),
                completionHandler: { request in
                    self.request = request
                    continuation.resume()
                })
        }
        do throws(StepFailure) {
            let token = try await phone.add(
                sealed, for: device, lastDigits: configuration.primaryAccountSuffix ?? "", report: { _ in })
            let pass = PKPaymentPass(deviceAccountIdentifier: token.issuerTokenId)
            delegate.addPaymentPassViewController(self, didFinishAdding: pass, error: nil)
        } catch {
            delegate.addPaymentPassViewController(self, didFinishAdding: nil, error: error)
        }
    }

    private var sealed: ApplePass {
        ApplePass(
            encryptedPassData: Array(request?.encryptedPassData ?? Data()),
            ephemeralPublicKey: Array(request?.ephemeralPublicKey ?? Data()),
            activationData: Array(request?.activationData ?? Data()))
    }
}
