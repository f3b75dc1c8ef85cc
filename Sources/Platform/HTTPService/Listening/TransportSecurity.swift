import Foundation
import Logging
import NIOCore
import NIOSSL

/// The certificate and the private key of a listener that speaks TLS itself, without a proxy in front of it.
///
/// TLS 1.2 is the oldest version that it accepts (RFC 9325, section 3.1.1), and HTTP/1.1 the only protocol.
public struct TransportSecurity: Sendable {
    /// Why a certificate or a key cannot be used. It never shows the key.
    public enum Failure: Error, Equatable, Sendable {
        case noCertificate
        case noPrivateKey
        case keyOfAnotherCertificate
    }

    private let context: NIOSSLContext

    /// - Parameters:
    ///   - certificates: PEM: the listener's own certificate, followed by the ones between it and its root.
    ///   - privateKey: PEM: the key of the first certificate, without a passphrase.
    public init(certificates: [UInt8], privateKey: [UInt8]) throws(Failure) {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificates), !chain.isEmpty else {
            throw .noCertificate
        }
        // Without this, the library would ask for a passphrase at the terminal.
        let noPassphrase: NIOSSLPassphraseCallback<[UInt8]> = { $0([]) }
        guard let key = try? NIOSSLPrivateKey(bytes: privateKey, format: .pem, passphraseCallback: noPassphrase) else {
            throw .noPrivateKey
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // An idle client that does not confirm the end must not delay the shutdown of the service.
        configuration.shutdownTimeout = .seconds(1)
        // Clients send no certificates, so no roots are needed. The system's would take long to load.
        configuration.trustRoots = .certificates([])
        guard let context = try? NIOSSLContext(configuration: configuration) else { throw .keyOfAnotherCertificate }
        self.context = context
    }

    /// The handlers of one connection, the one nearest to the socket first.
    func handlers(logger: Logger) -> [any ChannelHandler] {
        [NIOSSLServerHandler(context: context), HandshakeReport(logger: logger)]
    }
}

/// Logs that a client and the service did not agree on a secure connection, such as because the client does not trust
/// the certificate.
private final class HandshakeReport: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case NIOSSLError.handshakeFailed(let reason) = error {
            logger.debug("TLS handshake failed", metadata: ["reason": "\(reason)"])
        }
        context.fireErrorCaught(error)
    }
}
