import ArgumentParser
import HTTPService
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the listeners' certificate and its key again at each SIGHUP, so that a renewed certificate needs no restart.
/// Open connections go on. Files that cannot be used change nothing. Without such files, SIGHUP is only logged.
struct CertificateReloading: Service {
    private let tls: TLSChoice
    private let logger: Logger
    private let signals: UnixSignalsSequence

    /// From now on, SIGHUP no longer ends the process.
    ///
    /// - Parameter tls: how all listeners are secured.
    init(of tls: TLSChoice, logger: Logger) async {
        (self.tls, self.logger) = (tls, logger)
        signals = await UnixSignalsSequence(trapping: .sighup)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in signals { reload() }
        }
    }

    private func reload() {
        guard case .own(let security, let files) = tls else {
            return logger.notice("SIGHUP changes nothing, because there is no --tls-certificate to read again")
        }
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
