import Crypto
import CryptoExtras
import Foundation
import Logging
import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// The certificate and the private key of a listener that speaks TLS itself, without a proxy in front of it.
///
/// TLS 1.2 is the oldest version that it accepts (RFC 9325, section 3.1.1), and HTTP/1.1 the only protocol.
public struct TransportSecurity: Sendable {
    /// Why a certificate or a key cannot be used. It never shows the key.
    public enum Failure: Error, Equatable, Sendable {
        /// The text has no certificate in PEM, or has one that is damaged.
        case unreadableCertificate
        /// The certificate's key is of a kind, or for a use, that TLS does not know.
        case unsupportedCertificate
        /// The certificate's key is RSA with fewer than 2048 bits (RFC 9325, section 4.5).
        case weakCertificate
        /// The text has no private key in PEM, or has one that is damaged or of an unknown kind.
        case unreadablePrivateKey
        case encryptedPrivateKey
        case keyOfAnotherCertificate
        /// Anything else, in the words of the TLS library, which do not contain the key.
        case refused(reason: String)
    }

    /// Copies of this value share it.
    private let current: Current

    private final class Current: Sendable {
        let context: Mutex<NIOSSLContext>

        init(_ context: NIOSSLContext) { self.context = Mutex(context) }
    }

    /// - Parameters:
    ///   - certificates: PEM: the listener's own certificate, followed by the ones between it and its root.
    ///   - privateKey: PEM: the key of the first certificate, without a passphrase.
    public init(certificates: [UInt8], privateKey: [UInt8]) throws(Failure) {
        let chain = try Self.chain(certificates)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(try Self.key(privateKey)))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // An idle client that does not confirm the end must not delay the shutdown of the service.
        configuration.shutdownTimeout = .seconds(1)
        // Clients send no certificates, so no roots are needed. The system's would take long to load.
        configuration.trustRoots = .certificates([])
        current = Current(try Self.context(configuration))
        guard !Self.isWeak(chain[0]) else { throw .weakCertificate }
    }

    /// New connections get the certificate of the other value, on every listener that has a copy of this one. Open
    /// connections go on as they are.
    public func replace(with other: TransportSecurity) {
        let context = other.current.context.withLock { $0 }
        current.context.withLock { $0 = context }
    }

    private static func chain(_ pem: [UInt8]) throws(Failure) -> [NIOSSLCertificate] {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(pem), !chain.isEmpty else {
            throw .unreadableCertificate
        }
        return chain
    }

    private static func key(_ pem: [UInt8]) throws(Failure) -> NIOSSLPrivateKey {
        var isEncrypted = false
        // Without this, the library would ask for a passphrase at the terminal.
        let noPassphrase: NIOSSLPassphraseCallback<[UInt8]> = { answer in
            isEncrypted = true
            answer([])
        }
        guard let key = try? NIOSSLPrivateKey(bytes: pem, format: .pem, passphraseCallback: noPassphrase) else {
            throw isEncrypted ? .encryptedPrivateKey : .unreadablePrivateKey
        }
        return key
    }

    /// The library reads the certificate's public key first, and then compares the private key with it.
    private static func context(_ configuration: TLSConfiguration) throws(Failure) -> NIOSSLContext {
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch NIOSSLError.failedToLoadCertificate {
            throw .unsupportedCertificate
        } catch NIOSSLError.failedToLoadPrivateKey {
            throw .keyOfAnotherCertificate
        } catch {
            throw .refused(reason: "\(error)")
        }
    }

    /// The library accepts RSA keys of any length, but no phone does. Other kinds of keys have no weak lengths.
    ///
    /// - Parameter certificate: one whose key the library has read, because it traps for any other.
    private static func isWeak(_ certificate: NIOSSLCertificate) -> Bool {
        do {
            _ = try _RSA.Signing.PublicKey(derRepresentation: certificate.extractPublicKey().toSPKIBytes())
            return false
        } catch CryptoKitError.incorrectParameterSize {
            return true
        } catch {
            return false
        }
    }

    /// The handlers of one connection, the one nearest to the socket first.
    ///
    /// - Parameter handshakeEnded: is called on the event loop once the connection is secure.
    package func handlers(
        logger: Logger, handshakeEnded: @escaping () -> Void = {}
    ) -> [any ChannelHandler] {
        let context = current.context.withLock { $0 }
        return [NIOSSLServerHandler(context: context), HandshakeReport(logger: logger, ended: handshakeEnded)]
    }
}

/// Reports the end of the handshake. Logs that a client and the service did not agree on a secure connection, such as
/// because the client does not trust the certificate.
private final class HandshakeReport: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let logger: Logger
    private let ended: () -> Void

    init(logger: Logger, ended: @escaping () -> Void) {
        self.logger = logger
        self.ended = ended
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { ended() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case NIOSSLError.handshakeFailed(let reason) = error {
            logger.debug("TLS handshake failed", metadata: ["reason": "\(reason)"])
        }
        context.fireErrorCaught(error)
    }
}
