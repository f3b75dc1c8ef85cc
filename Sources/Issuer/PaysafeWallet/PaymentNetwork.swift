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

extension Wallet.Card {
    /// The identifier that leaves devices out that have this card already, for
    /// `PKAddPaymentPassRequestConfiguration.primaryAccountIdentifier`; nil if none of the passes is of this card.
    ///
    /// The card needs its tokenizations: ``CardIncludesParam/tokenizations``.
    ///
    /// - Parameter passes: of `PKPassLibrary`: `passes(of: .secureElement)` as `secureElementPass`, and
    ///   `remoteSecureElementPasses`.
    public func primaryAccountIdentifier(among passes: [PKSecureElementPass]) -> String? {
        let references = tokenizations?.tokenizations.compactMap(\.dpanRef) ?? []
        return passes.first { references.contains($0.deviceAccountIdentifier) }?.primaryAccountIdentifier
    }
}
#endif
