import Gateways

/// The settings of Stitch's API.
public struct StitchSettings: Sendable {
    /// The address of the token call as clients know it. Assertions are meant for it.
    public var tokenURL: String
    /// The address of the pages for 3-D Secure, without a path; a transaction's id follows it. Clients that call the
    /// API below a path get an address below the same path.
    public var interactionURL: String
    /// Where merchants' sessions with Apple come from; nil if there are none.
    public var walletSessions: (any WalletSessions)?

    public init(tokenURL: String, interactionURL: String) {
        (self.tokenURL, self.interactionURL) = (tokenURL, interactionURL)
    }
}
