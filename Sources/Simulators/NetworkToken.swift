import CardSecrets
import Foundation
import Provisioning

/// A card's stand-in for one device and one wallet account: what a network makes when a card is tokenized.
public struct NetworkToken: Sendable, Equatable {
    public enum State: String, Sendable {
        /// Made, and waiting until its holder has proved to be the cardholder.
        case needsIdentityVerification = "NEEDS_IDENTITY_VERIFICATION"
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
    }

    /// What everybody but the network calls the token by: `deviceAccountIdentifier`, `issuerTokenId`, `dpanRef`.
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

    /// Of the card, as the wallet shows it.
    public var cardLastFour: String { card.lastFour }
}

extension TokenNetwork {
    /// Numbers of tokens, told from those of cards by their first digits. They are the ranges that the tokens of
    /// published examples are from, apart from every BIN that cards are issued from here.
    var tokenPrefix: String {
        switch self {
        case .visa: "489537"
        case .mastercard: "535375"
        }
    }

    /// A new reference, in the form of Visa's tokenReferenceID or Mastercard's tokenUniqueReference.
    func reference(using entropy: Entropy) -> String {
        switch self {
        case .visa: "DNITHE" + entropy.digits(26)
        case .mastercard: "DWSPMC0000000001" + EncodedBytes.hexadecimal(entropy.bytes(16))
        }
    }
}
