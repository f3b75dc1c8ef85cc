import Foundation

/// Lets a customer pay with Apple Pay: makes a token of the phone's payment, has the app's backend authorize it, and
/// reports the outcome to the app.
@MainActor
public final class CCCPaymentController {
    /// The request that the customer sees; set it before the payment view is presented.
    public var paymentRequest: CCCPaymentRequest?
    public private(set) weak var delegate: (any CCCPaymentControllerDelegate)?
    /// How the payment button looks.
    public let theme: CCCTheme
    private let bridge: any CCCAPIBridgeProtocol
    private let api: CCCAPI
    /// The object that answers Apple's sheet, while the sheet is shown.
    var presented: AnyObject?

    /// - Parameters:
    ///   - bridge: reaches the app's backend.
    ///   - delegate: learns how a payment has ended.
    public init(
        apiBridge bridge: any CCCAPIBridgeProtocol, delegate: any CCCPaymentControllerDelegate,
        theme: CCCTheme = CCCTheme(), api: CCCAPI = .instance()
    ) {
        (self.bridge, self.delegate, self.theme, self.api) = (bridge, delegate, theme, api)
    }

    /// Whether the Apple Pay button is shown. If it is not, the debug log has the reason.
    ///
    /// - Parameter deviceSupportsPayments: PassKit's `canMakePayments()`.
    public func showsApplePayButton(deviceSupportsPayments: Bool) -> Bool {
        let isPositive = paymentRequest?.total.map { $0.compare(NSDecimalNumber.zero) == .orderedDescending } ?? false
        let problems = [
            (paymentRequest?.applePayMerchantID ?? "").isEmpty ? "applePayMerchantID not set." : nil,
            isPositive ? nil : "total not set or <= $0.",
            deviceSupportsPayments ? nil : "Device doesn’t support payments.",
        ].compactMap(\.self)
        for problem in problems { api.log(problem) }
        return problems.isEmpty
    }

    /// Pays with the phone's payment data. If this throws, no payment has ended, and the delegate is not called.
    ///
    /// - Parameter paymentData: `token.paymentData` of PassKit's `PKPayment`.
    /// - Returns: whether the payment is approved.
    /// - Throws: ``CCCError``, or the error of the bridge.
    @discardableResult
    public func pay(withApplePay paymentData: Data) async throws -> Bool {
        let token = try await api.generateToken(forApplePay: paymentData)
        let isApproved = try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Bool, any Error>) in
            bridge.ccc_authApplePayTransaction(withToken: token) { isApproved, error in
                ended.resume(with: error.map { .failure($0) } ?? .success(isApproved))
            }
        }
        delegate?.paymentController(self, finishedApplePayWithResult: isApproved)
        return isApproved
    }
}

/// The calls that an app gets from a ``CCCPaymentController``.
@MainActor
public protocol CCCPaymentControllerDelegate: AnyObject {
    /// An Apple Pay payment has ended. Optional, as Bolt's `paymentController:finishedApplePayWithResult:`.
    ///
    /// - Parameter result: whether the payment is approved.
    func paymentController(_ controller: CCCPaymentController, finishedApplePayWithResult result: Bool)
}

extension CCCPaymentControllerDelegate {
    public func paymentController(_ controller: CCCPaymentController, finishedApplePayWithResult result: Bool) {}
}
