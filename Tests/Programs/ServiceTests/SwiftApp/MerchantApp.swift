import CardConnectConsumerSDK
import Foundation
import PassKit
import UIKit

/// The app of a merchant at CardPointe, as the documentation shows it.
@MainActor
final class MerchantApp: UIViewController {
    private var paymentController: CCCPaymentController?

    func configure() {
        CCCAPI.instance().endpoint = "fts-uat.cardconnect.com"
        CCCAPI.instance().enableLogging = true
    }

    // A custom flow: the app shows Apple's sheet itself.
    func pay(with payment: PKPayment) {
        CCCAPI.instance().generateToken(forApplePay: payment) { token, error in
            guard let token else { return self.show(error) }
            self.authorize(with: token)
        }
    }

    // An integrated flow: the controller shows Apple's sheet.
    func checkOut() {
        let request = CCCPaymentRequest()
        request.applePayMerchantID = "merchant.example.shop"
        request.total = NSDecimalNumber(string: "12.34")
        request.additionalData = Data("order 17".utf8)

        let theme = CCCTheme()
        theme.applePayButtonDescription = "Pay the shop"
        theme.applePayButtonStyle = .black
        theme.applePayButtonType = .buy

        paymentController = CCCPaymentController(rootView: self, apiBridge: Bridge(), delegate: self, theme: theme)
        paymentController?.paymentRequest = request
        paymentController?.presentPaymentView()
    }

    private func show(_ error: (any Error)?) {}
    private func authorize(with token: String) {}
}

extension MerchantApp: CCCPaymentControllerDelegate {
    func paymentController(_ controller: CCCPaymentController, finishedApplePayWithResult result: Bool) {
        show(result ? "Thank you" : "Not paid")
    }

    private func show(_ text: String) {}
}

/// Asks the app's own backend, which has the merchant's login. No password is in an app.
final class Bridge: CCCAPIBridgeProtocol {
    func ccc_authApplePayTransaction(
        withToken token: String, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        Task {
            do {
                completion(try await MyBackend().authorize(token), nil)
            } catch {
                completion(false, error)
            }
        }
    }
}

private struct MyBackend {
    func authorize(_ token: String) async throws -> Bool { true }
}
