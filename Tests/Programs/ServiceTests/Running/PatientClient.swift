import AsyncHTTPClient
import NIOCore
import NIOSSL

extension HTTPClient {
    /// Sends the requests of tests to services without TLS. It fails at once if no server listens at the address, and
    /// it is never shut down.
    static let patient = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .patient())
}

extension HTTPClient.Configuration {
    /// A request may wait two minutes for a connection. That includes the handshake of TLS, and the wait while other
    /// requests have all connections. The library's limit is 10 seconds, and a busy machine must not make a test fail.
    static func patient(_ tls: TLSConfiguration? = nil) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout.connect = .seconds(120)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        return configuration
    }
}
