import CardSecrets
import Logging
import Metrics
import Postgres
import ServiceLifecycle

/// Reads the data keys again every minute, because an operator may have added or retired a version.
struct KeyReader: Service {
    private static let interval = Duration.seconds(60)
    /// After a failure of the database. Until the keys are read, values of a new version do not open.
    private static let shortInterval = Duration.seconds(5)

    private let issuing: Issuing
    private let keyEncryptionKey: KeyEncryptionKey
    private let logger: Logger
    /// The stored keys that the key-encryption key does not open, also those that this service has in memory.
    private let unopened: Gauge

    init(issuing: Issuing, keyEncryptionKey: KeyEncryptionKey, logger: Logger, metrics: any MetricsFactory) {
        self.issuing = issuing
        self.keyEncryptionKey = keyEncryptionKey
        self.logger = logger
        unopened = Gauge(label: "tessera_unopened_data_keys", factory: metrics)
        unopened.record(0)
    }

    /// Ends the whole service if a version makes new values that this service cannot open.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var interval = Self.interval
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                guard !Task.isCancelled else { return }
                interval = try await read() ? Self.interval : Self.shortInterval
            }
        }
    }

    /// - Returns: whether the database answered.
    func read() async throws(KeyLoadingFailure) -> Bool {
        let before = issuing.vault.keys.all
        do throws(KeyLoadingFailure) {
            let stored = try await issuing.storedKeys()
            unopened.record(stored.count { (try? keyEncryptionKey.unwrap($0)) == nil })
            for key in try issuing.renewKeys(from: stored, opening: keyEncryptionKey) {
                logger.error(
                    """
                    This service cannot open a new data key: its key-encryption key is not the one of now. Restart it \
                    with that one before the data key is used for new values, or the service ends.
                    """,
                    metadata: ["purpose": "\(key.purpose.rawValue)", "version": "\(key.version)"])
            }
        } catch {
            guard case .database(let failure) = error else { throw error }
            logger.warning("the data keys were not read again", metadata: ["failure": "\(failure)"])
            return false
        }
        let after = issuing.vault.keys.all
        log("a data key was added", after.filter { !before.contains($0) })
        log("a data key was retired", before.filter { !after.contains($0) })
        return true
    }

    private func log(_ message: Logger.Message, _ keys: [DataKey]) {
        for key in keys {
            logger.notice(message, metadata: ["purpose": "\(key.purpose.rawValue)", "version": "\(key.version)"])
        }
    }
}
