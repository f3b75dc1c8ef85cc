import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

// The common part of all requests to receivers.

extension WebhookSettings {
    /// A client for one receiver, which the caller must shut down. The request and the certificate check use the URL's
    /// host name; the client only does not look the name up itself.
    ///
    /// - Parameter limit: the time for connecting, if that is less than ``connectTimeout``.
    func client(
        for url: WebhookURL, at address: HostAddress, connectingWithin limit: Duration? = nil
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .clientDefault
        configuration.tlsConfiguration?.trustRoots = trustRoots
        // A URL of this service itself, on this machine, needs no certificate of an authority.
        if addresses.isOwn(url) { configuration.tlsConfiguration?.certificateVerification = .none }
        configuration.dnsOverride = [url.host: address.text]
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = TimeAmount(limit.map { min($0, connectTimeout) } ?? connectTimeout)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        return HTTPClient(configuration: configuration)
    }
}

extension HTTPClientRequest {
    init(posting body: [UInt8], to url: WebhookURL, _ signature: [(name: String, value: String)]) {
        self.init(url: url.text)
        method = .POST
        headers = ["Content-Type": "application/json", "User-Agent": "Tessera-Webhooks/1.0"]
        headers.add(contentsOf: signature)
        self.body = .bytes(ByteBuffer(bytes: body))
    }

    /// An event without a body has its data in the URL, so it is a GET.
    init(delivering webhook: ClaimedWebhook, to url: WebhookURL) {
        self.init(posting: webhook.body, to: url, webhook.dialect.headers(of: webhook.unsigned(to: url)))
        guard webhook.body.isEmpty else { return }
        (method, body) = (.GET, nil)
        headers.remove(name: "Content-Type")
    }
}

extension HTTPClientError {
    var isTimeout: Bool { isTimeoutOfConnecting || Self.otherTimeouts.contains(self) }
    var isTimeoutOfConnecting: Bool { self == .connectTimeout || self == .tlsHandshakeTimeout }

    private static let otherTimeouts: [HTTPClientError] = [
        .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout,
    ]
}
