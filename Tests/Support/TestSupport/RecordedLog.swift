import Logging
import Synchronization

/// A log that keeps its lines.
package final class RecordedLog: Sendable {
    package struct Line: Sendable {
        package let message: String
        /// Without that of the logger itself.
        package let metadata: [String: String]

        /// The values of some metadata, in the order of the keys; empty for one that is not there.
        package func values(_ keys: String...) -> [String] { keys.map { metadata[$0, default: ""] } }
    }

    private let kept = Mutex<[Line]>([])

    package init() {}

    package var lines: [Line] { kept.withLock { $0 } }

    package var logger: Logger { Logger(label: "tessera.tests") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
            log.kept.withLock { $0.append(Line(message: "\(event.message)", metadata: metadata)) }
        }
    }
}
