// PassKit exists only on Apple's systems.
#if canImport(PassKit)
import CardClient
import PassKit

extension Wallet.CardScheme {
    /// The network for PassKit's `PKAddPaymentPassRequestConfiguration`; nil if PassKit has no name for it.
    public var paymentNetwork: PKPaymentNetwork? {
        switch self {
        case .visa: .visa
        case .mastercard: .masterCard
        case .unknown: nil
        }
    }
}
#endif
