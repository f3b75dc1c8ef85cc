// PassKit exists only on Apple's systems.
#if canImport(PassKit)
import Foundation
import PassKit

#if canImport(UIKit)
import UIKit
#endif

extension CCCAPI {
    /// Makes a token of the payment that PassKit gave the app. Bolt's `generateTokenForApplePay:completion:`.
    ///
    /// - Parameter completion: is called on the main actor.
    public func generateToken(
        forApplePay payment: PKPayment, completion: @escaping @MainActor @Sendable (String?, (any Error)?) -> Void
    ) {
        generateToken(forApplePay: payment.token.paymentData, completion: completion)
    }
}

extension CCCPaymentController {
    /// The Apple Pay button in the look of the theme; nil if the customer cannot pay. The debug log says why.
    public func makeApplePayButton() -> PKPaymentButton? {
        guard showsApplePayButton(deviceSupportsPayments: PKPaymentAuthorizationController.canMakePayments()) else {
            return nil
        }
        let button = PKPaymentButton(
            paymentButtonType: theme.applePayButtonType, paymentButtonStyle: theme.applePayButtonStyle)
        #if canImport(UIKit)
        button.accessibilityLabel = theme.applePayButtonDescription
        #else
        button.setAccessibilityLabel(theme.applePayButtonDescription)
        #endif
        return button
    }

    /// Presents Apple's sheet, and pays when the customer has agreed. Does nothing if the customer cannot pay.
    public func presentPaymentView() {
        guard showsApplePayButton(deviceSupportsPayments: PKPaymentAuthorizationController.canMakePayments()),
            let request = paymentRequest?.sheetRequest
        else { return }
        let sheet = ApplePaySheet(paying: self)
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = sheet
        presented = sheet
        controller.present(completion: nil)
    }
}

extension CCCPaymentRequest {
    fileprivate var sheetRequest: PKPaymentRequest? {
        guard let applePayMerchantID, let total else { return nil }
        let request = PKPaymentRequest()
        request.merchantIdentifier = applePayMerchantID
        (request.countryCode, request.currencyCode) = (countryCode, currencyCode)
        request.supportedNetworks = [.visa, .masterCard]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [PKPaymentSummaryItem(label: companyName, amount: total)]
        request.applicationData = additionalData
        return request
    }
}

/// Answers Apple's sheet.
private final class ApplePaySheet: NSObject, PKPaymentAuthorizationControllerDelegate {
    private let flow: CCCPaymentController

    init(paying flow: CCCPaymentController) { self.flow = flow }

    nonisolated func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        let paymentData = payment.token.paymentData
        do {
            let isApproved = try await flow.pay(withApplePay: paymentData)
            return PKPaymentAuthorizationResult(status: isApproved ? .success : .failure, errors: nil)
        } catch {
            return PKPaymentAuthorizationResult(status: .failure, errors: [error])
        }
    }

    nonisolated func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss(completion: nil)
        Task { @MainActor [flow] in flow.presented = nil }
    }
}

#if canImport(UIKit)
extension CCCPaymentController {
    /// Bolt's initializer. Apple's sheet appears above every view, so the view is not used.
    public convenience init?(
        rootView: UIViewController, apiBridge bridge: any CCCAPIBridgeProtocol,
        delegate: any CCCPaymentControllerDelegate, theme: CCCTheme? = nil
    ) {
        self.init(apiBridge: bridge, delegate: delegate, theme: theme ?? CCCTheme())
    }
}
#endif
#endif
