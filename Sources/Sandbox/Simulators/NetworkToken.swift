import CardSecrets
import Foundation
import Provisioning

/// A substitute for a card on one device and in one wallet account: a network issues it when a card is tokenized.
public struct NetworkToken: Sendable, Equatable {
    public enum State: String, Sendable {
        /// Issued, and inactive until the cardholder has been identified.
        case needsIdentityVerification = "NEEDS_IDENTITY_VERIFICATION"
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
    }

    /// The reference that everybody except the network uses: `deviceAccountIdentifier`, `issuerTokenId`, `dpanRef`.
    public let reference: String
    /// The number that the device pays with.
    public let dpan: PAN
    public let network: TokenNetwork
    /// The wallet's name.
    public let wallet: String
    public let deviceID: String
    public let accountID: String
    public var state: State
    let card: PAN

    /// The last digits of the card, as the wallet shows them.
    public var cardLastFour: String { card.lastFour }
}
