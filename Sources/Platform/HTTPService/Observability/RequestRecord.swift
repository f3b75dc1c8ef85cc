import Logging
import Synchronization

/// The caller of one request, for its line in the log. It exists only if requests are logged. An object, because the
/// caller becomes known further inside than where the line is written.
package final class RequestRecord: Sendable {
    private let caller = Mutex<(client: String, brand: String)?>(nil)

    package init() {}

    /// - Parameter client: the id of a client that has proved to be it.
    package func identify(client: String, brand: String) { caller.withLock { $0 = (client, brand) } }

    func add(to metadata: inout Logger.Metadata) {
        guard let caller = caller.withLock({ $0 }) else { return }
        metadata["clientId"] = .string(caller.client)
        metadata["brand"] = .string(caller.brand)
    }
}
