import CardClient
import ContractTestSupport
import Foundation

/// An app made of the documentation's Swift samples as they are printed, except for line breaks. Where a sample has
/// only `// Handle error`, the app does something, because a `case` needs a statement.
@MainActor
final class SampleApp: PKAddPaymentPassViewControllerDelegate {
    let card: Wallet.Card
    private(set) var failures: [any Error] = []
    private let told: (Result<Wallet.MobileWalletTokenization, WalletError>?) -> Void

    /// - Parameter told: is called once, with the result of the report to the service; nil if there was no report.
    init(card: Wallet.Card, told: @escaping (Result<Wallet.MobileWalletTokenization, WalletError>?) -> Void) {
        self.card = card
        self.told = told
    }

    func createPaymentPassRequestConfiguration(customerInfo: Wallet.CustomerInfo,
                                               card: Wallet.Card) -> PKAddPaymentPassRequestConfiguration? {
        guard let requestConfiguration = PKAddPaymentPassRequestConfiguration(encryptionScheme: .ECC_V2) else {
            return nil
        }

        requestConfiguration.cardholderName = "\(customerInfo.firstName) \(customerInfo.lastName)"
        requestConfiguration.primaryAccountSuffix = card.lastFour
        // Filter the devices that already have this card provisioned,
        // by setting requestConfiguration.primaryAccountIdentifier
        requestConfiguration.paymentNetwork = card.scheme.paymentNetwork
        return requestConfiguration
    }

    func addPaymentPassViewController(_ controller: PKAddPaymentPassViewController,
                                      generateRequestWithCertificateChain certificates: [Data],
                                      nonce: Data,
                                      nonceSignature: Data,
                                      completionHandler handler: @escaping (PKAddPaymentPassRequest) -> Void) {
        let certificatesBase64EncodedString = certificates.map { $0.base64EncodedString() }
        let nonceBase64EncodedString = nonce.base64EncodedString()
        let nonceSignatureBase64EncodedString = nonceSignature.base64EncodedString()

        guard let leafCertificate = certificatesBase64EncodedString.first,
              let subordinateCertificate = certificatesBase64EncodedString.last else {
            // Handle error
            return
        }

        let tokenizationRequest = Wallet.CardTokenizationRequest(leafCertificate: leafCertificate,
                                                                 subordinateCertificate: subordinateCertificate,
                                                                 nonce: nonceBase64EncodedString,
                                                                 nonceSignature: nonceSignatureBase64EncodedString)

        Wallet.instance.cardService.tokenize(cardID: card.cardID,
                                             request: tokenizationRequest,
                                             completion: { result in
            switch result {
            case .success(let cardTokenization):
                let addPaymentPassRequest = PKAddPaymentPassRequest()
                addPaymentPassRequest.activationData = cardTokenization.activationData
                    .flatMap { Data(base64Encoded: $0) }
                addPaymentPassRequest.encryptedPassData = cardTokenization.encryptedPassData
                    .flatMap { Data(base64Encoded: $0) }
                addPaymentPassRequest.ephemeralPublicKey = cardTokenization.ephemeralPublicKey
                    .flatMap { Data(base64Encoded: $0) }

                handler(addPaymentPassRequest)
            case .failure(let error):
                // Handle error
                self.failures.append(error)
                handler(PKAddPaymentPassRequest())
            }
        })
    }

    func addPaymentPassViewController(_ controller: PKAddPaymentPassViewController,
                                      didFinishAdding pass: PKPaymentPass?,
                                      error: (any Error)?) {
        if let pass = pass {
            let request = Wallet.MobileWalletTokenization(dpanRef: pass.deviceAccountIdentifier,
                                                          status: .completed)
            Wallet.instance.cardService.updateTokenizationStatus(cardID: card.cardID,
                                                                 request: request,
                                                                 completion: { result in
                // Handle result and refresh UI
                self.told(result)
            })
        } else if let error = error {
            // Handle error
            failures.append(error)
            told(nil)
        }
    }
}

extension Wallet.CardScheme {
    /// The samples use this member, which the app must define.
    fileprivate var paymentNetwork: PKPaymentNetwork? {
        switch self {
        case .visa: .visa
        case .mastercard: .masterCard
        case .unknown: nil
        }
    }
}
