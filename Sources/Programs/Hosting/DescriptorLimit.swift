import Foundation
import HTTPService
import Logging

/// How many files and connections the operating system allows this process to have open.
package enum DescriptorLimit {
    /// For everything except the clients' connections: the database, webhooks, logs and files.
    private static let own = 1024

    /// Raises the limit to what listeners with these limits can use, as far as the hard limit permits.
    package static func raise(for listeners: [ListenerLimits], logger: Logger) {
        let needed = rlim_t(listeners.map(\.connections).reduce(own, +))
        #if canImport(Darwin)
            let descriptors = RLIMIT_NOFILE
        #else
            let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < needed else { return }
        limit.rlim_cur = min(needed, limit.rlim_max)
        guard setrlimit(descriptors, &limit) != 0 || limit.rlim_cur < needed else { return }
        logger.warning(
            "too few open files are permitted",
            metadata: [
                "permitted": .stringConvertible(limit.rlim_cur), "needed": .stringConvertible(needed),
                "advice": "raise the hard limit, such as with ulimit -Hn",
            ])
    }
}
