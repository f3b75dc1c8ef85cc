import Foundation

/// The calls that ``CCCPaymentController`` makes to the app's own backend.
#if canImport(ObjectiveC)
@objc
#endif
@MainActor
public protocol CCCAPIBridgeProtocol: AnyObject {
    /// Has the backend authorize a payment with the token of an Apple Pay payment. The token is good for one
    /// authorization. Bolt's `CCC_authApplePayTransactionWithToken:completion:`.
    ///
    /// - Parameter completion: gets whether the payment is approved, and why there is no result.
    #if canImport(ObjectiveC)
    @objc(CCC_authApplePayTransactionWithToken:completion:)
    #endif
    func ccc_authApplePayTransaction(
        withToken token: String, completion: @escaping @Sendable (Bool, (any Error)?) -> Void)
}
