#if canImport(PassKit)
import PassKit
#endif

/// How the Apple Pay button looks. A class, as Bolt's.
@MainActor
open class CCCTheme {
    /// The button in words. Apple draws the button itself, so this is what VoiceOver reads.
    open var applePayButtonDescription = "Pay with ApplePay"
    #if canImport(PassKit)
    open var applePayButtonStyle = PKPaymentButtonStyle.whiteOutline
    open var applePayButtonType = PKPaymentButtonType.plain
    #endif

    public init() {}
}
