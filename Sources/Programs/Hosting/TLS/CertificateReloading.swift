import ArgumentParser
import HTTPService
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the listeners' certificate and its key again at each SIGHUP, so that a renewed certificate needs no restart.
/// Open connections go on. Files that cannot be used change nothing.
struct CertificateReloading: Service {
    private let files: TLSFiles
    private let security: TransportSecurity
    private let logger: Logger
    private let signals: UnixSignalsSequence

    /// From now on, SIGHUP no longer ends the process.
    ///
    /// - Parameter security: that of all listeners.
    init(_ files: TLSFiles, of security: TransportSecurity, logger: Logger) async {
        (self.files, self.security, self.logger) = (files, security, logger)
        signals = await UnixSignalsSequence(trapping: .sighup)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in signals { reload() }
        }
    }

    private func reload() {
        do {
            security.replace(with: try files.read())
            logger.notice("the TLS certificate was read again", metadata: ["file": "\(files.certificate)"])
        } catch {
            let reason = (error as? ValidationError)?.message ?? "\(error)"
            logger.error(
                "the TLS certificate was not read again, so the earlier one stays", metadata: ["reason": "\(reason)"])
        }
    }
}
