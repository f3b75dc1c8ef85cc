import NIOSSL

/// How webhooks are sent.
public struct WebhookSettings: Sendable {
    public internal(set) var addresses: WebhookAddresses
    /// The certificate authorities that receivers' certificates are checked against.
    var trustRoots = NIOSSLTrustRoots.default
    /// The time limit for connecting, including the TLS handshake.
    public var connectTimeout = Duration.seconds(5)
    /// The time limit for a whole attempt, from resolving the name to the head of the answer. A claim lasts longer.
    public var timeout = Duration.seconds(10)
    /// How long ``WebhookSender/deliverWhatIsDue()`` waits at most.
    public var patience = Duration.seconds(30)
    /// How often to look for what is due.
    public var interval = Duration.milliseconds(300)

    /// Concurrent attempts, for one subscription and in all.
    static let attemptsForOne = 4
    static let attempts = 64

    /// - Parameter goesAnywhere: allows plain http and every address, for development with a receiver on this machine.
    public init(goesAnywhere: Bool = false) {
        addresses = WebhookAddresses(goesAnywhere: goesAnywhere)
    }

    /// The same settings, with URLs of this service itself, which are allowed at any address.
    ///
    /// - Parameter isOwn: must accept only URLs to which any caller may send any request.
    public func allowing(_ isOwn: @escaping @Sendable (WebhookURL) -> Bool) -> WebhookSettings {
        var settings = self
        settings.addresses.isOwn = isOwn
        return settings
    }
}
