import NIOSSL

/// How webhooks are sent.
public struct WebhookSettings: Sendable {
    var addresses: WebhookAddresses
    /// Whose certificates are believed.
    var trustRoots = NIOSSLTrustRoots.default
    /// For the connection, its encryption included.
    public var connectTimeout = Duration.seconds(5)
    /// For an attempt as a whole, from resolving the name to the head of the answer. A claim is held for longer.
    public var timeout = Duration.seconds(10)
    /// How long moving the sandbox's clock waits until what is due then has been sent.
    public var patience = Duration.seconds(30)
    /// How often it is asked what is due.
    public var interval = Duration.milliseconds(300)

    /// Attempts under way at once, to one subscription and in all. No brand may have so many subscriptions that its own
    /// slow receivers could take every place.
    static let placesForOne = 4
    static let places = 64

    /// - Parameter goesAnywhere: lets through plain http and every address; for development, where the receiver is on
    ///   this machine.
    public init(goesAnywhere: Bool = false) {
        addresses = WebhookAddresses(goesAnywhere: goesAnywhere)
    }
}
