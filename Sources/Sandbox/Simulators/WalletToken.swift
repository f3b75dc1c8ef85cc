/// A token on a phone in the sandbox, as the phone's wallet lists it.
public struct WalletToken: Sendable, Equatable, Decodable {
    /// The reference that all parties except the network use: `deviceAccountIdentifier`, `issuerTokenId`, `dpanRef`.
    public let issuerTokenId: String
    public let cardNetwork: String
    /// The last digits of the card.
    public let fpanLastFour: String
    /// The last digits of the number that the phone pays with.
    public let dpanLastFour: String
    public let tokenState: String

    /// Whether the network must identify the cardholder first.
    var waits: Bool { tokenState == "NEEDS_IDENTITY_VERIFICATION" }
}
