#if canImport(PassKit)
import PassKit
#endif

/// How the Apple Pay button looks.
public struct CCCTheme: Sendable {
    /// The name beside the button.
    public var applePayButtonDescription = "Pay with ApplePay"
    #if canImport(PassKit)
    public var applePayButtonStyle = PKPaymentButtonStyle.whiteOutline
    public var applePayButtonType = PKPaymentButtonType.plain
    #endif

    public init() {}
}
